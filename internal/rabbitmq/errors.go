package rabbitmq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// APIError is an answer of RabbitMQ with a status of 400 or more.
type APIError struct {
	// Method and Path are those of the request; Path is escaped and has no query.
	Method, Path string
	// Status is the HTTP status.
	Status int
	// Code is the broker's `error` field, such as "bad_request" or "not_authorised".
	Code string
	// Reason is the broker's `reason` field, unchanged. Empty if there is none.
	Reason string
	// Username is who asked, and Vhost the virtual host of Path, if it names one.
	Username, Vhost string
	// Lacking are the permissions of which the user lacks at least one, such as `write on exchange "x"`. Empty if that is not known.
	Lacking []string
}

// Error tells what was refused, the broker's words, and for a 401 what to check.
func (e *APIError) Error() string {
	words := e.Reason
	if words == "" {
		words = e.Code
	}
	if words == "" && e.Status == http.StatusMethodNotAllowed && strings.Contains(e.Path, "/operator-policies/") {
		words = "its configuration forbids changes of operator policies (management.restrictions.operator_policy_changes.disabled)"
	}
	if words == "" {
		words = "no reason given"
	}
	words = lineBreaks.ReplaceAllString(words, ": ")
	text := fmt.Sprintf("RabbitMQ answered %d %s to %s %s: %s", e.Status, http.StatusText(e.Status), e.Method, e.Path, words)
	if e.Status == http.StatusTooManyRequests {
		return strings.TrimSuffix(text, ".") + ". " + tooMany
	}
	if e.Status != http.StatusUnauthorized && e.Status != http.StatusForbidden {
		return text
	}
	return strings.TrimSuffix(text, ".") + ". " + e.advice()
}

// tooMany is what to do about a 429, which something in front of the broker answers.
const tooMany = "Fewer requests are taken than are made: lower Terraform's -parallelism, or raise max_retries"

// lineBreaks stand between a verdict and its grounds ("Validation failed\n\n...").
var lineBreaks = regexp.MustCompile(`\s*\n\s*`)

// advice tells the four kinds of 401 apart. RabbitMQ spells the code of failed
// authentication "not_authorized" and that of a missing permission "not_authorised"
// (deps/rabbitmq_web_dispatch/src/rabbit_web_dispatch_access_control.erl).
func (e *APIError) advice() string {
	switch {
	case e.BadCredentials():
		return fmt.Sprintf("The user name or password is wrong for user %q, or the user may not log in from here (guest may only from localhost)", e.Username)
	case strings.Contains(e.Reason, "Not management user"):
		return fmt.Sprintf("User %q has no tag that allows the management API (management, policymaker, monitoring or administrator)", e.Username)
	case strings.Contains(e.Reason, "virtual host"):
		return fmt.Sprintf("User %q has no permissions in vhost %q (rabbitmqctl set_permissions -p %q %q '.*' '.*' '.*')", e.Username, e.Vhost, e.Vhost, e.Username)
	case strings.Contains(e.Path, "/operator-policies/"):
		return fmt.Sprintf("User %q lacks the tag administrator, which operator policies need (rabbitmqctl set_user_tags %q administrator)", e.Username, e.Username)
	case strings.Contains(e.Path, "/parameters/shovel/"):
		return fmt.Sprintf("User %q lacks the tag policymaker, which shovels need (rabbitmqctl set_user_tags %q policymaker)", e.Username, e.Username)
	case strings.Contains(e.Path, "/policies/"):
		return fmt.Sprintf("User %q lacks the tag policymaker, which policies need (rabbitmqctl set_user_tags %q policymaker)", e.Username, e.Username)
	case len(e.Lacking) > 0:
		return e.rightsAdvice()
	case e.Vhost != "":
		return fmt.Sprintf("User %q lacks a permission in vhost %q: configure on what it declares or deletes; read on a queue and write on its "+
			"dead-letter exchange; for bindings write on the destination and read on the source. Names that begin with amq. are reserved", e.Username, e.Vhost)
	}
	return fmt.Sprintf("User %q lacks the tag or permission for this", e.Username)
}

// BadCredentials says that the broker did not accept user name and password.
func (e *APIError) BadCredentials() bool {
	return e.Status == http.StatusUnauthorized && e.Code == "not_authorized" && !strings.Contains(e.Reason, "management user")
}

// NotManagementAPIError means that something answered which is not RabbitMQ's
// management API: a proxy, another service, another path.
type NotManagementAPIError struct {
	Method, Path string
	Status       int
	// Endpoint is which of several endpoints answered, empty if there is one.
	Endpoint string
	// Excerpt is the beginning of what was answered, or the target of a redirect.
	Excerpt string
}

