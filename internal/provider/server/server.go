// Package server is the provider as Terraform talks to it: the framework's server, with shorter ways for what has not changed and for
// the memory of large plans.
package server

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// Server is the framework's server with shorter ways in front of it.
type Server struct {
	// ProviderServer is what answers all that is not said otherwise here.
	tfprotov6.ProviderServer
	// framework is the same, and forgets each call when it is over.
	framework    detached
	constructors []func() resource.Resource
	providerData func() any
	planned      atomic.Uint64 // how many resources were

	once  sync.Once
	kinds map[string]*kind

	recent recent
}

// New puts the shorter ways in front of a server. provider is the type of its configuration, constructors are its resources, and
// providerData returns what it has configured for them. logged is true if somebody reads the framework's log.
func New(framework tfprotov6.ProviderServer, provider attr.Type, constructors []func() resource.Resource, providerData func() any, logged bool) *Server {
	s := &Server{constructors: constructors, providerData: providerData}
	s.ProviderServer = readable{framework, provider, s.typeOf}
	s.framework = detached{s.ProviderServer, logged}
	return s
}

// kind returns a type of resource, nil if the shorter ways do not know all that its schema has.
func (s *Server) kind(ctx context.Context, typeName string) *kind {
	if k := s.anyKind(ctx, typeName); k != nil && k.plain {
		return k
	}
	return nil
}

func (s *Server) anyKind(ctx context.Context, typeName string) *kind {
	s.once.Do(func() {
		s.kinds = map[string]*kind{}
		for _, construct := range s.constructors {
			k := newKind(ctx, construct)
			s.kinds[k.name] = k
		}
	})
	return s.kinds[typeName]
}

// typeOf returns the type of a resource's configuration, nil if there is no such resource.
func (s *Server) typeOf(ctx context.Context, typeName string) attr.Type {
	if k := s.anyKind(ctx, typeName); k != nil {
		return k.schema.Type()
	}
	return nil
}

// instance returns the resource, configured.
func (s *Server) instance(ctx context.Context, k *kind) (resource.Resource, bool) {
	r := k.construct()
	configurable, ok := r.(resource.ResourceWithConfigure)
	if !ok {
		return r, true
	}
	var resp resource.ConfigureResponse
	configurable.Configure(ctx, resource.ConfigureRequest{ProviderData: s.providerData()}, &resp)
	return r, !resp.Diagnostics.HasError()
}

// PlanResourceChange lets the resource know which of a run's resources it is.
func (s *Server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	own := *req
	var call kit.Call
	own.PriorPrivate, call.Instance = withoutInstance(req.PriorPrivate)
	if call.Instance == 0 || !null(req.PriorState) {
		call.Instance = s.planned.Add(1)
	} else if data, ok := s.providerData().(interface{ Again(instance uint64) }); ok {
		data.Again(call.Instance)
	}
	resp, err := s.unchanged(kit.WithCall(ctx, call), &own)
	if err == nil && !null(req.ProposedNewState) {
		resp.PlannedPrivate = withInstance(resp.PlannedPrivate, call.Instance)
	}
	return resp, err
}

// ApplyResourceChange tells the provider that this run applies: Terraform plans each resource once more before it applies it, which
// looks like any other plan.
func (s *Server) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	if data, ok := s.providerData().(interface{ Apply() }); ok {
		data.Apply()
	}
	own := *req
	var instance uint64
	own.PlannedPrivate, instance = withoutInstance(req.PlannedPrivate)
	// The deletion before a replacement is applied with what the plan of the new object keeps private.
	call := kit.Call{Replaces: instance != 0 && null(req.PlannedState)}
	return s.framework.ApplyResourceChange(kit.WithCall(ctx, call), &own)
}
