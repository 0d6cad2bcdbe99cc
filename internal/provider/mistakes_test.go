package provider_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// Each mistake is an error before anything is applied, in words for those who write configurations.
func TestMistakesAreRefusedInValidation(t *testing.T) {
	schemas := pt.Schemas(t)
	for _, m := range mistakes {
		t.Run(m.of+" "+m.text, func(t *testing.T) {
			switch function, called := strings.CutPrefix(m.of, "function "); {
			case called:
				m.is(t, pt.Call(t, function, pt.Arguments(t, schemas.Functions[function], m.written())))
			case m.of == "provider":
				validating, _ := pt.ProviderBlock(t, pt.Text(t, schemas.Provider.ValueType(), m.written()))
				m.is(t, validating)
			default:
				m.is(t, pt.Serve(t, pt.Object{}).Validate(m.of, m.config(t, schemas)))
			}
		})
	}
}

func TestAccMistakesAreRefusedInThePlan(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	schemas := pt.Schemas(t)
	for _, m := range mistakesHere {
		t.Run(m.of+" "+m.text, func(t *testing.T) {
			said := pt.Serve(t, reach(b, vhost)).Configure().Plan(m.of, nil, m.config(t, schemas))
			if m.since == "" || b.AtLeast(t, m.since) {
				m.is(t, said)
			} else if all := errorsIn(said); len(all) > 0 {
				t.Errorf("this broker takes it: %+v", all)
			}
		})
	}
}

func (m mistake) config(t *testing.T, schemas *tfprotov6.GetProviderSchemaResponse) pt.Object {
	t.Helper()
	return pt.Text(t, schemas.ResourceSchemas[m.of].ValueType(), m.written())
}

var letters = regexp.MustCompile(`<\d+>`)

func (m mistake) written() string {
	return letters.ReplaceAllStringFunc(m.text, func(s string) string {
		n, err := strconv.Atoi(strings.Trim(s, "<>"))
		if err != nil {
			return s
		}
		return strings.Repeat("n", n)
	})
}

// internals are words that are for those who write the provider.
var internals = regexp.MustCompile(`%!|tftypes|basetypes|strconv|panic|provider developer|[Uu]nexpected error|This attribute`)

// finding is the summary of a rule, which names the object and what it is about; rules are named by those of the attribute too.
var finding = regexp.MustCompile(`^[a-z_]+: |^Unknown rule$`)

// is requires the error, and of all that are said that they can be understood: that they name the attribute.
func (m mistake) is(t *testing.T, all []pt.Diagnostic) {
	t.Helper()
	said := false
	for _, d := range errorsIn(all) {
		text := d.Summary + "\n" + d.Detail
		said = said || d.Attribute == m.at && strings.Contains(text, m.says)
		root, _, _ := strings.Cut(d.Attribute, ".")
		word, _, _ := strings.Cut(strings.TrimSuffix(root, "s"), "_")
		if internals.MatchString(text) || !finding.MatchString(d.Summary) && !strings.Contains(strings.ToLower(text), word) {
			t.Errorf("%q does not name %s in words of users", text, d.Attribute)
		}
	}
	if !said {
		t.Errorf("%q is not said at %q: %+v", m.says, m.at, all)
	}
}

func errorsIn(all []pt.Diagnostic) (errors []pt.Diagnostic) {
	for _, d := range all {
		if d.Severity == "error" {
			errors = append(errors, d)
		}
	}
	return errors
}
