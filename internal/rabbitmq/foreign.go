package rabbitmq

import (
	"crypto/tls"
	"errors"
	"net/http"
	"slices"
	"strings"
)

// errForeignProtocol means that a server answered which does not speak the protocol that it was asked in, and never will.
type errForeignProtocol struct {
	err    error
	advice string
}

func (e *errForeignProtocol) Error() string { return e.err.Error() + ". " + e.advice }

func (e *errForeignProtocol) Unwrap() error { return e.err }

// malformed are words of net/http about answers that are no HTTP.
var malformed = []string{"malformed HTTP", "malformed MIME header", "bad Content-Length", "unsupported transfer encoding"}

// foreignProtocol tells such an error of net/http, which has no type for an answer that is not HTTP, from others.
func foreignProtocol(err error) error {
	var record tls.RecordHeaderError
	switch text := err.Error(); {
	case errors.As(err, &record) && string(record.RecordHeader[:]) == "HTTP/":
		return &errForeignProtocol{http.ErrSchemeMismatch, "The server does not encrypt: begin the endpoint with http://"}
	case strings.Contains(text, `malformed HTTP response "AMQP`):
		return &errForeignProtocol{err, "The server speaks AMQP: the endpoint is where the management plugin listens, by default at port 15672, or 15671 with TLS"}
	case slices.ContainsFunc(malformed, func(words string) bool { return strings.Contains(text, words) }):
		return &errForeignProtocol{err, "The server does not speak HTTP: the endpoint is where the management plugin listens, by default at port 15672, or 15671 with TLS"}
	}
	return err
}

// Lasting reports whether a server is there that would answer any other request in the same way: it speaks another protocol, or one of
// the certificates is not accepted.
func (e *RequestError) Lasting() bool {
	var timeout *errRequestTimeout
	return lasting(e.Err) && !errors.As(e.Err, &timeout)
}
