package review

import (
	"encoding/xml"
	"io"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// The form is that of the JUnit task of Ant, which continuous integration understands: one test for each rule, which fails for each finding
// that is an error.
type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure,omitempty"`
	Skipped *junitMessage `xml:"skipped,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes the report as the result of tests: a rule that finds nothing passes, a warning passes with output, an error fails, and what
// is suppressed is skipped.
func (r *Report) JUnit(w io.Writer) error {
	suite := junitSuite{Name: "terraform-provider-rabbitmq review"}
	said := map[string]bool{}
	test := func(f Finding) junitCase {
		said[f.Rule] = true
		return junitCase{Class: f.Rule, Name: string(f.Kind) + " " + f.Object + " (" + at(f.Address, f.Vhost) + ")"}
	}
	for _, f := range r.Findings {
		c := test(f)
		if f.Severity == lint.Error {
			c.Failure = &junitMessage{f.Consequence, f.Advice}
			suite.Failures++
		} else {
			c.Output = f.Consequence + " " + f.Advice
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, s := range r.Suppressed {
		c := test(s.Finding)
		c.Skipped = &junitMessage{Message: s.Reason}
		suite.Skipped++
		suite.Cases = append(suite.Cases, c)
	}
	for _, u := range r.Unused {
		suite.Cases = append(suite.Cases, junitCase{Class: "suppressions", Name: u.String(), Output: unusedNote + "."})
	}
	for _, rule := range lint.Rules() {
		if rule.Homes&lint.Review != 0 && !said[rule.ID] {
			suite.Cases = append(suite.Cases, junitCase{Class: rule.ID, Name: "nothing found"})
		}
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
