package acctest

import "strings"

// OddNames are names that the broker takes and that paths, ids, configurations or form encoding could mistake for something else.
func OddNames() []string {
	return []string{
		"a@b", "a/b", "%2F", "100%", "a+b c", "~", "a~b", "#", "a#b?c=d&e", `quote"d 'single'`, `back\slash`, "${x} %{y}", "schlüssel-鍵-🐇",
		"...", "a..b", "/", "null", strings.Repeat("ü", 127) + "x",
	}
}
