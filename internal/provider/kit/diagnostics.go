package kit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// Unable adds the error of an operation on an object: what was asked and what the broker answered.
func Unable(diags *diag.Diagnostics, verb, kind, vhost, name string, err error) {
	detail := err.Error()
	if !strings.Contains(detail, fmt.Sprintf("%q", name)) || !strings.Contains(detail, fmt.Sprintf("%q", vhost)) {
		detail = fmt.Sprintf("%s %q in virtual host %q: %s", kind, name, vhost, detail)
	}
	diags.AddError(fmt.Sprintf("Unable to %s %s %q", verb, kind, name), Sentence(detail))
}

// Sentence makes a sentence of the text of an error.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// Exists adds the error of creating an object that exists already with other settings. A resource of the type is imported by the id.
func Exists(diags *diag.Diagnostics, resourceType, id, kind, vhost, name, difference string) {
	diags.AddError(fmt.Sprintf("%s%s %q exists already", strings.ToUpper(kind[:1]), kind[1:], name),
		fmt.Sprintf("The broker has the %s %q in virtual host %q, which is not what this configuration describes: %s. It was left as it is. "+
			"To manage the existing one, import it: terraform import %s.<name> '%s'. Otherwise choose another name. If it is the one that this resource is to "+
			"replace, plan without -refresh=false and take create_before_destroy out of its lifecycle: two objects of one name cannot be there at a time.",
			kind, name, vhost, difference, resourceType, id))
}

// Outdated adds the error of an update of an object that somebody has changed, or deleted, since it was planned.
func Outdated(diags *diag.Diagnostics, kind, vhost, name, difference string) {
	diags.AddError(fmt.Sprintf("%s%s %q has changed since the plan", strings.ToUpper(kind[:1]), kind[1:], name),
		fmt.Sprintf("The %s %q in virtual host %q is not what this plan was made for: %s. Nothing was done to it. Plan again: the new plan shows what it takes now.",
			kind, name, vhost, difference))
}

// Deleted is the difference of an object that is there no more.
const Deleted = "it was deleted"

// Taken adds the error of creating an object that the same run has created for another resource, which names that are only known
// in the apply keep the plan from seeing.
func Taken(diags *diag.Diagnostics, kind, vhost, name string) {
	diags.AddError(fmt.Sprintf("%s%s %q has another owner", strings.ToUpper(kind[:1]), kind[1:], name),
		fmt.Sprintf("This run has already created the %s %q in virtual host %q for another resource, or taken it over. Two resources would own it, and removing either would delete it under "+
			"the other. Remove one of them, or give it another name.", kind, name, vhost))
}

// Adopts adds the warning that an object exists already, equal to what is wanted, as an interrupted apply leaves it.
func Adopts(diags *diag.Diagnostics, kind, vhost, name string) {
	diags.AddWarning(fmt.Sprintf("Existing %s %q will be adopted", kind, name),
		fmt.Sprintf("The broker already has this %s in virtual host %q, exactly as it is described here. Applying takes it into the state instead of creating it.", kind, vhost))
}
