package topology

import (
	"regexp"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// appliesTo reports whether a policy's apply-to covers queues of a type, and whether that is known
// (rabbit_policy.erl, matches_type).
func appliesTo(applyTo string, t queueargs.Type) (applies, known bool) {
	of := map[string]queueargs.Type{"classic_queues": queueargs.Classic, "quorum_queues": queueargs.Quorum, "streams": queueargs.Stream}
	switch only, ok := of[applyTo]; {
	case ok:
		return t == only, t != ""
	default:
		return applyTo != "exchanges", true
	}
}

// appliesToExchanges reports whether a policy can be in force on exchanges.
func appliesToExchanges(p *Policy) bool {
	return !p.Operator && (p.ApplyTo == "all" || p.ApplyTo == "exchanges")
}

// regex is the pattern of a policy. Of one that Go's RE2 does not know, exact is nil, and wider matches at least the same names, if it is
// there.
type regex struct{ exact, wider *regexp.Regexp }

// compile reads a pattern. RabbitMQ matches bytes with PCRE, so that each byte of the pattern stands for itself here.
func compile(pattern string) (r regex) {
	var err error
	if r.exact, err = regexp.Compile(latin1(pattern)); err == nil {
		return r
	}
	r.exact = nil
	if more, ok := wider(pattern); ok {
		if r.wider, err = regexp.Compile(latin1(more)); err != nil {
			r.wider = nil
		}
	}
	return r
}

// pcreOnly are parts of patterns that mean something else to PCRE than to RE2 as soon as bytes over 127 occur.
var pcreOnly = regexp.MustCompile(`\\[wWdDsSbBpPx]|\[\[:|\(\?`)

// match reports whether the policy's pattern matches a name, and whether that can be told.
func (p *compiledPolicy) match(name string) (matches, evaluated bool) {
	if p.Vague {
		return false, false
	}
	if p.literal && !strings.HasSuffix(name, "\n") {
		return name == p.only, true
	}
	return match(p.Pattern, p.pattern, name)
}

// Evaluable reports whether it can be told here if a pattern matches a name: Go lacks what only PCRE has.
func Evaluable(pattern, name string) bool {
	_, evaluated := match(pattern, compile(pattern), name)
	return evaluated
}

// Literal returns the one name that a pattern matches, and whether there is just one.
func Literal(pattern string) (name string, literal bool) {
	inner, begins := strings.CutPrefix(pattern, "^")
	inner, ends := strings.CutSuffix(inner, `\z`)
	if !ends {
		inner, ends = strings.CutSuffix(inner, "$")
	}
	if !begins || !ends {
		return "", false
	}
	compiled := compile(inner)
	if compiled.exact == nil {
		return "", false
	}
	text, literal := compiled.exact.LiteralPrefix()
	name = bytesOf(text)
	return name, literal && (!apart(pattern) || pattern == PatternOf(name))
}

// PatternOf returns a pattern that matches one name and no other, whatever bytes that has. Go and PCRE read it alike.
func PatternOf(name string) string {
	// PCRE ends a pattern at a byte of 0. Unlike $, \z does not match before a newline at the end.
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(name), "\x00", `\000`) + `\z`
}

// match reports whether a pattern matches a name, and whether that can be told.
func match(pattern string, compiled regex, name string) (matches, evaluated bool) {
	switch {
	case
		// In PCRE, $ also matches before a newline at the end.
		strings.HasSuffix(name, "\n") && strings.Contains(pattern, "$"),
		apart(pattern) || !ascii(name) && pcreOnly.MatchString(pattern):
		return false, false
	case compiled.exact == nil:
		return false, compiled.wider != nil && !compiled.wider.MatchString(latin1(name))
	}
	return compiled.exact.MatchString(latin1(name)), true
}

// apart reports whether a pattern may mean something else to PCRE than to RE2, whatever the name is.
func apart(pattern string) bool { return !ascii(pattern) && pcreOnly.MatchString(pattern) }

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0
}

// latin1 makes each byte of s a character of its own.
func latin1(s string) string {
	if ascii(s) {
		return s
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// bytesOf is the reverse of latin1.
func bytesOf(s string) string {
	if ascii(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteByte(byte(r))
	}
	return b.String()
}
