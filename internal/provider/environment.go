package provider

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// ClientFromEnvironment makes the client of an empty provider block: RABBITMQ_ENDPOINT, RABBITMQ_USERNAME, RABBITMQ_PASSWORD and the other
// variables that the block takes.
func ClientFromEnvironment(ctx context.Context) (*rabbitmq.Client, error) {
	var diags diag.Diagnostics
	client := (&model{Headers: types.MapNull(types.StringType)}).client(ctx, "review", &diags)
	for _, d := range diags.Errors() {
		return nil, errors.New(d.Summary() + ": " + d.Detail())
	}
	return client, nil
}
