package proof_test

import (
	"errors"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

func TestAccProof_vhost_unusable_is_absent(t *testing.T) {
	s := open(t)
	s.vhost = "acc-no-such-vhost"
	var missing *rabbitmq.VhostNotFoundError
	if err := s.declare("q", "classic", nil); !errors.As(err, &missing) || !missing.Gone {
		t.Error(err)
	}
}

// Administrators see every virtual host, and need permissions all the same.
func TestAccProof_vhost_unusable_without_permissions(t *testing.T) {
	s := open(t)
	name := s.broker.User(t, "administrator")
	var err error
	s.api, err = rabbitmq.New(rabbitmq.Config{Endpoint: s.broker.Endpoint, Username: name, Password: name, MaxRetries: -1})
	s.accepted(err)
	_, err = s.api.Queues(t.Context(), s.vhost)
	s.accepted(err)
	s.refused(s.declare("q", "classic", nil), 401, "")
	s.broker.Grant(t, s.vhost, name)
	s.queue("q", "classic", nil)
}
