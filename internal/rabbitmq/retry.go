package rabbitmq

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// tries counts the attempts of one request. It travels in the context because
// go-retryablehttp tells its policy neither the request nor the attempt's number.
type tries struct {
	// lost are the attempts that got no answer, each endpoint by itself.
	lost      int
	n         int
	internals int
	// endpoint is where the last answer came from.
	endpoint string
}

type triesKey struct{}

// checkRetry repeats what may succeed a moment later: connections that are refused,
// reset or cut, 429 and 5xx. All methods count, since declaring, binding and
// deleting are idempotent in this API.
//
// Not repeated are certificate errors and host names that do not exist, which do not heal, and the request timeout: a
// broker that needs more than that is slow, and more of the same request would add
// to what keeps it. A 500 is repeated once only, since RabbitMQ also answers it to
// requests it cannot make sense of.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if err != nil {
		return heals(err), nil
	}
	switch {
	case resp.StatusCode == http.StatusInternalServerError:
		if t, ok := ctx.Value(triesKey{}).(*tries); ok {
			t.internals++
			return t.internals < 2, nil
		}
		return false, nil
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 502:
		return true, nil
	}
	return false, nil
}

// heals says that a failed attempt may succeed some seconds later: at one of the endpoints, if there are several.
func heals(err error) bool {
	var several *errEndpoints
	if errors.As(err, &several) && !lasting(err) {
		return slices.ContainsFunc(several.failures, heals)
	}
	return !lasting(err) && !hostMissing(err)
}

// backoff doubles the wait with each attempt and honours Retry-After, but not one
// that would look like a hang.
func backoff(shortest, longest time.Duration, attempt int, resp *http.Response) time.Duration {
	return min(retryablehttp.DefaultBackoff(shortest, longest, attempt, resp), longest)
}

// hostMissing says that the host of the endpoint, or of the proxy, has no address. It may get one by the same apply, so that it is not
// lasting.
func hostMissing(err error) bool {
	var resolving *net.DNSError
	return errors.As(err, &resolving) && resolving.IsNotFound
}

// lasting says that a failed attempt would fail again.
func lasting(err error) bool {
	var (
		timeout     *errRequestTimeout
		certificate *tls.CertificateVerificationError
		authority   x509.UnknownAuthorityError
		hostname    x509.HostnameError
		invalid     x509.CertificateInvalidError
		record      tls.RecordHeaderError
		foreign     *errForeignProtocol
		cluster     *errOtherCluster
		unsaid      *errNoCluster
		network     *net.OpError
	)
	if errors.As(err, &network) && network.Op == "remote error" {
		// This is how crypto/tls reports an alert, such as one about our certificate.
		return true
	}
	return errors.As(err, &timeout) || errors.As(err, &certificate) || errors.As(err, &authority) ||
		errors.As(err, &hostname) || errors.As(err, &invalid) || errors.As(err, &record) || errors.As(err, &foreign) || proxyRefuses(err) || errors.As(err, &cluster) ||
		errors.As(err, &unsaid)
}
