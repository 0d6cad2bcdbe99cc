package provider_test

import (
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// Settings that no connection can be made with.
var unusable = []struct {
	attribute string
	value     any
}{
	{"endpoint", ""}, {"endpoint", "127.0.0.1:15672"}, {"endpoint", "broker"}, {"endpoint", "http://"}, {"endpoint", "http://:15672"},
	{"endpoint", "amqp://127.0.0.1:5672"}, {"endpoint", "amqps://127.0.0.1"}, {"endpoint", "ftp://127.0.0.1"}, {"endpoint", "http://127.0.0.1:99999"},
	{"endpoint", "http://127.0.0.1:0"}, {"endpoint", "http://127.0.0.1:http"}, {"endpoint", "http://s3cr3t@127.0.0.1"}, {"endpoint", "http://a b"},
	{"endpoint", "http://127.0.0.1?s3cr3t"},
	{"endpoint", "http://127.0.0.1:15672,"}, {"endpoint", "http://a:15672,http://s3cr3t@b:15672"}, {"endpoint", "http://a:15672,http://a:15672/"},
	{"proxy", "127.0.0.1:3128"}, {"proxy", "http://"}, {"proxy", "ftp://s3cr3t@proxy"}, {"proxy", "http://u:s3cr3t@proxy:99999"}, {"proxy", "http://u:s3cr3t@b:x@proxy:port"},
	{"headers", pt.Object{"": "s3cr3t"}}, {"headers", pt.Object{"X Token": "s3cr3t"}}, {"headers", pt.Object{"X-Token\n": "s3cr3t"}}, {"headers", pt.Object{"X-Tök": "s3cr3t"}},
	{"headers", pt.Object{"X-Token": "s3cr3t\r\nX-Other: 1"}}, {"headers", pt.Object{"X-Token": "s3cr3t\x00"}}, {"headers", pt.Object{"X-Token": nil}},
	{"vhost", ""},
}

func TestSettingsThatNoConnectionCanBeMadeWithAreRefusedInValidation(t *testing.T) {
	for _, c := range unusable {
		validating, _ := pt.ProviderBlock(t, with(connection, pt.Object{c.attribute: c.value}))
		if !names(t, validating, c.attribute) {
			t.Errorf("%s = %q: %+v", c.attribute, c.value, validating)
		}
	}
}

// connection is one to a broker that nobody asks.
var connection = pt.Object{"endpoint": "http://127.0.0.1:15672", "username": "guest", "password": "guest"}

// names reports whether one error is said, which names the attribute, and no secret.
func names(t *testing.T, all []pt.Diagnostic, attribute string) bool {
	t.Helper()
	for _, d := range all {
		if strings.Contains(d.Summary+d.Detail, "s3cr3t") {
			t.Errorf("a secret is said: %+v", d)
		}
	}
	return len(all) == 1 && all[0].Severity == "error" && all[0].Detail != "" && (all[0].Attribute == attribute || strings.HasPrefix(all[0].Attribute, attribute+"."))
}

// What the environment says, and files, are looked at when the provider is used: a machine that only validates need not have them.
func TestSettingsThatNoConnectionCanBeMadeWithAreRefusedInThePlan(t *testing.T) {
	noCertificate := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(noCertificate, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		attribute    string
		without, and pt.Object
		variable     [2]string
	}{
		{attribute: "cacert_file", and: pt.Object{"cacert_file": noCertificate}},
		{attribute: "cacert_file", and: pt.Object{"cacert_file": noCertificate + ".missing"}},
		{attribute: "cacert_file", variable: [2]string{"RABBITMQ_CACERT", noCertificate}},
		{attribute: "clientcert_file", and: pt.Object{"clientcert_file": noCertificate, "clientkey_file": noCertificate}},
		{attribute: "endpoint", without: pt.Object{"endpoint": nil}, variable: [2]string{"RABBITMQ_ENDPOINT", "127.0.0.1:15672"}},
		{attribute: "insecure", variable: [2]string{"RABBITMQ_INSECURE", "maybe"}},
	} {
		t.Run(c.attribute, func(t *testing.T) {
			if c.variable[0] != "" {
				t.Setenv(c.variable[0], c.variable[1])
			}
			validating, configuring := pt.ProviderBlock(t, with(with(connection, c.without), c.and))
			if len(validating) > 0 || !names(t, configuring, c.attribute) || !strings.Contains(configuring[0].Detail, c.variable[0]) {
				t.Errorf("%+v: %+v, %+v", c, validating, configuring)
			}
		})
	}
}

func TestSettingsThatAreNotKnownYetAreNoError(t *testing.T) {
	for _, attribute := range []string{"endpoint", "proxy", "cacert_file", "headers", "vhost"} {
		config := maps.Clone(connection)
		config[attribute] = pt.Unknown{}
		if validating, configuring := pt.ProviderBlock(t, config); len(validating)+len(configuring) > 0 {
			t.Errorf("%s: %+v, %+v", attribute, validating, configuring)
		}
	}
	headers := with(connection, pt.Object{"headers": pt.Object{"X-Token": pt.Unknown{}}})
	if validating, configuring := pt.ProviderBlock(t, headers); len(validating)+len(configuring) > 0 {
		t.Errorf("a header: %+v, %+v", validating, configuring)
	}
}

// A broker that is not there may be made by the same apply. A server that is there and is no management API will be no other then.
func TestAccAServerOfAnotherKindIsAnErrorOfThePlan(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	amqp, err := url.Parse(b.AMQPURL)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(endpoint, message string) resource.TestStep {
		other := *b
		other.Endpoint = endpoint
		return resource.TestStep{Config: acctest.Config(&other, vhost, everything), PlanOnly: true, ExpectError: regexp.MustCompile(message)}
	}
	pt.Run(t,
		refused("http://"+amqp.Host, `(?s)speaks\s+AMQP.*15672`),
		refused("https://"+amqp.Host, `(?s)does\s+not\s+look\s+like\s+a\s+TLS`),
		refused(strings.Replace(b.Endpoint, "http://", "https://", 1), `(?s)HTTP\s+response\s+to\s+HTTPS\s+client`),
	)
}
