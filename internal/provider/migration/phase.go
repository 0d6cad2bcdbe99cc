package migration

// step is what has to be done next.
type step int

const (
	// begin declares the temporary queue.
	begin step = iota
	// empty moves the messages of a queue that is not the wanted one into the temporary queue, and deletes it.
	empty
	// declare declares the wanted queue.
	declare
	// refill moves the messages of the temporary queue into the wanted one, and deletes the temporary queue.
	refill
	// done leaves nothing to do.
	done
)

// next decides by what the broker has: the temporary queue, a queue of the name, and whether that fits what is wanted. The last is false if
// there is none. It makes no difference what was wanted when the migration began: one that was wanted then and is not any more is emptied
// like the first.
func next(temporary, queue, fits bool) step {
	switch {
	case queue && !fits && !temporary:
		return begin
	case queue && !fits:
		return empty
	case !queue:
		return declare
	case temporary:
		return refill
	}
	return done
}
