package documents

import (
	"regexp"
	"strings"
)

// maxFrontMatter is the longest head of a Markdown file, in bytes.
const maxFrontMatter = 16 << 10

// yamlLine matches a line of the head of a Markdown file.
var yamlLine = regexp.MustCompile(`^(\s*$|\s*#|\s*-(\s|$)|[ \t]+\S|[\w.-]+\s*:(\s|$)|["'][^"']*["']\s*:|[\]}])`)

// frontMatter takes the YAML off the head of a Markdown file, and returns the title it gives. What
// is no YAML stays.
func frontMatter(text string) (title, body string) {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return "", text
	}
	keys := false
	for size := 0; size < maxFrontMatter; {
		line, after, found := strings.Cut(rest, "\n")
		if trimmed := strings.TrimRight(line, " \t"); (trimmed == "---" || trimmed == "...") && keys {
			return title, strings.TrimLeft(after, "\n")
		}
		if !found || !yamlLine.MatchString(line) {
			return "", text
		}
		if key, value, ok := strings.Cut(line, ":"); ok && line[0] != ' ' && line[0] != '#' {
			keys = true
			if key == "title" {
				title = strings.Trim(strings.TrimSpace(value), `"'`)
			}
		}
		size += len(line) + 1
		rest = after
	}
	return "", text
}
