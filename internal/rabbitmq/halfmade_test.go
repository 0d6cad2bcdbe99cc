package rabbitmq

import (
	"encoding/json"
	"testing"
)

// What a cluster of three answered: about a queue whose node was killed while it declared it, and about others. 4.3.6, and 3.10.8, which says
// "live".
func TestQueuesThatNobodyLeads(t *testing.T) {
	for answer, want := range map[string]bool{
		`{"type":"quorum","state":"down","leader":"a","members":["a","b","c"],"online":["b","c"]}`:        true,
		`{"type":"quorum","state":"live","leader":"a","members":["a","b","c"],"online":["b","c"]}`:        true,
		`{"type":"quorum","state":"running","leader":"b","members":["a","b","c"],"online":["b","c"]}`:     false,
		`{"type":"quorum","state":"minority","leader":"a","members":["a","b","c"],"online":["c"]}`:        false,
		`{"type":"quorum","state":"running","leader":"a","members":["a"],"online":["a"]}`:                 false,
		`{"type":"classic","state":"running","node":"a"}`:                                                 false,
		`{"type":"stream","state":"running","leader":"a","members":["a","b","c"],"online":["a","b","c"]}`: false,
	} {
		var q queueJSON
		if err := json.Unmarshal([]byte(answer), &q); err != nil {
			t.Fatal(err)
		}
		if got := q.leaderless(); got != want {
			t.Errorf("%s: %t", answer, got)
		}
	}
}
