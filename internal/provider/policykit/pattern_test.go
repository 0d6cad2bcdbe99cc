package policykit_test

import (
	"strings"
	"testing"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestPolicyWithoutSettingsIsNamedInGoodEnglish(t *testing.T) {
	for _, k := range kinds {
		said := pt.Serve(t, pt.Object{}).Validate(k.typeName, pt.Object{"name": "p", "pattern": "^q"})
		if len(said) != 1 || strings.Contains(said[0].Detail, " a o") || !strings.Contains(said[0].Detail, "policies that set nothing") {
			t.Errorf("%s: %+v", k.typeName, said)
		}
	}
}

// What is a regular expression in no dialect is an error before the broker is asked; what only PCRE knows is not.
func TestPatternThatIsNoRegularExpression(t *testing.T) {
	for _, typeName := range []string{"rabbitmq_policy", "rabbitmq_operator_policy", "rabbitmq_ttl_ceiling"} {
		for pattern, says := range map[any]string{
			`^team-a\.(`: `"^team-a\\.(" is no regular expression (PCRE): the parenthesis that opens at character 10 is not closed.`,
			`*`:          "nothing that * at character 1 could repeat",
			`^(?!team-)`: "", `a*+`: "", ``: "", pt.Unknown{}: "",
		} {
			said := pt.Serve(t, pt.Object{}).Validate(typeName, pt.Object{"name": "p", "pattern": pattern, "message_ttl": "1h"})
			switch {
			case says == "" && len(said) > 0:
				t.Errorf("%s %q: %+v", typeName, pattern, said)
			case says != "" && (len(said) != 1 || said[0].Severity != "error" || said[0].Attribute != "pattern" || !strings.Contains(said[0].Detail, says)):
				t.Errorf("%s %q: %+v", typeName, pattern, said)
			}
		}
	}
}
