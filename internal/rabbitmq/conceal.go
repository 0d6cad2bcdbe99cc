package rabbitmq

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
)

// concealed stands for a secret in an error.
const concealed = "(concealed)"

// shortestSecret is how many bytes a secret has that is looked for in what is answered: shorter ones are parts of words.
const shortestSecret = 6

// secrets are what a request carries and an error must not repeat: a proxy or a page for debugging may answer with what it was sent.
type secrets struct{ replacer *strings.Replacer }

func newSecrets(cfg Config) secrets {
	var pairs []string
	hide := func(secret string) {
		if len(secret) >= shortestSecret {
			pairs = append(pairs, secret, concealed)
		}
	}
	hide(base64.StdEncoding.EncodeToString([]byte(cfg.Username + ":" + cfg.Password)))
	for _, value := range cfg.Headers {
		hide(value)
	}
	if cfg.Password != cfg.Username {
		hide(cfg.Password)
		hide(url.QueryEscape(cfg.Password))
	}
	return secrets{strings.NewReplacer(pairs...)}
}

// conceal returns head and body of an answer without the secrets. The target of a redirect has no user information, either.
func (s secrets) conceal(header http.Header, body []byte) (http.Header, []byte) {
	without := header.Clone()
	if location := header.Get("Location"); location != "" {
		if target, err := url.Parse(location); err != nil {
			location = concealed
		} else if target.User != nil {
			target.User, target.RawQuery = nil, ""
			location = target.String()
		}
		without.Set("Location", s.replacer.Replace(location))
	}
	return without, []byte(s.replacer.Replace(string(body)))
}
