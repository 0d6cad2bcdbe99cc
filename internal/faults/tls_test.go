//go:build faults

package faults

import (
	"fmt"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

const day = 24 * time.Hour

// A certificate that is not accepted, on either side, is an error of the plan that says what to do. It is said at once, since asking
// again would change nothing.
func TestAccFaultCertificatesAreNotAccepted(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	for name, c := range map[string]struct {
		// setup returns the endpoint and the settings of a provider block that does not work, and of one that does.
		setup func(ours, others *authority) (endpoint, broken, working string)
		words []string
	}{
		"private authority": {func(ours, _ *authority) (string, string, string) {
			return ours.serve(b, "127.0.0.1", day, nil), "", setting("cacert_file", ours.file)
		}, []string{"unknown authority", "cacert_file"}},
		"wrong authority": {func(ours, others *authority) (string, string, string) {
			return ours.serve(b, "127.0.0.1", day, nil), setting("cacert_file", others.file), setting("cacert_file", ours.file)
		}, []string{"unknown authority", "cacert_file"}},
		"expired": {func(ours, _ *authority) (string, string, string) {
			return ours.serve(b, "127.0.0.1", -time.Hour, nil), setting("cacert_file", ours.file), "insecure = true\n"
		}, []string{"expired", "renew it", "clock"}},
		"another host": {func(ours, _ *authority) (string, string, string) {
			return ours.serve(b, "broker.example", day, nil), setting("cacert_file", ours.file), "insecure = true\n"
		}, []string{"127.0.0.1", "other names than the endpoint"}},
		"no client certificate": {func(ours, others *authority) (string, string, string) {
			trust := setting("cacert_file", ours.file)
			return ours.serve(b, "127.0.0.1", day, others), trust, trust + client(others.pair("client", day))
		}, []string{"certificate required", "clientcert_file", "clientkey_file"}},
		"client certificate of another authority": {func(ours, others *authority) (string, string, string) {
			trust := setting("cacert_file", ours.file)
			return ours.serve(b, "127.0.0.1", day, others), trust + client(ours.pair("client", day)), trust + client(others.pair("client", day))
		}, []string{"clientcert_file", "authority that the broker trusts"}},
		"expired client certificate": {func(ours, others *authority) (string, string, string) {
			trust := setting("cacert_file", ours.file)
			return ours.serve(b, "127.0.0.1", day, others), trust + client(others.pair("client", -time.Hour)), trust + client(others.pair("client", day))
		}, []string{"clientcert_file", "expired"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tally := counting(t)
			endpoint, broken, working := c.setup(newAuthority(t), newAuthority(t))
			encrypted := *b
			encrypted.Endpoint = endpoint
			vhost := b.Vhost(t)
			const config = "provider \"rabbitmq\" {\n%s}\nresource \"rabbitmq_exchange\" \"x\" {\n  name = \"x\"\n}\n"
			w := open(t, &encrypted, vhost, fmt.Sprintf(config, broken))
			tally.injected++
			began := time.Now()
			w.refused(c.words, "plan")
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %s to say so", took)
			}
			w.write(fmt.Sprintf(config, working))
			w.settles(tally, b, vhost, []string{"exchange x"})
			w.leaves(tally, b, vhost)
		})
	}
}

func setting(name, value string) string { return name + " = " + acctest.HCL(value) + "\n" }

func client(certFile, keyFile string) string {
	return setting("clientcert_file", certFile) + setting("clientkey_file", keyFile)
}
