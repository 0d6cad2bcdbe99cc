package topology

// Access is what is known of whether a user can make anything in a virtual host.
type Access string

const (
	// Usable is the zero value: nothing speaks against it.
	Usable Access = ""
	// Absent is a virtual host that the broker does not have.
	Absent Access = "absent"
	// Hidden is one that the broker does not have, or in which the user has no permissions: the broker does not say which.
	Hidden Access = "hidden"
	// Forbidden is one in which the user has no permissions.
	Forbidden Access = "forbidden"
	// Doubtful is one in which the user has no permissions that the broker knows of; another authorization backend may give them.
	Doubtful Access = "doubtful"
)
