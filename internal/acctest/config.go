package acctest

import (
	"fmt"
	"strconv"
	"strings"
)

// Config is a configuration with a provider block for a virtual host of the broker.
func Config(b *BrokerInfo, vhost, body string) string { return ConfigWith(b, vhost, "", body) }

// ConfigWith is Config with more settings in the provider block.
func ConfigWith(b *BrokerInfo, vhost, settings, body string) string {
	return fmt.Sprintf(`provider "rabbitmq" {
  endpoint = %s
  username = %s
  password = %s
  vhost    = %s
  %s
}
%s`, HCL(b.Endpoint), HCL(b.Username), HCL(b.Password), HCL(vhost), settings, body)
}

// HCL writes a string as a literal of the configuration language.
func HCL(s string) string {
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(strconv.Quote(s))
}
