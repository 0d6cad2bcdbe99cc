package server

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// msgpackNil is a null in MessagePack.
const msgpackNil = 0xc0

// CallFunction takes an argument without any data for a null: that is how OpenTofu sends one (grpc_provider.go, CallFunction, 1.10).
func (s *Server) CallFunction(ctx context.Context, req *tfprotov6.CallFunctionRequest) (*tfprotov6.CallFunctionResponse, error) {
	own := *req
	own.Arguments = slices.Clone(req.Arguments)
	for i, argument := range own.Arguments {
		if argument == nil || len(argument.MsgPack) == 0 && len(argument.JSON) == 0 {
			own.Arguments[i] = &tfprotov6.DynamicValue{MsgPack: []byte{msgpackNil}}
		}
	}
	return s.ProviderServer.CallFunction(ctx, &own)
}
