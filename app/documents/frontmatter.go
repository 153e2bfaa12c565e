package documents

import (
	"regexp"
	"strings"
)

// maxFrontMatter is the maximum length of front matter, in bytes.
const maxFrontMatter = 16 << 10

// yamlLine matches a line of front matter.
var yamlLine = regexp.MustCompile(`^(\s*$|\s*#|\s*-(\s|$)|[ \t]+\S|[\w.-]+\s*:(\s|$)|["'][^"']*["']\s*:|[\]}])`)

// frontMatter removes the YAML front matter of a Markdown file, and returns the title in it.
// Anything that is not YAML stays.
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
