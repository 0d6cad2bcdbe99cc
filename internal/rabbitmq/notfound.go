package rabbitmq

import (
	"errors"
	"fmt"
)

// NotFoundError says for certain that an object does not exist: the API answered
// as RabbitMQ does, the virtual host could be read (or an administrator saw that it
// is gone), and the object was not there.
type NotFoundError struct {
	// Object describes what was looked for, such as `queue "a" in vhost "/"`.
	Object string
	// Err is the broker's answer, or a *VhostNotFoundError if the whole virtual
	// host is gone.
	Err error
}

func (e *NotFoundError) Error() string {
	var missing *VhostNotFoundError
	if errors.As(e.Err, &missing) {
		return e.Object + " does not exist: " + missing.Error()
	}
	return e.Object + " does not exist"
}

// Unwrap returns the broker's answer.
func (e *NotFoundError) Unwrap() error { return e.Err }

// VhostNotFoundError says that a virtual host is missing, as far as this user can
// see. From 4.2.9 and 4.3.3 on RabbitMQ answers 404 and not 401 for a virtual host
// that the user has no access to (release notes of 4.2.9 and 4.3.3).
type VhostNotFoundError struct {
	Vhost, Username string
	// Gone is true if an administrator asked: it is then certain that the virtual
	// host does not exist. Reads of objects report *NotFoundError in that case.
	Gone bool
	Err  error
}

func (e *VhostNotFoundError) Error() string {
	if e.Gone {
		return fmt.Sprintf("vhost %q does not exist", e.Vhost)
	}
	return fmt.Sprintf("vhost %q does not exist or user %q has no permissions in it (rabbitmqctl set_permissions -p %q %q '.*' '.*' '.*')",
		e.Vhost, e.Username, e.Vhost, e.Username)
}

// Unwrap returns the broker's answer.
func (e *VhostNotFoundError) Unwrap() error { return e.Err }

// goneWithVhost takes an object for deleted if its virtual host certainly is.
func goneWithVhost(object string, err error) error {
	var missing *VhostNotFoundError
	if errors.As(err, &missing) && missing.Gone {
		return &NotFoundError{Object: object, Err: missing}
	}
	return err
}
