package rabbitmq

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
)

func tlsConfig(cfg Config) (*tls.Config, error) {
	// The user asks for it in so many words, with the same name in the
	// configuration.
	c := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: cfg.Insecure} //nolint:gosec
	if cfg.CACertFile != "" {
		pem, err := os.ReadFile(cfg.CACertFile)
		if err != nil {
			return nil, &ConfigError{"CACertFile", fmt.Errorf("reading the CA certificates: %w", err)}
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, &ConfigError{"CACertFile", fmt.Errorf("the CA file %s holds no PEM certificate", cfg.CACertFile)}
		}
	}
	if (cfg.ClientCertFile == "") != (cfg.ClientKeyFile == "") {
		return nil, &ConfigError{"ClientCertFile", errors.New("a client certificate needs both its certificate file and its key file")}
	}
	if cfg.ClientCertFile != "" {
		pair, err := tls.LoadX509KeyPair(cfg.ClientCertFile, cfg.ClientKeyFile)
		if err != nil {
			return nil, &ConfigError{"ClientCertFile", fmt.Errorf("loading the client certificate: %w", err)}
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}

func proxyFunc(raw string) (func(*http.Request) (*url.URL, error), error) {
	if raw == "" {
		return http.ProxyFromEnvironment, nil
	}
	u, err := parseProxy(raw)
	if err != nil {
		return nil, &ConfigError{"Proxy", err}
	}
	return http.ProxyURL(u), nil
}
