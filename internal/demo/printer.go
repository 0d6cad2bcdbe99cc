package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// printer writes for people: with colours and a running clock on a terminal, as plain lines anywhere else.
type printer struct {
	file     *os.File
	terminal bool
	began    time.Time
}

func newPrinter(file *os.File) *printer {
	info, err := file.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return &printer{file: file, terminal: terminal}
}

func (p *printer) paint(code, text string) string {
	if !p.terminal {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// title begins a part.
func (p *printer) title(format string, args ...any) {
	p.line("\n%s", p.paint("1", fmt.Sprintf(format, args...)))
}

// start sets the clock of event to zero.
func (p *printer) start() { p.began = time.Now() }

// event writes what happened and when.
func (p *printer) event(format string, args ...any) {
	p.line("%s  %s", p.paint("36", fmt.Sprintf("%8.2f s", time.Since(p.began).Seconds())), fmt.Sprintf(format, args...))
}

// detail writes lines that belong to what was written before.
func (p *printer) detail(lines ...string) {
	for _, line := range lines {
		p.line("            %s", line)
	}
}

// quote writes what another program wrote.
func (p *printer) quote(text string) {
	for line := range strings.Lines(text) {
		p.line("  %s", strings.TrimRight(line, "\n"))
	}
}

func (p *printer) failed(err error) {
	p.line("\n%s %v", p.paint("1;31", "The demonstration failed:"), err)
}

func (p *printer) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if p.terminal {
		text = "\r\x1b[K" + text // over the running clock
	}
	_, _ = fmt.Fprintln(p.file, text)
}

// tick shows the running clock on a terminal until stop is called.
func (p *printer) tick(what string) (stop func()) {
	if !p.terminal {
		return func() {}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(100 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-end:
				_, _ = fmt.Fprint(p.file, "\r\x1b[K")
				return
			case <-ticker.C:
				_, _ = fmt.Fprintf(p.file, "\r\x1b[K%s  %s", p.paint("2", fmt.Sprintf("%8.1f s", time.Since(p.began).Seconds())), p.paint("2", what))
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}
