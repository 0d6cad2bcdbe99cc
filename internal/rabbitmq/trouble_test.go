package rabbitmq

import (
	"encoding/json"
	"testing"
)

// What a cluster of three answered about queues some of whose nodes were stopped: 4.3.6, and 3.10.8, which says "live" of them.
func TestTroubleOfQueues(t *testing.T) {
	for answer, want := range map[string]string{
		`{"type":"quorum","state":"running","members":["a","b","c"],"online":["a","b","c"]}`:   "",
		`{"type":"quorum","state":"running","members":["a","b","c"],"online":["a","b"]}`:       "",
		`{"type":"quorum","state":"minority","members":["a","b","c"],"online":["a"]}`:          "is in state minority, with 1 of 3 members online",
		`{"type":"stream","state":"minority","members":["a","b","c"],"online":["a"]}`:          "is in state minority, with 1 of 3 members online",
		`{"type":"quorum","state":"live","members":["a","b","c"],"online":["a"],"leader":"a"}`: "has 1 of 3 members online",
		`{"type":"quorum","state":"live","members":["a"],"online":["a"],"leader":"a"}`:         "",
		`{"type":"classic","state":"stopped","node":"c"}`:                                      "is in state stopped",
		`{"type":"classic","state":"down","node":"c"}`:                                         "is in state down",
		`{"type":"classic","state":"running","node":"c"}`:                                      "",
		`{"type":"stream","state":"live","node":"c"}`:                                          "",
		`{"type":"classic","state":{"syncing":5}}`:                                             "",
	} {
		var q queueJSON
		if err := json.Unmarshal([]byte(answer), &q); err != nil {
			t.Fatal(err)
		}
		if got := q.queue().Trouble; got != want {
			t.Errorf("%s: %q, not %q", answer, got, want)
		}
	}
}
