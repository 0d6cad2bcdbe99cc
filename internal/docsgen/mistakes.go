package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var announcement = regexp.MustCompile(`(?m)^# ([a-z_]+) \((?:error|warning)\): `)

// mistakes returns the first example of each rule below a directory: the resource below the comment that names the rule.
func mistakes(directory string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(directory, "*", "main.tf"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no examples in %s (%w)", directory, err)
	}
	examples := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for block := range strings.SplitSeq(string(text), "\n\n") {
			for _, match := range announcement.FindAllStringSubmatch(block, -1) {
				if examples[match[1]] == "" {
					examples[match[1]] = strings.TrimSpace(block)
				}
			}
		}
	}
	return examples, nil
}

// withExamples adds to each section of the reference, which is headed by its rule, the rule's example.
func withExamples(reference string, examples map[string]string) string {
	const heading = "### "
	sections := strings.Split(reference, heading)
	for i, section := range sections {
		rule, _, _ := strings.Cut(section, "\n")
		if example := examples[rule]; example != "" {
			sections[i] = fmt.Sprintf("%s\n\n```terraform\n%s\n```\n\n", strings.TrimSpace(section), example)
		}
	}
	return strings.Join(sections, heading)
}
