package review

import (
	"time"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// ProviderSettings are what the provider block says about findings.
type ProviderSettings struct {
	Lint          lint.Settings
	MaxMessageTTL time.Duration
}

// providerSettings reads the provider block of a plan's configuration. What it does not know is left out.
func providerSettings(config *tfjson.Config) (s ProviderSettings) {
	s.Lint = lint.Settings{}
	if config == nil {
		return s
	}
	for _, block := range config.ProviderConfigs {
		if block.Name != "rabbitmq" {
			continue
		}
		if severities, ok := constant(block, "lint").(map[string]any); ok {
			for rule, severity := range severities {
				if text, ok := severity.(string); ok {
					s.Lint[rule] = lint.Severity(text)
				}
			}
		}
		if text, ok := constant(block, "max_message_ttl").(string); ok {
			s.MaxMessageTTL, _ = time.ParseDuration(text)
		}
	}
	return s
}

func constant(block *tfjson.ProviderConfig, attribute string) any {
	if e := block.Expressions[attribute]; e != nil && e.ExpressionData != nil && e.ConstantValue != tfjson.UnknownConstantValue {
		return e.ConstantValue
	}
	return nil
}
