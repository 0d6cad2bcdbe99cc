//go:build faults

package faults

import (
	"archive/zip"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// password is that of a user of its own, token what a header carries, and key what stands in a file that is no key.
const (
	password = "correct-horse-battery-staple"
	token    = "s3cr3t-token-0123456789"
	key      = "no-key-but-a-secret-all-the-same"
)

// traced makes Terraform and the provider log all that they can, to a file.
func (w *workspace) traced(env ...string) (log string) {
	log = filepath.Join(w.dir, "trace.log")
	w.env = append(w.env, "TF_LOG=TRACE", "TF_LOG_PROVIDER=TRACE", "TF_LOG_SDK=TRACE", "TF_LOG_SDK_PROTO=TRACE", "TF_LOG_SDK_FRAMEWORK=TRACE", "TF_LOG_PATH="+log)
	w.env = append(w.env, env...)
	return log
}

// conceals requires that no secret is in a text.
func conceals(t *testing.T, username, what, text string) {
	t.Helper()
	for _, secret := range []string{password, token, key, base64.StdEncoding.EncodeToString([]byte(username + ":" + password))} {
		if at := strings.Index(text, secret); at >= 0 {
			t.Errorf("%s has a secret: %.300q", what, text[max(0, at-150):])
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// unzipped is all that a plan file contains.
func unzipped(t *testing.T, file string) string {
	t.Helper()
	archive, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	var all strings.Builder
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, r); err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
	}
	return all.String()
}

const some = `
resource "rabbitmq_exchange" "x" {
  name = "x"
}
resource "rabbitmq_queue" "q" {
  name = "q"
}
resource "rabbitmq_binding" "b" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
}
resource "rabbitmq_policy" "p" {
  name        = "p"
  pattern     = "^p"
  message_ttl = "1h"
}
`

func TestAccNoLogNoPlanAndNoStateHasThePassword(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	user := *b
	user.Username, user.Password = b.User(t, "policymaker"), password
	b.API(t, http.MethodPut, `{"password":"`+password+`","tags":"policymaker"}`, "users", user.Username)
	b.Grant(t, vhost, user.Username)

	w := open(t, &user, vhost, some)
	log := w.traced()
	w.succeeds("plan", "-out=plan.zip")
	show := exec.CommandContext(t.Context(), os.Getenv("TF_ACC_TERRAFORM_PATH"), "show", "-json", "plan.zip")
	show.Dir, show.Env = w.dir, w.env
	shown, err := show.CombinedOutput()
	if err != nil || !strings.Contains(string(shown), "rabbitmq_queue.q") {
		t.Fatalf("%v: %s", err, shown)
	}
	conceals(t, user.Username, "the plan, shown", string(shown))
	conceals(t, user.Username, "the plan", unzipped(t, filepath.Join(w.dir, "plan.zip")))
	w.succeeds(apply...)
	conceals(t, user.Username, "the state", read(t, filepath.Join(w.dir, "terraform.tfstate")))
	w.write(some + "resource \"rabbitmq_exchange\" \"no\" {\n  name = \"no\"\n  type = \"no-such-type\"\n}\n")
	_, refused := w.terraform(apply...)
	conceals(t, user.Username, "an error", refused)

	// What is written in the configuration Terraform may quote; the provider does not.
	w.write("provider \"rabbitmq\" {\n  headers = { \"X-Token\" = \"" + token + "\" }\n}\n" + some)
	w.succeeds(apply...)
	w.succeeds(destroy...)
	logged := read(t, log)
	if !strings.Contains(logged, "tf_rpc=ApplyResourceChange") {
		t.Fatalf("the provider logs nothing: %.500s", logged)
	}
	conceals(t, user.Username, "the log", logged)
	fmt.Printf("secrets: looked for in %d bytes of logs, and in plan, state and errors; found in none\n", len(logged))
}

// Errors about the connection do not repeat what it is made with.
func TestAccNoErrorHasThePassword(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	noKey := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(noKey, []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	var asked []string
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked = append(asked, r.Header.Get("Authorization")) }))
	t.Cleanup(elsewhere.Close)
	answers := func(answer http.HandlerFunc) string {
		server := httptest.NewServer(answer)
		t.Cleanup(server.Close)
		return server.URL
	}
	withUser := func(url string) string { return strings.Replace(url, "://", "://u:"+password+"@", 1) }
	const provider = "provider \"rabbitmq\" {\n  max_retries = 0\n  %s\n}\n"
	for name, c := range map[string]struct{ endpoint, settings, says string }{
		"user information": {withUser(b.Endpoint), "", "user name or password before the host"},
		"nobody listens":   {"http://127.0.0.1:1", "", "connection refused"},
		"no TLS":           {strings.Replace(b.Endpoint, "http://", "https://", 1), "", "does not encrypt"},
		"a wrong password": {b.Endpoint, "", "password is wrong"},
		"a redirect": {answers(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, withUser(elsewhere.URL), http.StatusFound)
		}), "", "a redirect to"},
		"a page": {answers(func(w http.ResponseWriter, r *http.Request) { _, _ = fmt.Fprint(w, r.Header, password) }), "", "does not come from RabbitMQ"},
		"a body of errors": {answers(func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, `{"error":"bad_request","reason":"`+r.Header.Get("Authorization")+` `+password+`"}`, 400)
		}), "", "(concealed)"},
		"a proxy":            {b.Endpoint, `proxy = nonsensitive(sensitive(base64decode("` + base64.StdEncoding.EncodeToString([]byte("http://u:"+password+"@127.0.0.1:1")) + `")))`, "proxyconnect"},
		"a proxy that is no": {b.Endpoint, `proxy = base64decode("` + base64.StdEncoding.EncodeToString([]byte("http://u:"+password+"@b:x@proxy:port")) + `")`, "proxy"},
		"a key that is none": {b.Endpoint, `clientcert_file = "` + noKey + "\"\n  clientkey_file = \"" + noKey + `"`, "client certificate"},
		"no authority":       {b.Endpoint, `cacert_file = "` + noKey + `"`, "cacert_file"},
	} {
		t.Run(name, func(t *testing.T) {
			user := *b
			user.Username, user.Password, user.Endpoint = "somebody", password, c.endpoint
			w := open(t, &user, vhost, fmt.Sprintf(provider, c.settings)+some)
			log := w.traced()
			ok, said := w.terraform(apply...)
			if ok || !strings.Contains(said, c.says) {
				t.Fatalf("%q is not said: %s", c.says, said)
			}
			conceals(t, user.Username, "an error", said)
			conceals(t, user.Username, "the log", read(t, log))
		})
	}
	if len(asked) > 0 {
		t.Errorf("a redirect was followed, with %q", asked)
	}
}
