package rabbitmq

import (
	"strings"
	"testing"
)

func TestNewTakesEveryUsualSpellingOfTheEndpoint(t *testing.T) {
	for in, want := range map[string]string{
		"http://127.0.0.1:15672":              "http://127.0.0.1:15672",
		"http://127.0.0.1:15672/":             "http://127.0.0.1:15672",
		"http://127.0.0.1:15672/api":          "http://127.0.0.1:15672",
		"http://127.0.0.1:15672/api/":         "http://127.0.0.1:15672",
		"https://[::1]:15671//":               "https://[::1]:15671",
		"http://broker.example/prefix/api":    "http://broker.example/prefix",
		"http://broker.example/rabbitapi":     "http://broker.example/rabbitapi",
		"https://broker.example/rabbit%20mq/": "https://broker.example/rabbit%20mq",
	} {
		c, err := New(Config{Endpoint: in})
		if err != nil {
			t.Errorf("%s: %v", in, err)
		} else if c.endpoint != want {
			t.Errorf("%s became %s, want %s", in, c.endpoint, want)
		}
	}
}

func TestNewRefusesWithoutRepeatingSecrets(t *testing.T) {
	const secret = "s3cr3t"
	for name, cfg := range map[string]Config{
		"no endpoint":           {},
		"no scheme":             {Endpoint: "127.0.0.1:15672"},
		"AMQP":                  {Endpoint: "amqp://guest:s3cr3t@127.0.0.1"},
		"user information":      {Endpoint: "http://guest:s3cr3t@127.0.0.1:15672"},
		"unescaped password":    {Endpoint: "http://guest:s3cr3t@b:x@127.0.0.1:15672"},
		"query":                 {Endpoint: "http://127.0.0.1:15672?password=s3cr3t"},
		"proxy":                 {Endpoint: "http://127.0.0.1:15672", Proxy: "http://u:s3cr3t@b:x@proxy:port"},
		"proxy scheme":          {Endpoint: "http://127.0.0.1:15672", Proxy: "ftp://u:s3cr3t@proxy"},
		"CA file":               {Endpoint: "https://127.0.0.1:15671", CACertFile: "testdata/missing.pem"},
		"CA file without PEM":   {Endpoint: "https://127.0.0.1:15671", CACertFile: "config.go"},
		"certificate alone":     {Endpoint: "https://127.0.0.1:15671", ClientCertFile: "config.go"},
		"certificate not a PEM": {Endpoint: "https://127.0.0.1:15671", ClientCertFile: "config.go", ClientKeyFile: "config.go"},
		"negative time":         {Endpoint: "http://127.0.0.1:15672", RequestTimeout: -1},
	} {
		_, err := New(cfg)
		if err == nil {
			t.Errorf("%s: accepted", name)
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the error repeats a password: %v", name, err)
		}
	}
}

func TestVersionIgnoresSuffixes(t *testing.T) {
	for in, want := range map[string]string{
		"3.10.8":        "3.10.8",
		"4.0.5":         "4.0.5",
		"4.3.0-rc.1":    "4.3.0",
		"4.1.0-beta.3":  "4.1.0",
		"4.3.6+dfsg-1":  "4.3.6",
		"4.2.0-alpha.1": "4.2.0",
	} {
		v, err := parseVersion(in)
		if err != nil || v.String() != want {
			t.Errorf("%s: %v, %v; want %s", in, v, err, want)
		}
	}
}
