package exchange

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Confirm reads an exchange that an update leaves as it is, and reports whether it still is what was planned: somebody may have deleted
// it since, or declared it anew. What differs is said.
func Confirm(ctx context.Context, b *kit.Base, vhost, name string, want rabbitmq.ExchangeSettings, diags *diag.Diagnostics) bool {
	have, err := b.Client.Exchange(ctx, vhost, name)
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		kit.Outdated(diags, "exchange", vhost, name, kit.Deleted)
		return false
	}
	if err != nil {
		kit.Unable(diags, "read", "exchange", vhost, name, err)
		return false
	}
	if fields := Differences(want, have); len(fields) > 0 {
		kit.Outdated(diags, "exchange", vhost, name, Describe(fields, planned, want, have))
		return false
	}
	return true
}
