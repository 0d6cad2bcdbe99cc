package provider

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// ValidateConfig records what offline checks of resources need: it runs in their process, before them.
func (p *rabbitmqProvider) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	severities, known := m.severities()
	suppressions, alsoKnown := m.suppressions()
	p.settings.Set(severities, suppressions, !known || !alsoKnown, length(m.MaxMessageTTL))
	m.check(&resp.Diagnostics)
	if m.ClientCertFile.IsNull() != m.ClientKeyFile.IsNull() {
		resp.Diagnostics.AddError("Incomplete client certificate", "clientcert_file and clientkey_file belong together: set both or none.")
	}
}

// Configure makes the client. It makes no request: a broker that the same apply creates need not be there yet.
func (p *rabbitmqProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	severities, _ := m.severities()
	suppressions, _ := m.suppressions()
	runtime := &kit.Runtime{
		Vhost: orElse(m.Vhost, "RABBITMQ_VHOST", "/"),
		Lint:  severities, Suppressions: suppressions, MaxMessageTTL: length(m.MaxMessageTTL),
	}
	if !m.unknown() {
		runtime.Client = m.client(ctx, p.version, &resp.Diagnostics)
	}
	p.runtime = runtime
	resp.ResourceData, resp.DataSourceData = runtime, runtime
}

func (m *model) client(ctx context.Context, version string, diags *diag.Diagnostics) *rabbitmq.Client {
	config := rabbitmq.Config{
		Endpoint:       orElse(m.Endpoint, "RABBITMQ_ENDPOINT", "").ValueString(),
		Username:       orElse(m.Username, "RABBITMQ_USERNAME", "").ValueString(),
		Password:       orElse(m.Password, "RABBITMQ_PASSWORD", "").ValueString(),
		Insecure:       m.Insecure.ValueBool(),
		CACertFile:     orElse(m.CACertFile, "RABBITMQ_CACERT", "").ValueString(),
		ClientCertFile: m.ClientCertFile.ValueString(),
		ClientKeyFile:  m.ClientKeyFile.ValueString(),
		Proxy:          m.Proxy.ValueString(),
		RequestTimeout: length(m.RequestTimeout),
		UserAgent:      "terraform-provider-rabbitmq/" + version,
	}
	if m.Insecure.IsNull() {
		config.Insecure = insecure(diags)
	}
	if !m.MaxRetries.IsNull() {
		config.MaxRetries = int(m.MaxRetries.ValueInt64())
		if config.MaxRetries == 0 {
			config.MaxRetries = rabbitmq.NoRetries
		}
	}
	diags.Append(m.Headers.ElementsAs(ctx, &config.Headers, false)...)
	for attribute, value := range map[string]string{"endpoint": config.Endpoint, "username": config.Username, "password": config.Password} {
		if value == "" {
			diags.AddAttributeError(path.Root(attribute), "Missing "+attribute,
				fmt.Sprintf("Set %s in the provider block or in the environment variable RABBITMQ_%s.", attribute, envSuffix[attribute]))
		}
	}
	if diags.HasError() {
		return nil
	}
	client, err := rabbitmq.New(config)
	if err != nil {
		m.unusable(err, diags)
		return nil
	}
	return client
}

var envSuffix = map[string]string{"endpoint": "ENDPOINT", "username": "USERNAME", "password": "PASSWORD", "cacert_file": "CACERT"}

// unknown reports whether anything that the connection needs is not known yet.
func (m *model) unknown() bool {
	for _, v := range []attr.Value{
		m.Endpoint, m.Username, m.Password, m.Vhost, m.Insecure, m.CACertFile, m.ClientCertFile, m.ClientKeyFile, m.Proxy,
		m.Headers, m.RequestTimeout, m.MaxRetries,
	} {
		if v.IsUnknown() {
			return true
		}
	}
	for _, v := range m.Headers.Elements() {
		if v.IsUnknown() {
			return true
		}
	}
	return false
}

// severities returns what the lint block says; known is false while a part of it is not.
func (m *model) severities() (severities lint.Settings, known bool) {
	severities, known = lint.Settings{}, !m.Lint.IsUnknown()
	for rule, v := range m.Lint.Elements() {
		if v.IsUnknown() {
			known = false
			continue
		}
		severities[rule] = lint.Severity(v.(types.String).ValueString())
	}
	return severities, known
}

// insecure is what the environment says where the provider block does not.
func insecure(diags *diag.Diagnostics) bool {
	const variable = "RABBITMQ_INSECURE"
	text := os.Getenv(variable)
	if text == "" {
		return false
	}
	yes, err := strconv.ParseBool(text)
	if err != nil {
		diags.AddAttributeError(path.Root("insecure"), "Invalid insecure",
			fmt.Sprintf("The environment variable %s is %q. Set it to true or false, or write insecure in the provider block.", variable, text))
	}
	return yes
}

// orElse returns the value, or that of an environment variable, or a default.
func orElse(v types.String, variable, fallback string) types.String {
	if !v.IsNull() {
		return v
	}
	if value, ok := os.LookupEnv(variable); ok && value != "" {
		return types.StringValue(value)
	}
	return types.StringValue(fallback)
}

func length(v timetypes.GoDuration) time.Duration {
	if v.IsNull() || v.IsUnknown() {
		return 0
	}
	return kit.Duration(v)
}
