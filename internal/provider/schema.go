package provider

import (
	"context"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// model is the provider block.
type model struct {
	Endpoint       types.String         `tfsdk:"endpoint"`
	Username       types.String         `tfsdk:"username"`
	Password       types.String         `tfsdk:"password"`
	Vhost          types.String         `tfsdk:"vhost"`
	Insecure       types.Bool           `tfsdk:"insecure"`
	CACertFile     types.String         `tfsdk:"cacert_file"`
	ClientCertFile types.String         `tfsdk:"clientcert_file"`
	ClientKeyFile  types.String         `tfsdk:"clientkey_file"`
	Proxy          types.String         `tfsdk:"proxy"`
	Headers        types.Map            `tfsdk:"headers"`
	RequestTimeout timetypes.GoDuration `tfsdk:"request_timeout"`
	MaxRetries     types.Int64          `tfsdk:"max_retries"`
	MaxMessageTTL  timetypes.GoDuration `tfsdk:"max_message_ttl"`
	Lint           types.Map            `tfsdk:"lint"`
	LintIgnore     types.List           `tfsdk:"lint_ignore"`
}

func (p *rabbitmqProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	text := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Optional: true, MarkdownDescription: description}
	}
	positive, none := time.Millisecond, time.Duration(0)
	ids := make([]string, 0, len(lint.Rules()))
	for _, rule := range lint.Rules() {
		ids = append(ids, rule.ID)
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "RabbitMQ message expiry, dead lettering, delays and retries, checked in the plan and applied over the management HTTP API.",
		Attributes: map[string]schema.Attribute{
			"endpoint": text("Base URL of the management HTTP API, for example `http://127.0.0.1:15672`. A trailing slash and an `/api` suffix are tolerated. " +
				"Several nodes of one cluster are written as a list with commas, `https://a:15671,https://b:15671`: the first that answers is used, and when it " +
				"cannot be reached, or the connection breaks, the next. " +
				"Environment variable `RABBITMQ_ENDPOINT`."),
			"username": text("User with the tag `management`, or more. Environment variable `RABBITMQ_USERNAME`."),
			"password": schema.StringAttribute{Optional: true, Sensitive: true,
				MarkdownDescription: "The user's password. It is never logged or stored. Environment variable `RABBITMQ_PASSWORD`."},
			"vhost": schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "Virtual host of every resource that names none; `/` if unset. Environment variable `RABBITMQ_VHOST`."},
			"insecure": schema.BoolAttribute{Optional: true,
				MarkdownDescription: "Accepts any certificate of the broker. Environment variable `RABBITMQ_INSECURE`."},
			"cacert_file":     text("File with the PEM certificates of the authorities to trust. Environment variable `RABBITMQ_CACERT`."),
			"clientcert_file": text("File with the PEM client certificate. Needs `clientkey_file`."),
			"clientkey_file":  text("File with the PEM key of the client certificate."),
			"proxy":           text("URL of an HTTP proxy. Unset, the usual environment variables (`HTTPS_PROXY`, `NO_PROXY`...) decide."),
			"headers": schema.MapAttribute{ElementType: types.StringType, Optional: true, Sensitive: true,
				Validators:          []validator.Map{mapvalidator.ValueStringsAre(kit.NotNull())},
				MarkdownDescription: "HTTP headers to send with every request, for example for a proxy that asks for a token."},
			"request_timeout": schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Optional: true,
				Validators:          []validator.String{kit.DurationBetween(&positive, nil, time.Millisecond)},
				MarkdownDescription: "Longest time for each HTTP request, `30s` if unset. What a whole operation may take is said in the resource's `timeouts`."},
			"max_retries": schema.Int64Attribute{Optional: true, Validators: []validator.Int64{int64validator.Between(0, 100)},
				MarkdownDescription: "How often a request is sent again after a refused or broken connection, a 429 or a 5xx, with growing pauses; 4 if unset."},
			"max_message_ttl": schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Optional: true,
				Validators:          []validator.String{kit.DurationBetween(&none, nil, time.Millisecond)},
				MarkdownDescription: "Ceiling for every message TTL: a longer one is a finding of the rule `ttl_above_ceiling`."},
			"lint": schema.MapAttribute{ElementType: types.StringType, Optional: true,
				Validators: []validator.Map{
					mapvalidator.KeysAre(kit.RuleName()),
					mapvalidator.ValueStringsAre(kit.NotNull(), stringvalidator.OneOf(string(lint.Error), string(lint.Warning), string(lint.Off))),
				},
				MarkdownDescription: "Severity per rule: `error` stops the plan, `warning` does not, `off` is not said. Rules: `" + strings.Join(ids, "`, `") + "`."},
			"lint_ignore": lintIgnore(),
		},
	}
}
