package topology

// derived is what has been found out of where messages go. Whenever anything changes it is found out anew: clearing maps that were large once
// would take long each time.
type derived struct {
	complete, final bool // of the virtual host, with which the following was found

	letters   map[string]*deadLetter       // how queues send dead letters; nil for one that does not
	targets   map[string]deadLetterTargets // where the dead letters of a queue go
	behind    map[behindKey]*audience      // queues that a message of a key gets to behind an exchange
	audiences map[string]*audience         // those in behind, by what tells them apart

	matchedBy map[*Policy][]*Queue // queues that policies match or may match; nil if that has not been looked at

	alternates  map[string]alternate // exchanges that policies give to others
	alternating map[string][]string  // exchanges by what a policy gives them as alternate exchange; nil if that has not been looked at
	downstreams map[string][]string  // exchanges behind an exchange
	passes      map[string][]string  // exchanges that dead letters pass from one on
	circular    map[string]bool      // exchanges to which messages may come back as dead letters; nil if that has not been looked at
	published   map[string]bool      // exchanges that publishers are taken to publish to
	fed         map[string]bool      // exchanges to which messages can come; nil if that has not been looked at
	ends        *ends                // exchanges from which messages come to queues

	lost  map[lossKey]Loss     // what exchanges lose of what patterns let in
	kinds map[lossKey][]string // keys of each kind that patterns let in
	flow  *flow                // all ways of dead letters; nil if they have not been looked at
	spent [purses]int          // what has been done from each purse
}

// behindKey is an exchange and the routing key of a message that is published to it.
type behindKey struct {
	exchange string
	key      messageKey
}

func newDerived(complete, final bool) derived {
	return derived{
		complete: complete, final: final, letters: map[string]*deadLetter{},
		targets: map[string]deadLetterTargets{}, behind: map[behindKey]*audience{}, audiences: map[string]*audience{},
		alternates: map[string]alternate{}, downstreams: map[string][]string{}, passes: map[string][]string{}, published: map[string]bool{},
		lost: map[lossKey]Loss{}, kinds: map[lossKey][]string{},
	}
}

// renew drops where messages go if more is known now of what there is.
func (v *VirtualHost) renew() {
	if v.complete != v.Complete || v.final != v.Final {
		v.forgetTargets()
	}
}
