// Command docsgen writes the guides that are made from code: the rules of the plan and the table of queue arguments.
//
//	docsgen DIRECTORY
package main

import (
	"bytes"
	"embed"
	"log"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

//go:embed *.md.tmpl
var pages embed.FS

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("docsgen: name the directory to write to")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatalf("docsgen: %v", err)
	}
}

func write(directory string) error {
	mistakes, err := mistakes("examples/mistakes")
	if err != nil {
		return err
	}
	data := struct {
		Rules                []*lint.Rule
		Reference, Arguments string
	}{lint.Rules(), withExamples(lint.Reference(), mistakes), queueargs.Reference()}
	templates, err := template.ParseFS(pages, "*.md.tmpl")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	for _, page := range templates.Templates() {
		var text bytes.Buffer
		if err := page.Execute(&text, data); err != nil {
			return err
		}
		file := filepath.Join(directory, strings.TrimSuffix(page.Name(), ".tmpl"))
		if err := os.WriteFile(file, append(bytes.TrimSpace(text.Bytes()), '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}
