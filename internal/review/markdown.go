package review

import (
	"fmt"
	"io"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// Markdown writes the report for a comment in a pull request, with the pictures of what was reviewed.
func (r *Report) Markdown(w io.Writer, input *Input) error {
	var t strings.Builder
	fmt.Fprintf(&t, "## What happens to messages\n\n%s.\n", r.summary())
	for _, severity := range []lint.Severity{lint.Error, lint.Warning} {
		r.table(&t, severity)
	}
	if len(r.Changes) > 0 {
		t.WriteString("\n### What the change does\n\n| | Object | Where | Effect |\n|---|---|---|---|\n")
		for _, c := range r.Changes {
			fmt.Fprintf(&t, "| `%s` | %s %s | %s | %s |\n", sign(c.Change), c.Kind, code(c.Object), code(at(c.Address, c.Vhost)), cell(c.Effect))
		}
	}
	if len(r.Unknown) > 0 {
		t.WriteString("\n### Not known until the apply\n\n")
		for _, address := range r.Unknown {
			fmt.Fprintf(&t, "- %s\n", code(address))
		}
	}
	if len(r.Suppressed) > 0 {
		t.WriteString("\n<details><summary>Suppressed</summary>\n\n| Rule | Object | Where | Reason |\n|---|---|---|---|\n")
		for _, s := range r.Suppressed {
			fmt.Fprintf(&t, "| %s | %s %s | %s | %s |\n", code(s.Rule), s.Kind, code(s.Object), code(at(s.Address, s.Vhost)), cell(s.Reason))
		}
		t.WriteString("\n</details>\n")
	}
	if len(r.Unused) > 0 {
		fmt.Fprintf(&t, "\n<details><summary>%s</summary>\n\n", unusedNote)
		for _, u := range r.Unused {
			fmt.Fprintf(&t, "- %s\n", code(u.String()))
		}
		t.WriteString("\n</details>\n")
	}
	input.mermaidIn(&t)
	_, err := io.WriteString(w, t.String())
	return err
}

func (r *Report) table(t *strings.Builder, severity lint.Severity) {
	begun := false
	for _, f := range r.Findings {
		if f.Severity != severity {
			continue
		}
		if !begun {
			title := string(severity)
			fmt.Fprintf(t, "\n### %ss\n\n| Rule | Object | Where | What happens | Instead |\n|---|---|---|---|---|\n", strings.ToUpper(title[:1])+title[1:])
			begun = true
		}
		fmt.Fprintf(t, "| %s | %s %s | %s | %s | %s |\n", code(f.Rule), f.Kind, code(f.Object), code(at(f.Address, f.Vhost)), cell(f.Consequence), cell(f.Advice))
	}
}

// code is a name in a table; names may have any character.
func code(name string) string {
	fence := "`"
	for strings.Contains(name, fence) {
		fence += "`"
	}
	if fence != "`" || strings.HasPrefix(name, "`") {
		name = " " + name + " "
	}
	return fence + strings.NewReplacer("|", `\|`, "\r", " ", "\n", " ").Replace(name) + fence
}

// cell is text in a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\r", " ", "\n", " ", "<", "&lt;").Replace(text)
}
