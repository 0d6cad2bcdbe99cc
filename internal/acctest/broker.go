// Package acctest helps acceptance tests: it finds the real broker that they run
// against, gives each test a virtual host and users of its own, and offers a proxy that
// misbehaves on demand.
package acctest

import (
	"crypto/rand"
	"encoding/base64"
	"os"
	"strings"
	"testing"

	rabbithole "github.com/michaelklishin/rabbit-hole/v2"
)

// BrokerInfo tells how to reach the broker under test as an administrator.
type BrokerInfo struct {
	// Endpoint is the management API's base URL, Username and Password those of an
	// administrator.
	Endpoint, Username, Password string
	// AMQPURL is where clients connect; empty if RABBITMQ_TEST_AMQP_URI is not set.
	AMQPURL string
}

// Broker returns the broker that RABBITMQ_TEST_ENDPOINT names (with
// RABBITMQ_TEST_USERNAME and RABBITMQ_TEST_PASSWORD, guest by default, and
// RABBITMQ_TEST_AMQP_URI). As in terraform-plugin-testing, acceptance tests run only if
// TF_ACC is set; they then fail if there is no broker.
func Broker(t testing.TB) *BrokerInfo {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("Acceptance tests skipped unless env 'TF_ACC' set")
	}
	endpoint := os.Getenv("RABBITMQ_TEST_ENDPOINT")
	if endpoint == "" {
		t.Fatal("RABBITMQ_TEST_ENDPOINT names no broker to test against: run make test, which starts one")
	}
	return &BrokerInfo{
		Endpoint: strings.TrimRight(endpoint, "/"),
		Username: env("RABBITMQ_TEST_USERNAME", "guest"),
		Password: env("RABBITMQ_TEST_PASSWORD", "guest"),
		AMQPURL:  os.Getenv("RABBITMQ_TEST_AMQP_URI"),
	}
}

// BasicAuth is the value of the HTTP header Authorization with which the administrator logs in.
func (b *BrokerInfo) BasicAuth() string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(b.Username+":"+b.Password))
}

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// Admin returns a plain client of the management API for preparing and inspecting the
// broker behind the provider's back.
func (b *BrokerInfo) Admin(t testing.TB) *rabbithole.Client {
	t.Helper()
	c, err := rabbithole.NewClient(b.Endpoint, b.Username, b.Password)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Vhost creates a virtual host with a random name, in which the administrator has all
// permissions. It is removed with everything in it when the test ends.
func (b *BrokerInfo) Vhost(t testing.TB) string {
	t.Helper()
	name := randomName()
	b.CreateVhost(t, name)
	return name
}

// CreateVhost does what Vhost does, under a given name.
func (b *BrokerInfo) CreateVhost(t testing.TB, name string) {
	t.Helper()
	c := b.Admin(t)
	if _, err := c.PutVhost(name, rabbithole.VhostSettings{}); err != nil {
		t.Fatalf("creating vhost %q: %v", name, err)
	}
	t.Cleanup(func() {
		_, err := c.DeleteVhost(name)
		if err != nil {
			// The broker closes a connection on which nothing was asked for a minute, just as it is used again.
			_, err = c.DeleteVhost(name)
		}
		if err != nil {
			t.Errorf("removing vhost %q: %v", name, err)
		}
	})
	b.Grant(t, name, b.Username)
}

// User creates a user with the given tags (comma-separated, may be empty) and no
// permissions, with its name as password. It is removed when the test ends.
func (b *BrokerInfo) User(t testing.TB, tags string) string {
	t.Helper()
	c := b.Admin(t)
	name := randomName()
	if _, err := c.PutUser(name, rabbithole.UserSettings{Password: name, Tags: strings.Split(tags, ",")}); err != nil {
		t.Fatalf("creating user %q: %v", name, err)
	}
	t.Cleanup(func() {
		if _, err := c.DeleteUser(name); err != nil {
			t.Errorf("removing user %q: %v", name, err)
		}
	})
	return name
}

// Grant gives a user all permissions in a virtual host.
func (b *BrokerInfo) Grant(t testing.TB, vhost, username string) {
	t.Helper()
	all := rabbithole.Permissions{Configure: ".*", Write: ".*", Read: ".*"}
	if _, err := b.Admin(t).UpdatePermissionsIn(vhost, username, all); err != nil {
		t.Fatalf("granting permissions in vhost %q: %v", vhost, err)
	}
}

func randomName() string { return "acc-" + strings.ToLower(rand.Text()[:12]) }
