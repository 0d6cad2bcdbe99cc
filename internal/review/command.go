package review

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider"
)

// The exit codes of the command.
const (
	exitFound    = 1
	exitUnusable = 2
)

// errFound ends the command with exitFound; the report has said why.
var errFound = errors.New("there are findings")

// formats are the forms of the report.
var formats = map[string]func(i *Input, r *Report, w io.Writer, file string) error{
	"text":     func(_ *Input, r *Report, w io.Writer, _ string) error { return r.Text(w) },
	"markdown": func(i *Input, r *Report, w io.Writer, _ string) error { return r.Markdown(w, i) },
	"json":     func(_ *Input, r *Report, w io.Writer, _ string) error { return r.JSON(w) },
	"sarif":    func(_ *Input, r *Report, w io.Writer, file string) error { return r.SARIF(w, file) },
	"junit":    func(_ *Input, r *Report, w io.Writer, _ string) error { return r.JUnit(w) },
	"mermaid":  func(i *Input, _ *Report, w io.Writer, _ string) error { return i.mermaid(w) },
	"svg":      func(i *Input, _ *Report, w io.Writer, _ string) error { return i.svg(w) },
	"html":     func(i *Input, r *Report, w io.Writer, _ string) error { return i.html(w, r) },
}

// Run runs the command line behind the word review, and returns the exit code: 0, 1 if there are findings of the severity asked for, 2 if
// the input or the command line cannot be used.
func Run(arguments []string, in io.Reader, out, errs io.Writer) int {
	command := newCommand(in, out)
	command.SetArgs(arguments)
	command.SetOut(out)
	command.SetErr(errs)
	switch err := command.ExecuteContext(context.Background()); {
	case err == nil:
		return 0
	case errors.Is(err, errFound):
		return exitFound
	default:
		text := err.Error()
		if !strings.HasSuffix(text, "?") {
			text += "."
		}
		fmt.Fprintln(errs, "terraform-provider-rabbitmq review: "+text)
		return exitUnusable
	}
}

func newCommand(in io.Reader, out io.Writer) *cobra.Command {
	var o options
	command := &cobra.Command{
		Use:         "review FILE...",
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: "terraform-provider-rabbitmq review"},
		Short:       "Say what a plan, a state or a broker's definitions do to messages",
		Long: "Reads a plan or a state as terraform show -json prints it, or a definitions export of RabbitMQ, and says where messages are lost.\n" +
			"FILE is - for standard input. Exit codes: 0 nothing found, 1 findings, 2 unusable input.",
		Example: "  terraform show -json tfplan | terraform-provider-rabbitmq review -\n" +
			"  terraform-provider-rabbitmq review --format markdown plan.json\n" +
			"  terraform-provider-rabbitmq review definitions.json",
		Args:          cobra.MinimumNArgs(1),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(command *cobra.Command, files []string) error {
			if err := o.check(files); err != nil {
				return err
			}
			suppressed, err := o.suppressed()
			if err != nil {
				return err
			}
			found := false
			for i, file := range files {
				input, report, err := o.review(command.Context(), file, in, suppressed)
				if err != nil {
					return err
				}
				if i == len(files)-1 && !input.Partial {
					report.Unused = append(report.Unused, suppressed.unused()...)
				}
				found = found || report.Fails(lint.Severity(o.failOn))
				if len(files) > 1 {
					fmt.Fprintf(out, "%s:\n", file)
				}
				if err := formats[o.format](input, report, out, file); err != nil {
					return err
				}
			}
			if found {
				return errFound
			}
			return nil
		},
	}
	command.Flags().StringVar(&o.format, "format", "text", "form of the report: "+strings.Join(formatNames(), ", "))
	command.Flags().StringVar(&o.failOn, "fail-on", string(lint.Error), "exit with 1 if there is a finding of this severity: error, warning, off")
	command.Flags().StringVar(&o.vhost, "vhost", "", "look at this virtual host only")
	command.Flags().BoolVar(&o.broker, "broker", false, "add what the broker has that RABBITMQ_ENDPOINT, RABBITMQ_USERNAME and RABBITMQ_PASSWORD name")
	command.Flags().StringVar(&o.suppressions, "suppressions", "", "YAML file with findings that are accepted, each with a reason")
	return command
}

// options are the flags.
type options struct {
	format, failOn, suppressions, vhost string
	broker                              bool
}

func (o options) check(files []string) error {
	switch {
	case formats[o.format] == nil:
		return fmt.Errorf("there is no format %q: it is one of %s", o.format, strings.Join(formatNames(), ", "))
	case len(files) > 1 && o.format != "text":
		return fmt.Errorf("a report in the format %s is about one file", o.format)
	case !slices.Contains([]lint.Severity{lint.Error, lint.Warning, lint.Off}, lint.Severity(o.failOn)):
		return fmt.Errorf("--fail-on is %q, and may be error, warning or off", o.failOn)
	}
	return nil
}

// suppressed are the findings that the file of --suppressions accepts, nil if there is none.
func (o options) suppressed() (*Suppressions, error) {
	if o.suppressions == "" {
		return nil, nil
	}
	content, err := os.ReadFile(o.suppressions)
	if err != nil {
		return nil, err
	}
	s, err := ReadSuppressions(o.suppressions, content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.suppressions, err)
	}
	return s, nil
}

// review reads one file and reports about it.
func (o options) review(ctx context.Context, file string, in io.Reader, suppressed *Suppressions) (*Input, *Report, error) {
	content, err := readAll(file, in)
	if err != nil {
		return nil, nil, err
	}
	input, err := Read(ctx, content)
	if err == nil && o.vhost != "" {
		err = input.only(o.vhost)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	if o.broker {
		if err := addBroker(ctx, input); err != nil {
			return nil, nil, err
		}
	}
	return input, New(input, suppressed), nil
}

func addBroker(ctx context.Context, input *Input) error {
	if input.Source == "definitions" {
		return errors.New("--broker goes with a plan or a state: definitions are all that a broker has")
	}
	client, err := provider.ClientFromEnvironment(ctx)
	if err != nil {
		return err
	}
	return input.AddBroker(ctx, client, os.Getenv("RABBITMQ_ENDPOINT"))
}

func formatNames() []string {
	names := make([]string, 0, len(formats))
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func readAll(file string, in io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(file)
}
