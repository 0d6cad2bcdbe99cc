package kit

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// Unable adds the error of an operation on an object: what was asked and what the broker answered.
func Unable(diags *diag.Diagnostics, verb, kind, vhost, name string, err error) {
	diags.AddError(fmt.Sprintf("Unable to %s %s %q", verb, kind, name),
		fmt.Sprintf("%s %q in virtual host %q: %s.", kind, name, vhost, err))
}

// Exists adds the error of creating an object that exists already with other settings.
func Exists(diags *diag.Diagnostics, resourceType, kind, vhost, name, difference string) {
	diags.AddError(fmt.Sprintf("%s %q exists already", kind, name),
		fmt.Sprintf("The broker has a %s %q in virtual host %q that is not what this configuration describes: %s. Nothing was changed. "+
			"To manage the existing one, import it: terraform import %s.<name> '%s'. Otherwise choose another name.",
			kind, name, vhost, difference, resourceType, ID(vhost, name)))
}

// Adopts adds the warning that an object exists already, equal to what is wanted, as an interrupted apply leaves it.
func Adopts(diags *diag.Diagnostics, kind, vhost, name string) {
	diags.AddWarning(fmt.Sprintf("Existing %s %q will be adopted", kind, name),
		fmt.Sprintf("The broker already has this %s in virtual host %q, exactly as it is described here. Applying takes it into the state instead of creating it.", kind, vhost))
}
