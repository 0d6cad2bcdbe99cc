package queueargs

import (
	"strings"

	"github.com/agext/levenshtein"
)

var (
	byArgument  = map[string]*Row{}
	byAttribute = map[string]*Row{}
	byPolicyKey = map[string]*Row{}
)

func init() {
	for _, r := range Table {
		byArgument[r.Argument] = r
		if r.Attribute != "" {
			byAttribute[r.Attribute] = r
		}
		if r.PolicyKey != "" {
			byPolicyKey[r.PolicyKey] = r
		}
	}
}

// ByArgument returns the row of an argument such as x-message-ttl, or nil.
func ByArgument(name string) *Row { return byArgument[name] }

// ByAttribute returns the row of a Terraform attribute such as message_ttl or dead_letter.exchange, or nil.
func ByAttribute(name string) *Row { return byAttribute[name] }

// ByPolicyKey returns the row of a policy key such as message-ttl, or nil.
func ByPolicyKey(key string) *Row { return byPolicyKey[key] }

// Nearest returns the row whose argument is most like name, or nil if none is near enough to be meant.
func Nearest(name string) *Row {
	var best *Row
	bestDistance := 4
	for _, r := range Table {
		if d := levenshtein.Distance(strings.ToLower(name), r.Argument, nil); d < bestDistance {
			best, bestDistance = r, d
		}
	}
	return best
}
