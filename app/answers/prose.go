package answers

import "strings"

// prose returns what a text says around its JSON: without the marks of blocks of code, and without what is left of lists and objects.
func prose(text string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		bare := strings.TrimSpace(line)
		if mark := strings.TrimLeft(bare, "`~"); len(bare)-len(mark) >= 3 && !strings.ContainsAny(mark, " `") {
			continue
		}
		if bare != "" && strings.Trim(bare, "{}[],; \t") == "" {
			continue
		}
		lines = append(lines, strings.TrimRight(line, " \t\r"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
