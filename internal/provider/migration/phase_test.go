package migration

import "testing"

// What is done next for all that a process can find which was not there when it began: no queue, the old one, the new one, each with and
// without the temporary queue.
func TestNextIsDecidedByWhatTheBrokerHas(t *testing.T) {
	type found struct{ temporary, queue, fits bool }
	for f, want := range map[found]step{
		{false, false, false}: declare,
		{false, false, true}:  declare,
		{false, true, false}:  begin,
		{false, true, true}:   done,
		{true, false, false}:  declare,
		{true, false, true}:   declare,
		{true, true, false}:   empty,
		{true, true, true}:    refill,
	} {
		if got := next(f.temporary, f.queue, f.fits); got != want {
			t.Errorf("%+v: step %d, not %d", f, got, want)
		}
	}
}

// Whatever there is, the steps lead to the wanted queue without a temporary one, and a queue with messages is deleted only while there is one.
func TestEveryBeginningComesToTheSameEnd(t *testing.T) {
	for i := range 8 {
		temporary, queue, fits := i&1 > 0, i&2 > 0, i&4 > 0
		for steps := 0; ; steps++ {
			if steps > 4 {
				t.Fatalf("from %03b: no end", i)
			}
			switch next(temporary, queue, fits) {
			case begin:
				temporary = true
				continue
			case empty:
				if !temporary {
					t.Errorf("from %03b: the queue is emptied into nothing", i)
				}
				queue = false
				continue
			case declare:
				queue, fits = true, true
				continue
			case refill:
				temporary = false
				continue
			case done:
			}
			break
		}
		if temporary || !queue || !fits {
			t.Errorf("from %03b: the end is temporary=%v queue=%v fits=%v", i, temporary, queue, fits)
		}
	}
}

func TestNamesOfTemporaryQueues(t *testing.T) {
	long := make([]byte, 255)
	for _, queue := range []string{"q", string(long), "ü / ~ +"} {
		name := Temporary(queue)
		if len(back(queue)) > 255 || name == Temporary(queue+"x") || name != Temporary(queue) {
			t.Errorf("%q: %q", queue, name)
		}
		if !Marks(name, map[string]any{marker: queue}, queue) || Marks(name, nil, queue) || Marks(name, map[string]any{marker: "other"}, queue) {
			t.Errorf("%q is not recognised by its argument", name)
		}
	}
}
