package rabbitmq

import (
	"crypto/tls"
	"encoding/pem"
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// encrypted puts TLS in front of the broker and returns its URL and a CA file.
func encrypted(t *testing.T, b *acctest.BrokerInfo, auth tls.ClientAuthType) (endpoint, caFile string) {
	t.Helper()
	target, err := url.Parse(b.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }})
	s.TLS = &tls.Config{ClientAuth: auth, MinVersion: tls.VersionTLS12}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	caFile = filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := os.WriteFile(caFile, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return s.URL, caFile
}

func TestAccCertificatesAreVerified(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	endpoint, caFile := encrypted(t, b, tls.NoClientCert)

	start := time.Now()
	_, err := client(t, b, endpoint).Overview(t.Context())
	wantWords(t, err, "certificate", "unknown authority")
	if d := time.Since(start); d > 900*time.Millisecond {
		t.Errorf("an untrusted certificate was tried again: %s", d)
	}
	if _, err := client(t, b, endpoint, func(c *Config) { c.CACertFile = caFile }).Overview(t.Context()); err != nil {
		t.Errorf("with the CA: %v", err)
	}
	if _, err := client(t, b, endpoint, func(c *Config) { c.Insecure = true }).Overview(t.Context()); err != nil {
		t.Errorf("insecure: %v", err)
	}
}

func TestAccClientCertificatesArePresented(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	endpoint, caFile := encrypted(t, b, tls.RequireAnyClientCert)
	trusting := func(c *Config) { c.CACertFile = caFile }

	start := time.Now()
	_, err := client(t, b, endpoint, trusting).Overview(t.Context())
	wantWords(t, err, "certificate required")
	if d := time.Since(start); d > 900*time.Millisecond {
		t.Errorf("a missing certificate was tried again: %s", d)
	}
	certFile, keyFile := keyPair(t)
	c := client(t, b, endpoint, trusting, func(c *Config) { c.ClientCertFile, c.ClientKeyFile = certFile, keyFile })
	if _, err := c.Overview(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAccTheProxyIsUsed(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	p := acctest.NewFaultProxy(t, b.Endpoint)
	c := client(t, b, "http://broker.invalid:15672", func(c *Config) { c.Proxy = p.URL() })
	if _, err := c.Overview(t.Context()); err != nil || p.Requests() != 1 {
		t.Errorf("%v, %v", err, p.Log())
	}
}
