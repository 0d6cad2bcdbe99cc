package kit

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"golang.org/x/sync/errgroup"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// View is one virtual host as this run sees it: what the broker has, overlaid with what was planned so far. Terraform plans
// several resources at once, so everything goes through With.
type View struct {
	start sync.Once
	ready chan struct{} // closed when the broker was read
	err   error         // why it could not be read

	mu       sync.Mutex
	blamed   bool // err was said
	topology *topology.VirtualHost
	said     map[string]bool
	ignored  map[topology.Ref][]string
	asked    int
	totals   map[string]rabbitmq.QueueDetails
	replaced map[topology.Ref]bool
	deleted  map[topology.Object]bool
	lost     map[string][]rabbitmq.Binding
	stated   map[stated]bool
	declared map[string]bool
	halfMade map[topology.Ref]any
	effects  map[topology.Ref][]topology.Effect
}

type stated struct {
	resourceType string
	ref          topology.Ref
}

// View returns the view of a virtual host; the broker is read at its first use.
func (r *Runtime) View(vhost string) *View {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.views == nil {
		r.views = map[string]*View{}
	}
	view, ok := r.views[vhost]
	if !ok {
		view = &View{
			ready: make(chan struct{}), topology: topology.New(vhost), said: map[string]bool{}, ignored: map[topology.Ref][]string{},
			replaced: map[topology.Ref]bool{}, deleted: map[topology.Object]bool{}, lost: map[string][]rabbitmq.Binding{}, stated: map[stated]bool{},
			declared: map[string]bool{}, halfMade: map[topology.Ref]any{}, effects: map[topology.Ref][]topology.Effect{},
		}
		r.views[vhost] = view
	}
	return view
}

// Expect begins to read a virtual host whose objects will be planned soon, so that the plan need not wait for it.
func (r *Runtime) Expect(vhost string) *View {
	view := r.View(vhost)
	view.start.Do(func() {
		go func() {
			defer close(view.ready)
			// It serves every resource, so that it does not end with the one that asked first. Each request has its own timeout.
			view.err = view.read(context.Background(), r.Client, vhost)
		}()
	})
	return view
}

// Load returns the view of a virtual host once it has what the broker has. A broker that cannot be reached leaves it empty, which is said
// as a warning: it may be made by the same apply. A server that answers with an error, or is none of RabbitMQ, is an error: the apply would meet it too. A
// virtual host whose name is not known yet ("") is not read.
func (r *Runtime) Load(ctx context.Context, vhost string, diags *diag.Diagnostics) *View {
	if r.Client == nil || vhost == "" {
		return r.View(vhost)
	}
	view := r.Expect(vhost)
	select {
	case <-view.ready:
		view.blame(vhost, diags)
	case <-ctx.Done():
		diags.AddError(fmt.Sprintf("Unable to read virtual host %q", vhost), Sentence(context.Cause(ctx).Error()))
	}
	return view
}

// blame says once why the broker could not be read.
func (v *View) blame(vhost string, diags *diag.Diagnostics) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var missing *rabbitmq.VhostNotFoundError
	var unreachable *rabbitmq.RequestError
	switch {
	case v.err == nil || v.blamed || errors.As(v.err, &missing):
		// What was in a virtual host that is gone can be deleted. Of what is to be made there, LoadToPlan says it.
		return
	case errors.As(v.err, &unreachable) && !unreachable.Lasting():
		diags.AddWarning(fmt.Sprintf("Virtual host %q was not checked", vhost),
			"Checks that need the broker were skipped, since it could not be reached: "+v.err.Error()+". If it should be there, check the endpoint.")
	default:
		diags.AddError(fmt.Sprintf("Unable to read virtual host %q", vhost), v.err.Error()+".")
	}
	v.blamed = true
}

func (v *View) read(ctx context.Context, client *rabbitmq.Client, vhost string) error {
	var (
		overview  rabbitmq.Overview
		queues    []rabbitmq.Queue
		exchanges []rabbitmq.Exchange
		bindings  []rabbitmq.Binding
		policies  []rabbitmq.Policy
		operator  []rabbitmq.Policy
	)
	var lists errgroup.Group
	lists.Go(func() (err error) { queues, err = client.Queues(ctx, vhost); return err })
	lists.Go(func() (err error) { exchanges, err = client.Exchanges(ctx, vhost); return err })
	lists.Go(func() (err error) { bindings, err = client.Bindings(ctx, vhost); return err })
	lists.Go(func() (err error) { policies, err = client.Policies(ctx, vhost, false); return err })
	lists.Go(func() (err error) { operator, err = client.Policies(ctx, vhost, true); return err })
	overview, err := client.Overview(ctx)
	listsErr := lists.Wait()
	if err != nil {
		// It tells best that no API answers there.
		return err
	}
	var missing *rabbitmq.VhostNotFoundError
	if errors.As(listsErr, &missing) {
		v.setAccess(map[bool]topology.Access{true: topology.Absent, false: topology.Hidden}[missing.Gone], missing.Username)
	}
	if listsErr != nil {
		return listsErr
	}
	brokerVersion, err := client.Version(ctx)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	fill(v.topology, brokerVersion, overview, queues, exchanges, bindings, policies, operator)
	return nil
}

// With runs f on the topology while no other resource does.
func (v *View) With(f func(t *topology.VirtualHost)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	f(v.topology)
}

// MarkReplaced records that this plan replaces an object: what is bound to it goes with it.
func (v *View) MarkReplaced(ref topology.Ref) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.replaced[ref] = true
}

// MarkDeleted records that this run deletes an object of the broker. What was read of the broker may still have it: reading goes on
// while other resources are applied.
func (v *View) MarkDeleted(object topology.Object) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.deleted[object] = true
}

// Deleted reports whether this run deletes an object.
func (v *View) Deleted(object topology.Object) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.deleted[object]
}

// MarkLost records the bindings that go with an exchange which is made anew.
func (v *View) MarkLost(exchange string, bindings []rabbitmq.Binding) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.lost[exchange] = bindings
}

// Lost returns the bindings that went with an exchange which is made anew.
func (v *View) Lost(exchange string) []rabbitmq.Binding {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.lost[exchange]
}

// Vacated reports whether an object that the broker was read to have is out of the way before one of its name is created: this
// run replaces or deletes it.
func (v *View) Vacated(ref topology.Ref) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.replaced[ref] || v.deleted[ref.Object()]
}

// Replaced reports whether this plan replaces an object.
func (v *View) Replaced(ref topology.Ref) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.replaced[ref]
}

// MarkStated records that the state has an object, which the broker was just read to have too.
func (v *View) MarkStated(resourceType string, ref topology.Ref) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stated[stated{resourceType, ref}] = true
}

// Stated reports whether the state has an object of a resource type, and no other resource was planned to keep it. Of a tainted one
// Terraform shows no state to its plan.
func (v *View) Stated(resourceType string, ref topology.Ref) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.stated[stated{resourceType, ref}] && !v.topology.Claimed(ref.Object())
}

// MarkDeclared records that this run has created an object, or taken over one that was there, and reports false if it had done so
// before for another resource.
func (v *View) MarkDeclared(kind topology.Kind, id string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := string(kind) + " " + id
	if v.declared[key] {
		return false
	}
	v.declared[key] = true
	return true
}

// Declared reports whether this run has created an object or taken it over. With create_before_destroy Terraform then asks to delete the
// one before, which has the same name and so is the very same object: it must stay.
func (v *View) Declared(kind topology.Kind, id string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.declared[string(kind)+" "+id]
}
