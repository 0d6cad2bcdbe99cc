package queueargs

import "github.com/delaytier/terraform-provider-rabbitmq/internal/nearest"

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

// Nearest returns the row whose argument or policy key is most like name, or nil if none is near enough to be meant.
func Nearest(name string) *Row {
	var names []string
	for _, r := range Table {
		names = append(names, r.Argument)
		if r.PolicyKey != "" {
			names = append(names, r.PolicyKey)
		}
	}
	found := nearest.Of(name, names)
	if r := ByArgument(found); r != nil {
		return r
	}
	return ByPolicyKey(found)
}
