package lint

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestEveryRuleSaysWhatItFindsAndWhere(t *testing.T) {
	for _, r := range Rules() {
		if r.Finds == "" || strings.HasSuffix(r.Finds, ".") || strings.Contains(r.Finds, "\n") {
			t.Errorf("%s: Finds is not half a sentence: %q", r.ID, r.Finds)
		}
		if r.Homes == 0 || r.Homes > Validate|Plan|Review|Live {
			t.Errorf("%s: homes %b", r.ID, r.Homes)
		}
		if r.Default != Error && r.Default != Warning {
			t.Errorf("%s: default %q", r.ID, r.Default)
		}
		if r.Check == nil || !Known(r.ID) {
			t.Errorf("%s: incomplete", r.ID)
		}
	}
}

// A rule must be silent about what is not there: nothing may be concluded from a subject that the topology does not have.
func TestEveryRuleIsSilentAboutMissingObjects(t *testing.T) {
	for _, kind := range []topology.Kind{topology.KindQueue, topology.KindExchange, topology.KindBinding, topology.KindPolicy, topology.KindOperatorPolicy} {
		for home := Validate; home <= Live; home <<= 1 {
			if found := Check(offline(nil), home, nil, nil, topology.Ref{Kind: kind, Name: "missing"}); len(found) != 0 {
				t.Errorf("%s: %+v", kind, found)
			}
		}
	}
}

func TestSettingsAndIgnoreDecideWhatIsSaid(t *testing.T) {
	c := offline(queueOf(queueargs.Classic, "otp.sms", queueargs.Arguments{"x-message-ttl": queueargs.Int(0)}))
	subject := queueRef("otp.sms")
	ids := func(settings Settings, ignore ...string) string {
		var said []string
		for _, f := range Check(c, Validate, settings, ignore, subject) {
			said = append(said, f.Rule+"="+string(f.Severity))
		}
		return strings.Join(said, " ")
	}
	for _, test := range []struct{ got, want string }{
		{ids(nil), "ttl_without_dlx=warning ttl_zero=warning"},
		{ids(Settings{"ttl_without_dlx": Error}), "ttl_without_dlx=error ttl_zero=warning"},
		{ids(Settings{"ttl_zero": Off}), "ttl_without_dlx=warning"},
		{ids(nil, "ttl_without_dlx", "ttl_zero"), ""},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

func TestFindingsAreSortedByObjectAndRule(t *testing.T) {
	c := offline(queueOf(queueargs.Classic, "b", queueargs.Arguments{"x-message-ttl": queueargs.Int(0)}))
	c.Topology.PutQueue(queueOf(queueargs.Classic, "a", queueargs.Arguments{"x-message-ttl": queueargs.Int(0)}))
	var said []string
	for _, f := range Check(c, Validate, nil, nil, queueRef("b"), queueRef("a")) {
		said = append(said, f.Object.Name+":"+f.Rule)
	}
	if got, want := strings.Join(said, " "), "a:ttl_without_dlx a:ttl_zero b:ttl_without_dlx b:ttl_zero"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSummariesOfDifferentFieldsDiffer(t *testing.T) {
	f := Finding{Rule: "argument_unknown", Object: queueRef("main.queue"), Field: "x-mesage-ttl"}
	if got, want := f.Summary(), `argument_unknown: queue "main.queue", x-mesage-ttl`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	f.Field = ""
	if got, want := f.Summary(), `argument_unknown: queue "main.queue"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReferenceHasASectionPerRule(t *testing.T) {
	reference := Reference()
	for _, r := range Rules() {
		if !strings.Contains(reference, "### "+r.ID+"\n\nFinds "+r.Finds+".\n\n- Default: `"+string(r.Default)+"`\n- Checked in: ") {
			t.Errorf("no section of %s", r.ID)
		}
	}
}
