package rabbitmq

import (
	"fmt"
	"net/http"
	"time"
)

const (
	defaultRequestTimeout = 30 * time.Second
	defaultMaxRetries     = 4
	defaultUserAgent      = "terraform-provider-rabbitmq"
)

// NoRetries is a MaxRetries: every request is sent once.
const NoRetries = -1

// Config says how to reach one management API.
type Config struct {
	// Endpoint is the base URL of the management plugin, for example
	// http://127.0.0.1:15672. A path prefix (management.path_prefix) is kept; a
	// trailing slash and a trailing /api are dropped. User information in the URL
	// is refused, since URLs end up in error messages.
	//
	// Several, separated by commas, are nodes of one cluster. The first that answers is used, and the next when it does not.
	Endpoint string
	// Username and Password are sent with HTTP basic authentication.
	Username, Password string
	// Insecure switches off the verification of the server's certificate.
	Insecure bool
	// CACertFile is a PEM file whose certificates are trusted instead of the
	// system's. ClientCertFile and ClientKeyFile, given together, are presented to
	// the server.
	CACertFile, ClientCertFile, ClientKeyFile string
	// Proxy is the URL of an HTTP, HTTPS or SOCKS5 proxy. Empty means what the
	// environment (HTTPS_PROXY and so on) says.
	Proxy string
	// Headers are added to every request and win over the client's own, including
	// Authorization and Host. Their values are never logged or put in an error.
	Headers map[string]string
	// RequestTimeout limits each attempt of a request, from dialling to the last
	// byte of the answer. Zero means 30 s.
	RequestTimeout time.Duration
	// MaxRetries is how often a request is repeated after the first attempt. Zero
	// means 4, NoRetries means never.
	MaxRetries int
	// UserAgent is sent as such. Empty means the name of the provider.
	UserAgent string
}

// Client talks to one RabbitMQ cluster. It is safe for concurrent use.
type Client struct {
	// endpoint is the first of them, with which requests are made; the transport sends them to the one in use.
	endpoint  string
	username  string
	password  string
	transport *transport

	// otherwiseAuthorized is true if a header says who asks, and not username.
	otherwiseAuthorized bool

	overview    memo[Overview]
	identity    memo[Identity]
	denied      memo[[]string]
	readable    perVhost[struct{}]
	permissions perVhost[Permission]
	totals      perVhost[map[string]QueueDetails]
	unborn      perVhost[map[string]bool]
	lists       listings
}

// New checks the configuration and prepares a client. It reads certificate files
// but makes no request. An error is a *ConfigError.
func New(cfg Config) (*Client, error) {
	all, err := endpointList(cfg.Endpoint)
	if err != nil {
		return nil, &ConfigError{"Endpoint", err}
	}
	otherwiseAuthorized := false
	for name, value := range cfg.Headers {
		otherwiseAuthorized = otherwiseAuthorized || http.CanonicalHeaderKey(name) == "Authorization"
		if err := CheckHeader(name, value); err != nil {
			return nil, &ConfigError{"Headers", err}
		}
	}
	if cfg.RequestTimeout < 0 {
		return nil, &ConfigError{"RequestTimeout", fmt.Errorf("the request timeout is %s; it must be positive", cfg.RequestTimeout)}
	}
	if cfg.RequestTimeout == 0 {
		cfg.RequestTimeout = defaultRequestTimeout
	}
	if cfg.MaxRetries == 0 {
		cfg.MaxRetries = defaultMaxRetries
	}
	cfg.MaxRetries = max(cfg.MaxRetries, 0)
	if cfg.UserAgent == "" {
		cfg.UserAgent = defaultUserAgent
	}
	t, err := newTransport(all, cfg)
	if err != nil {
		return nil, err
	}
	return &Client{
		endpoint: all[0], username: cfg.Username, password: cfg.Password, transport: t, otherwiseAuthorized: otherwiseAuthorized,
	}, nil
}

// Username is the user as whom the client logs in.
func (c *Client) Username() string { return c.username }
