package review

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// sarifOf is the report in SARIF 2.1.0, for code scanning. file is what was reviewed.
func (r *Report) sarifOf(file string) *sarif.Report {
	run := sarif.NewRunWithInformationURI("terraform-provider-rabbitmq review", "https://github.com/delaytier/terraform-provider-rabbitmq")
	for _, rule := range lint.Rules() {
		if rule.Homes&lint.Review != 0 {
			help := "https://github.com/delaytier/terraform-provider-rabbitmq/blob/main/docs/guides/rules.md#" + rule.ID
			added := run.AddRule(rule.ID).WithDescription(rule.Finds).WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(level(rule.Default)))
			added.HelpURI = &help
		}
	}
	for _, f := range r.Findings {
		run.AddResult(result(f, file))
	}
	for _, s := range r.Suppressed {
		run.AddResult(result(s.Finding, file).AddSuppression(sarif.NewSuppression().WithKind("external").WithJustification(s.Reason)))
	}
	if len(r.Unused) > 0 {
		invocation := sarif.NewInvocation().WithExecutionSuccessful(true)
		for _, u := range r.Unused {
			note := sarif.NewNotification().WithLevel("note").WithMessage(sarif.NewTextMessage(unusedNote + ": " + u.String()))
			invocation.AddToolConfigurationNotification(note)
		}
		run.AddInvocation(invocation)
	}
	report := sarif.NewReport()
	return report.AddRun(run)
}

func result(f Finding, file string) *sarif.Result {
	name := at(f.Address, f.Vhost)
	where := sarif.NewLocation().
		WithPhysicalLocation(sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewArtifactLocation().WithURI(uri(file))).WithRegion(sarif.NewRegion().WithStartLine(1))).
		AddLogicalLocation(sarif.NewLogicalLocation().WithFullyQualifiedName(name).WithName(f.Object).WithKind("resource"))
	return sarif.NewRuleResult(f.Rule).WithLevel(level(f.Severity)).WithMessage(sarif.NewTextMessage(string(f.Kind) + " \"" + f.Object + "\" (" + name + "): " + f.Consequence + " " + f.Advice)).AddLocation(where).
		WithPartialFingerprints(map[string]string{"finding/v1": fingerprint(f)})
}

func level(s lint.Severity) string {
	if s == lint.Error {
		return "error"
	}
	return "warning"
}

// uri is the path of a file as SARIF has it: relative to the repository, or whole with its scheme.
func uri(file string) string {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}

// fingerprint tells a finding from others in the same file, whichever its place in the report.
func fingerprint(f Finding) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.Vhost, string(f.Kind), f.Object, f.Field, f.Address}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// SARIF writes the report in SARIF 2.1.0.
func (r *Report) SARIF(w io.Writer, file string) error { return writeJSON(w, r.sarifOf(file)) }

// JSON writes the report as it is.
func (r *Report) JSON(w io.Writer) error { return writeJSON(w, r) }

func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
