package fuzz_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// world is the virtual host that all cases of one process share.
type world struct {
	broker   *acctest.BrokerInfo
	vhost    string
	schemas  *tfprotov6.GetProviderSchemaResponse
	provider []byte
	// before is what the virtual host holds when a case begins.
	before []string
}

// prefix names, to the processes in which inputs are tried, the run that they belong to: they may be ended at any moment, so that the
// process which started them removes their virtual hosts.
const prefix = "RABBITMQ_FUZZ_PREFIX"

func newWorld(f testing.TB) *world {
	b := acctest.Broker(f)
	if os.Getenv(prefix) == "" {
		mine := fmt.Sprintf("fuzz-%d-", os.Getpid())
		f.Setenv(prefix, mine)
		f.Cleanup(func() {
			c := b.Admin(f)
			vhosts, err := c.ListVhosts()
			if err != nil {
				f.Error(err)
			}
			for _, vhost := range vhosts {
				if !strings.HasPrefix(vhost.Name, mine) {
					continue
				}
				resp, err := c.DeleteVhost(vhost.Name)
				if err != nil {
					f.Error(err)
					continue
				}
				_ = resp.Body.Close()
			}
		})
	}
	w := &world{broker: b, vhost: fmt.Sprintf("%s%d", os.Getenv(prefix), os.Getpid()), schemas: pt.Schemas(f)}
	of := w.schemas.Provider.ValueType().(tftypes.Object).AttributeTypes
	config := map[string]tftypes.Value{}
	for name, t := range of {
		config[name] = tftypes.NewValue(t, nil)
	}
	for name, text := range map[string]string{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": w.vhost} {
		config[name] = tftypes.NewValue(tftypes.String, text)
	}
	encoded, err := tfprotov6.NewDynamicValue(w.schemas.Provider.ValueType(), tftypes.NewValue(w.schemas.Provider.ValueType(), config))
	if err != nil {
		f.Fatal(err)
	}
	w.provider = encoded.MsgPack
	w.reset(f)
	return w
}

// reset makes the virtual host anew, with what configurations refer to.
func (w *world) reset(t testing.TB) {
	t.Helper()
	w.broker.Try(t, http.MethodDelete, "", "vhosts", w.vhost)
	w.broker.API(t, http.MethodPut, "", "vhosts", w.vhost)
	w.broker.Grant(t, w.vhost, w.broker.Username)
	for _, x := range exchanges {
		w.broker.Exchange(t, w.vhost, x, "topic")
	}
	for _, q := range queues {
		w.broker.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", w.vhost, q)
	}
	w.before = w.holds(t)
}

var exchanges, queues = []string{"there.x", "%2F/ü"}, []string{"there.q", "a%20b+/#"}

// holds lists all that the virtual host holds.
func (w *world) holds(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, kind := range []string{"exchanges", "queues", "bindings", "policies", "operator-policies", "parameters"} {
		var list []map[string]any
		segments := []string{kind, w.vhost}
		if kind == "parameters" {
			segments = []string{kind}
		}
		if err := json.Unmarshal(w.broker.API(t, http.MethodGet, "", segments...), &list); err != nil {
			t.Fatal(err)
		}
		for _, o := range list {
			if o["vhost"] == w.vhost {
				all = append(all, fmt.Sprintf("%s %v %v %v %v", kind, o["name"], o["source"], o["destination"], o["properties_key"]))
			}
		}
	}
	slices.Sort(all)
	return all
}

// leftovers lists what a case has left in the virtual host, or taken from it.
func (w *world) leftovers(t testing.TB) []string {
	t.Helper()
	now := w.holds(t)
	var all []string
	for _, o := range now {
		if !slices.Contains(w.before, o) {
			all = append(all, "left: "+o)
		}
	}
	for _, o := range w.before {
		if !slices.Contains(now, o) {
			all = append(all, "taken: "+o)
		}
	}
	return all
}
