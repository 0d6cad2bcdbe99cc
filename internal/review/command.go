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
		fmt.Fprintf(errs, "terraform-provider-rabbitmq review: %v.\n", err)
		return exitUnusable
	}
}

func newCommand(in io.Reader, out io.Writer) *cobra.Command {
	var format, failOn, suppressions, vhost string
	var broker bool
	command := &cobra.Command{
		Use:   "review FILE",
		Short: "Say what a plan, a state or a broker's definitions do to messages",
		Long: "Reads a plan or a state as terraform show -json prints it, or a definitions export of RabbitMQ, and says where messages are lost.\n" +
			"FILE is - for standard input. Exit codes: 0 nothing found, 1 findings, 2 unusable input.",
		Example: "  terraform show -json tfplan | terraform-provider-rabbitmq review -\n" +
			"  terraform-provider-rabbitmq review --format markdown plan.json\n" +
			"  terraform-provider-rabbitmq review definitions.json",
		Args:          cobra.ExactArgs(1),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(command *cobra.Command, arguments []string) error {
			write := formats[format]
			if write == nil {
				return fmt.Errorf("there is no format %q: it is one of %s", format, strings.Join(formatNames(), ", "))
			}
			if !slices.Contains([]lint.Severity{lint.Error, lint.Warning, lint.Off}, lint.Severity(failOn)) {
				return fmt.Errorf("--fail-on is %q, and may be error, warning or off", failOn)
			}
			content, err := readAll(arguments[0], in)
			if err != nil {
				return err
			}
			input, err := Read(command.Context(), content)
			if err != nil {
				return fmt.Errorf("%s: %w", arguments[0], err)
			}
			if vhost != "" {
				input.only(vhost)
			}
			if broker {
				if err := addBroker(command.Context(), input); err != nil {
					return err
				}
			}
			var suppressed Suppressions
			if suppressions != "" {
				content, err := os.ReadFile(suppressions)
				if err != nil {
					return err
				}
				if suppressed, err = ReadSuppressions(content); err != nil {
					return fmt.Errorf("%s: %w", suppressions, err)
				}
			}
			report := New(input, suppressed)
			if err := write(input, report, out, arguments[0]); err != nil {
				return err
			}
			if report.Fails(lint.Severity(failOn)) {
				return errFound
			}
			return nil
		},
	}
	command.Flags().StringVar(&format, "format", "text", "form of the report: "+strings.Join(formatNames(), ", "))
	command.Flags().StringVar(&failOn, "fail-on", string(lint.Error), "exit with 1 if there is a finding of this severity: error, warning, off")
	command.Flags().StringVar(&vhost, "vhost", "", "look at this virtual host only")
	command.Flags().BoolVar(&broker, "broker", false, "add what the broker has that RABBITMQ_ENDPOINT, RABBITMQ_USERNAME and RABBITMQ_PASSWORD name")
	command.Flags().StringVar(&suppressions, "suppressions", "", "YAML file with findings that are accepted, each with a reason")
	return command
}

func addBroker(ctx context.Context, input *Input) error {
	if input.Source == "definitions" {
		return errors.New("--broker goes with a plan or a state: definitions are all that a broker has")
	}
	client, err := provider.ClientFromEnvironment(ctx)
	if err != nil {
		return err
	}
	return input.AddBroker(ctx, client)
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