func (e *NotManagementAPIError) Error() string {
	got := fmt.Sprintf("the body begins %q", e.Excerpt)
	if e.Status >= 300 && e.Status < 400 {
		got = fmt.Sprintf("a redirect to %q, which is not followed", e.Excerpt)
	} else if e.Excerpt == "" {
		got = "an empty body"
	}
	advice := "Check the endpoint: it is the base URL of the management plugin, without /api"
	switch {
	case e.Status == http.StatusTooManyRequests:
		advice = tooMany
	case e.Status == http.StatusProxyAuthRequired:
		advice = proxyLogin
	case e.Status >= 500:
		advice = "A proxy or load balancer in front of the broker seems to have answered: is the broker running?"
	}
	where := ""
	if e.Endpoint != "" {
		where = " of " + e.Endpoint
	}
	return fmt.Sprintf("the answer%s to %s %s (status %d) does not come from RabbitMQ's management API: %s. %s", where, e.Method, e.Path, e.Status, got, advice)
}

// RequestError means that a request got no complete answer.
type RequestError struct {
	Method, Path string
	// Attempts is how often it was sent, Elapsed the time this took in all.
	Attempts int
	Elapsed  time.Duration
	Err      error
}

func newRequestError(req *http.Request, err error, attempts int, elapsed time.Duration) *RequestError {
	return &RequestError{Method: req.Method, Path: req.URL.EscapedPath(), Attempts: attempts, Elapsed: elapsed, Err: withoutURL(err)}
}

func (e *RequestError) Error() string {
	why := noAnswer(e.Err)
	if e.Attempts > 1 {
		why += fmt.Sprintf(" (%d attempts in %s)", e.Attempts, e.Elapsed.Round(100*time.Millisecond))
	}
	return fmt.Sprintf("%s %s got no answer: %s", e.Method, e.Path, why)
}

// noAnswer says why there is no answer.
func noAnswer(err error) string {
	var timeout *errRequestTimeout
	var resolving *net.DNSError
	var several *errEndpoints
	switch {
	case errors.As(err, &several):
		return several.Error()
	case errors.As(err, &timeout):
		return err.Error() + " (request_timeout)"
	case errors.Is(err, context.Canceled):
		return "the operation was cancelled: " + err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return "the operation's own deadline passed: " + err.Error()
	case errors.As(err, &resolving):
		return fmt.Sprintf("the host name %q cannot be resolved (%s)", resolving.Name, resolving.Err)
	}
	text := err.Error()
	advice := certificateAdvice(err)
	if proxyRefuses(err) {
		advice = proxyLogin
	}
	if advice == "" {
		return text
	}
	return strings.TrimSuffix(text, ".") + ". " + advice
}

// proxyLogin is what to do about a proxy that asks who comes.
const proxyLogin = "The HTTP proxy wants a login: write it into proxy, or the environment variable, as http://user:password@proxy:port"

// proxyRefuses says that a proxy did not let a connection through for want of a login: net/http has no type for it.
func proxyRefuses(err error) bool {
	return strings.Contains(err.Error(), http.StatusText(http.StatusProxyAuthRequired))
}

// Unwrap returns the cause: context.Canceled, context.DeadlineExceeded or an error
// of the network.
func (e *RequestError) Unwrap() error { return e.Err }

// withoutURL takes off the *url.Error that each http.Client puts around an error:
// method and path are said once, by this package.
func withoutURL(err error) error {
	for {
		u, ok := err.(*url.Error) //nolint:errorlint // only the outermost layers
		if !ok {
			return err
		}
		err = u.Err
	}
}

// checkAnswer turns every answer that is not a success of RabbitMQ into an error.
func checkAnswer(req *http.Request, username string, resp *http.Response, body []byte) error {
	path := req.URL.EscapedPath()
	foreign := &NotManagementAPIError{Method: req.Method, Path: path, Status: resp.StatusCode, Excerpt: excerpt(body)}
	switch {
	case resp.StatusCode < 300:
		if len(body) > 0 && !json.Valid(body) {
			return foreign
		}
		// RabbitMQ has a body in every 200, and answers PUT and DELETE with 201 or 204.
		written := req.Method == http.MethodPut || req.Method == http.MethodDelete
		if resp.StatusCode == http.StatusOK && (len(body) == 0 || written) {
			return foreign
		}
		return nil
	case resp.StatusCode < 400:
		foreign.Excerpt = resp.Header.Get("Location")
		return foreign
	}
	e := &APIError{Method: req.Method, Path: path, Status: resp.StatusCode, Username: username, Vhost: vhostOfPath(path)}
	var fields struct {
		Error  any `json:"error"`
		Reason any `json:"reason"`
	}
	if json.Unmarshal(body, &fields) == nil && fields.Error != nil {
		e.Code, e.Reason = words(fields.Error), words(fields.Reason)
		return e
	}
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusProxyAuthRequired:
		return foreign
	}
	if len(body) == 0 {
		// RabbitMQ leaves it at the status for 405, 406, 413, 415 and some 500.
		return e
	}
	return foreign
}

// words gives the broker's text. Some reasons are arrays, such as
// ["not_boolean","yes"].
func words(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		// Up to 4.2 some reasons are escaped for HTML, Erlang's <<"x">> in them.
		return strings.TrimSpace(html.UnescapeString(v))
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

func excerpt(body []byte) string {
	const limit = 120
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(body), "?")), " ")
	if len(s) <= limit {
		return s
	}
	s = s[:limit]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s + "..."
}
