package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// ProviderSettings are what the provider block says about findings.
type ProviderSettings struct {
	Lint          lint.Settings
	Suppressions  *Suppressions
	MaxMessageTTL time.Duration
}

// providerSettings reads the provider blocks of a plan's configuration that are for one broker. A value that is made of references is not in a plan: it is left out,
// and unknown names it.
func providerSettings(config *tfjson.Config, keys []string) (s ProviderSettings, unknown []string, err error) {
	s.Lint = lint.Settings{}
	var accepted []lint.Suppression
	for _, key := range keys {
		block := config.ProviderConfigs[key]
		for attribute, read := range map[string]func(value any) error{
			"lint":            func(value any) error { return severities(value, s.Lint) },
			"lint_ignore":     func(value any) (err error) { accepted, err = suppressions(value, accepted); return err },
			"max_message_ttl": func(value any) (err error) { s.MaxMessageTTL, err = ceiling(value); return err },
		} {
			e := block.Expressions[attribute]
			switch {
			case e == nil || e.ExpressionData == nil || e.ConstantValue == nil:
			case e.ConstantValue == tfjson.UnknownConstantValue:
				unknown = append(unknown, fmt.Sprintf("provider %s: %s, which refers to %s: a plan has no values of these", key, attribute, strings.Join(e.References, ", ")))
			default:
				if err := read(e.ConstantValue); err != nil {
					return s, nil, fmt.Errorf("the provider block %s: %s: %w", key, attribute, err)
				}
			}
		}
	}
	s.Suppressions = NewSuppressions("lint_ignore of the provider block", accepted...)
	slices.Sort(unknown)
	return s, unknown, nil
}

func severities(value any, into lint.Settings) error {
	all, is := value.(map[string]any)
	if !is {
		return fmt.Errorf("%v where a severity for each rule is expected", quoted(value))
	}
	for _, rule := range slices.Sorted(maps.Keys(all)) {
		text, _ := all[rule].(string)
		severity := lint.Severity(text)
		switch {
		case !lint.Known(rule):
			return lint.UnknownRule(rule)
		case rank(severity) < 0:
			return fmt.Errorf("%s is %v, and may be error, warning or off", rule, quoted(all[rule]))
		}
		into[rule] = severity
	}
	return nil
}

func suppressions(value any, all []lint.Suppression) ([]lint.Suppression, error) {
	list, is := value.([]any)
	if !is {
		return nil, fmt.Errorf("%v where a list is expected", quoted(value))
	}
	for i, element := range list {
		written, is := element.(map[string]any)
		if !is {
			return nil, fmt.Errorf("element %d: %v where an object is expected", i, quoted(element))
		}
		entry := map[string]string{}
		for name, part := range written {
			text, is := part.(string)
			if part != nil && !is {
				return nil, fmt.Errorf("element %d: %s is %v where a text is expected", i, name, part)
			}
			entry[name] = text
		}
		s := lint.Suppression{Rule: entry["rule"], Object: entry["object"], Vhost: entry["vhost"], Reason: entry["reason"]}
		if err := s.Check(); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		all = append(all, s)
	}
	return all, nil
}

func ceiling(value any) (time.Duration, error) {
	text, _ := value.(string)
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%v is no duration: %s", quoted(value), kit.DurationAdvice(text))
	}
	return d, nil
}

// quoted is a value of JSON, for people.
func quoted(value any) string {
	if text, is := value.(string); is {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprint(value)
}
