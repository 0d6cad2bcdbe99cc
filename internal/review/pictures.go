package review

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/picture"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// graphs are the pictures of the virtual hosts that have something in them, by name.
func (i *Input) graphs() []*picture.Graph {
	var all []*picture.Graph
	for _, name := range i.names() {
		after := i.After[name]
		if after == nil {
			after = i.Before[name].another()
		}
		var before *topology.VirtualHost
		if b := i.Before[name]; b != nil && b != after {
			before = b.VirtualHost
		}
		if g := picture.Of(before, after.VirtualHost); len(g.Nodes) > 0 {
			g.Vhost = name
			all = append(all, g.Collapse(picture.Legible))
		}
	}
	return all
}

// mermaid writes the pictures alone.
func (i *Input) mermaid(w io.Writer) error {
	for _, g := range i.graphs() {
		if _, err := fmt.Fprintf(w, "%%%% virtual host %q\n%s", g.Vhost, g.Mermaid()); err != nil {
			return err
		}
	}
	return nil
}

// mermaidIn writes the pictures into Markdown.
func (i *Input) mermaidIn(t *strings.Builder) {
	for _, g := range i.graphs() {
		fmt.Fprintf(t, "\n### Virtual host %s\n\n```mermaid\n%s```\n", code(g.Vhost), g.Mermaid())
	}
}

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// html writes the whole report, with the pictures, as one page.
func (i *Input) html(w io.Writer, r *Report) error {
	type drawn struct {
		Vhost string
		SVG   template.HTML
	}
	var pictures []drawn
	for _, g := range i.graphs() {
		svg, err := g.SVG()
		if err != nil {
			return err
		}
		pictures = append(pictures, drawn{g.Vhost, template.HTML(svg)}) //nolint:gosec // made by a template that escapes
	}
	return page.Execute(w, map[string]any{"Report": r, "Summary": r.summary(), "Pictures": pictures, "UnusedNote": unusedNote})
}

// svg writes the picture of the only virtual host.
func (i *Input) svg(w io.Writer) error {
	graphs := i.graphs()
	if len(graphs) == 0 {
		return errors.New("there is nothing to draw")
	}
	if len(graphs) > 1 {
		return fmt.Errorf("an SVG is the picture of one virtual host, and there are %d: use --format html, or --vhost", len(graphs))
	}
	svg, err := graphs[0].SVG()
	if err == nil {
		_, err = w.Write(svg)
	}
	return err
}
