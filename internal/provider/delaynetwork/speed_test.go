package delaynetwork_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// The 113 objects of a network are made side by side, more at a time than the ten resources that Terraform applies at once, and bindings are
// read back from a list: so it takes well under the time of single resources.
func TestAccDelayNetworkIsMadeSideBySide(t *testing.T) {
	const least, most = 11, 5
	s := open(t)
	through, proxy := s.through()
	var mu sync.Mutex
	under, highest := 0, 0
	count := func(by int) {
		mu.Lock()
		defer mu.Unlock()
		under += by
		highest = max(highest, under)
	}
	writes := func(r *http.Request) bool { return r.Method != http.MethodGet }
	proxy.On(writes, -1, func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
		count(1)
		time.Sleep(20 * time.Millisecond)
		forward.ServeHTTP(w, r)
		count(-1)
	})
	pt.Run(t, resource.TestStep{
		Config: acctest.Config(through.BrokerInfo, s.vhost, network(`prefix = "s"`)),
		Check: func(*terraform.State) error {
			read := slices.DeleteFunc(proxy.Log(), func(request string) bool { return !strings.HasPrefix(request, "GET /api/bindings/") })
			if highest < least || len(read) > most {
				return fmt.Errorf("at most %d writes were under way at a time, and bindings were read by %d requests", highest, len(read))
			}
			return nil
		},
	})
}
