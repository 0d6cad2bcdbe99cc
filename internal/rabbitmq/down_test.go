package rabbitmq

import (
	"net/http"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// So 3.10.8 answers about a classic queue whose node is down, while it goes on listing it.
var absent = acctest.Answer(http.StatusNotFound, "application/json", `{"error":"Object Not Found","reason":"Not Found"}`)

func TestAccQueueOfANodeThatIsDownIsNotTakenForDeleted(t *testing.T) {
	p, c, vhost := faulty(t)
	p.On(acctest.Request(http.MethodGet, "/api/queues/"+vhost+"/q"), -1, absent)
	p.On(acctest.Request(http.MethodDelete, "/api/queues/"+vhost+"/q"), -1, absent)
	ctx := t.Context()
	if q, err := c.Queue(ctx, vhost, "q"); err != nil || q.Name != "q" || q.Type == "" {
		t.Errorf("%+v, %v", q, err)
	}
	if q, err := c.QueueDetails(ctx, vhost, "q"); err != nil || q.Name != "q" || q.Messages != nil {
		t.Errorf("%+v, %v", q, err)
	}
	err := c.DeleteQueue(ctx, vhost, "q", DeleteQueueOptions{})
	if err == nil || !strings.Contains(err.Error(), `queue "q" in vhost "`+vhost+`", which cannot be reached`) {
		t.Errorf("%v", err)
	}
	if _, err := c.Queue(ctx, vhost, "absent"); !isNotFound(err) {
		t.Errorf("%v", err)
	}
	if err := c.DeleteQueue(ctx, vhost, "absent", DeleteQueueOptions{}); err != nil {
		t.Error(err)
	}
}
