//go:build faults

package faults

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// gateway is an HTTP proxy that wants a login: it forwards requests, and makes tunnels, to the broker in front of which it stands,
// whatever host they are for.
func gateway(t *testing.T, plain, encrypted string, tunnels *atomic.Int32) string {
	t.Helper()
	forward := acctest.NewFaultProxy(t, plain)
	forward.On(acctest.Any, -1, func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
		if r.Header.Get("Proxy-Authorization") == "" {
			w.Header().Set("Proxy-Authenticate", "Basic")
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		tunnels.Add(1)
		if r.Method == http.MethodConnect {
			tunnel(t, w, strings.TrimPrefix(encrypted, "https://"))
			return
		}
		forward.ServeHTTP(w, r)
	})
	return strings.TrimPrefix(forward.URL(), "http://")
}

func tunnel(t *testing.T, w http.ResponseWriter, target string) {
	server, err := net.Dial("tcp", target) //nolint:noctx // it ends with the connection
	if err != nil {
		t.Error(err)
		return
	}
	client, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	_, _ = io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n")
	go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
	_, _ = io.Copy(client, server)
	_ = client.Close()
}

// An HTTP proxy is named in the environment or in the provider block. One that wants a login says so, and so does the provider.
func TestAccFaultHTTPProxyWantsALogin(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	for _, scheme := range []string{"http", "https"} {
		for _, where := range []string{"attribute", "environment"} {
			t.Run(scheme+" "+where, func(t *testing.T) {
				t.Parallel()
				c := counting(t)
				vhost := b.Vhost(t)
				ours := newAuthority(t)
				var used atomic.Int32
				proxy := gateway(t, b.Endpoint, ours.serve(b, "broker.example", day, nil), &used)
				// A host that only the proxy knows: none on loopback would be asked by way of a proxy of the environment.
				behind := *b
				behind.Endpoint = scheme + "://broker.example:15672"
				config := func(proxy string) string {
					line := ""
					if where == "attribute" {
						line = setting("proxy", proxy)
					}
					return fmt.Sprintf("provider \"rabbitmq\" {\n%s%s}\nresource \"rabbitmq_exchange\" \"x\" {\n  name = \"x\"\n}\n", setting("cacert_file", ours.file), line)
				}
				w := open(t, &behind, vhost, config("http://"+proxy))
				set := func(proxy string) {
					w.write(config(proxy))
					if where == "environment" {
						w.env = append(w.env, strings.ToUpper(scheme)+"_PROXY="+proxy, "NO_PROXY=")
					}
				}
				set("http://" + proxy)
				c.injected++
				w.refused([]string{"HTTP proxy wants a login", "user:password@"}, "plan")
				set("http://user:secret@" + proxy)
				w.settles(c, b, vhost, []string{"exchange x"})
				w.leaves(c, b, vhost)
				if used.Load() == 0 {
					t.Error("the proxy was not used")
				}
			})
		}
	}
}
