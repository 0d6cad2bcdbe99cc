package datasources

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// source is a data source whose attributes are the fields of Model.
type source[Model any] struct {
	name        string
	description string
	attributes  func() map[string]schema.Attribute
	// read fills in what the configuration leaves to be read.
	read func(ctx context.Context, r *kit.Runtime, m *Model, diags *diag.Diagnostics)

	runtime *kit.Runtime
}

// Metadata implements datasource.DataSource.
func (s *source[Model]) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = s.name
}

// Schema implements datasource.DataSource.
func (s *source[Model]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: s.description, Attributes: s.attributes()}
}

// Configure implements datasource.DataSourceWithConfigure.
func (s *source[Model]) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	if req.ProviderData == nil {
		return
	}
	runtime, ok := req.ProviderData.(*kit.Runtime)
	if !ok {
		resp.Diagnostics.AddError("Unexpected provider data", fmt.Sprintf("Expected *kit.Runtime, got %T. This is a defect of the provider.", req.ProviderData))
		return
	}
	s.runtime = runtime
}

// Read implements datasource.DataSource.
func (s *source[Model]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m Model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	base := kit.Base{Runtime: s.runtime}
	if resp.Diagnostics.HasError() || !base.Ready(&resp.Diagnostics) {
		return
	}
	if s.read(ctx, s.runtime, &m, &resp.Diagnostics); !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
	}
}

func vhost() schema.StringAttribute {
	return schema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "Virtual host; that of the provider if unset."}
}

func text(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

func flag(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
}

func number(description string) schema.Int64Attribute {
	return schema.Int64Attribute{Computed: true, MarkdownDescription: description}
}
