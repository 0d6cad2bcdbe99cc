package provider

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// check refuses what no connection can be made with, as far as the provider block itself says it. Files are left to the plan: a
// machine that only validates need not have them.
func (m *model) check(diags *diag.Diagnostics) {
	invalid := func(attribute string, err error) {
		if err != nil {
			diags.AddAttributeError(path.Root(attribute), "Invalid "+attribute, kit.Sentence(err.Error()))
		}
	}
	set := func(v types.String) bool { return !v.IsNull() && !v.IsUnknown() }
	if set(m.Endpoint) {
		invalid("endpoint", rabbitmq.CheckEndpoint(m.Endpoint.ValueString()))
	}
	if set(m.Proxy) && m.Proxy.ValueString() != "" {
		invalid("proxy", rabbitmq.CheckProxy(m.Proxy.ValueString()))
	}
	for name, v := range m.Headers.Elements() {
		// The value of a header that is not known yet cannot be wrong yet.
		invalid("headers", rabbitmq.CheckHeader(name, v.(types.String).ValueString()))
	}
}

// attributeOf is where the client's settings stand in the provider block.
var attributeOf = map[string]string{
	"Endpoint": "endpoint", "Proxy": "proxy", "CACertFile": "cacert_file", "ClientCertFile": "clientcert_file", "Headers": "headers",
}

// unusable says which setting the client cannot be made with: one that was not known before, came from the environment, or is a file.
func (m *model) unusable(err error, diags *diag.Diagnostics) {
	var setting *rabbitmq.ConfigError
	attribute := ""
	if errors.As(err, &setting) {
		attribute = attributeOf[setting.Setting]
	}
	detail := kit.Sentence(err.Error())
	if attribute == "endpoint" && m.Endpoint.IsNull() || attribute == "cacert_file" && m.CACertFile.IsNull() {
		detail += fmt.Sprintf(" It comes from the environment variable RABBITMQ_%s.", envSuffix[attribute])
	}
	if attribute == "" {
		diags.AddError("Unusable provider configuration", detail)
		return
	}
	diags.AddAttributeError(path.Root(attribute), "Invalid "+attribute, detail)
}
