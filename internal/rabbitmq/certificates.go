package rabbitmq

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"
)

// certificateAdvice says what to do about a certificate that is not accepted, on either side.
func certificateAdvice(err error) string {
	var (
		authority x509.UnknownAuthorityError
		hostname  x509.HostnameError
		invalid   x509.CertificateInvalidError
		alert     *net.OpError
	)
	switch {
	case errors.As(err, &authority):
		return "The broker's certificate is not signed by an authority that is trusted here: name the PEM file of its authority in cacert_file"
	case errors.As(err, &hostname):
		return "The broker's certificate is for other names than the endpoint has: write in endpoint one that it is for, or have a certificate made for this one"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "The broker's certificate has expired or is not valid yet: renew it on the broker, or set the clock of this machine"
	case errors.As(err, &invalid):
		return "The broker's certificate cannot be used: have another made"
	case errors.As(err, &alert) && alert.Op == "remote error":
		return alertAdvice(alert.Err)
	}
	return ""
}

// alertAdvice is about alerts that a server sends: the names of those about certificates are in RFC 8446, 6.2.
func alertAdvice(err error) string {
	var alert tls.AlertError
	text := err.Error()
	if errors.As(err, &alert) {
		text = alert.Error()
	}
	switch {
	case strings.Contains(text, "certificate required"), strings.Contains(text, "handshake failure"):
		return "The broker asks for a client certificate: name its files in clientcert_file and clientkey_file"
	case strings.Contains(text, "expired certificate"):
		return "The client certificate in clientcert_file has expired: renew it"
	case strings.Contains(text, "certificate"):
		return "The broker does not accept the client certificate in clientcert_file: it has to be signed by an authority that the broker trusts"
	}
	return ""
}
