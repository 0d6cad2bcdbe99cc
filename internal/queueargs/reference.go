package queueargs

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Reference returns the Markdown table of all arguments, in the order of Table.
func Reference() string {
	var b strings.Builder
	b.WriteString("| Argument | Attribute | Value | Queue types | Policy key | Argument and policy | What it does | Source |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|\n")
	for _, r := range Table {
		cells := []string{code(r.Argument), code(r.Attribute), r.values(), r.types(), r.policies(), r.combinations(), r.Description, r.Source}
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(cell, "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

// values says what an argument may be set to.
func (r *Row) values() string {
	switch r.Kind {
	case Boolean:
		return "boolean"
	case String:
		if len(r.OneOf) == 0 {
			return "string"
		}
		quoted := make([]string, len(r.OneOf))
		for i, s := range r.OneOf {
			quoted[i] = code(s)
		}
		return strings.Join(quoted, ", ")
	case Duration, MaxAge:
		return "duration" + r.bounds()
	default:
		return "integer" + r.bounds()
	}
}

func (r *Row) bounds() string {
	switch {
	case r.Min == nil:
		return ""
	case r.Max == nil:
		return ", at least " + r.bound(*r.Min)
	default:
		return fmt.Sprintf(", %s to %s", r.bound(*r.Min), r.bound(*r.Max))
	}
}

func (r *Row) bound(n int64) string {
	if r.Kind == Integer {
		return strconv.FormatInt(n, 10)
	}
	return (time.Duration(n) * time.Millisecond).String()
}

// types says which queue types take an argument on which versions, and what the broker does otherwise.
func (r *Row) types() string {
	var types []string
	for _, t := range Types() {
		eras := r.Types[t]
		if len(eras) == 0 {
			continue
		}
		var notes []string
		if len(eras) > 1 || eras[0].Does != Takes {
			notes = append(notes, eras.String())
		}
		for _, e := range r.Exceptions {
			if eras := e.Types[t]; eras != nil {
				notes = append(notes, fmt.Sprintf("`%v` %s", e.Value, eras))
			}
		}
		said := string(t)
		if len(notes) > 0 {
			said += " (" + strings.Join(notes, ", ") + ")"
		}
		types = append(types, said)
	}
	return strings.Join(types, "; ")
}

// String says what the broker does, for example "ignored, taken from 4.3.0".
func (e Eras) String() string {
	does := make([]string, len(e))
	for i, era := range e {
		does[i] = since(era.Since, [...]string{Refuses: "refused", Ignores: "ignored", Takes: "taken"}[era.Does])
	}
	return strings.Join(does, ", ")
}

func since(version, what string) string {
	if version == "" {
		return what
	}
	return what + " from " + version
}

// policies names the policy key and says which policies have it.
func (r *Row) policies() string {
	if r.PolicyKey == "" {
		return ""
	}
	said := code(r.PolicyKey)
	if r.PolicySince != "" {
		said += " from " + r.PolicySince
	}
	if r.PolicyUntil != "" {
		said += " before " + r.PolicyUntil
	}
	if r.AtDeclaration {
		said += " (acts in a declaration only)"
	}
	switch r.OperatorSince {
	case never:
		return said + ", not in operator policies"
	case "", r.PolicySince:
		return said
	default:
		return said + ", in operator policies from " + r.OperatorSince
	}
}

// combinations says how argument and policy combine, first for all queue types and then for those that differ.
func (r *Row) combinations() string {
	var said []string
	for _, t := range append([]Type{""}, Types()...) {
		var how []string
		for _, c := range r.Combine[t] {
			how = append(how, since(c.Since, [...]string{
				ArgumentOnly: "argument only", SmallerWins: "the smaller wins", ArgumentWins: "the argument wins", PolicyWins: "the policy wins",
			}[c.How]))
		}
		switch {
		case len(how) == 0:
		case t == "":
			said = append(said, strings.Join(how, ", "))
		default:
			said = append(said, fmt.Sprintf("%s: %s", t, strings.Join(how, ", ")))
		}
	}
	return strings.Join(said, "; ")
}
