package failure

import (
	"html"
	"strings"

	"parlando/client/lazyregexp"
)

// IsWebPage reports whether a text is a web page.
func IsWebPage(text string) bool {
	head := strings.ToLower(text[:min(len(text), 512)])
	head = strings.TrimSpace(head)
	return strings.HasPrefix(head, "<!doctype") || strings.HasPrefix(head, "<html") || strings.HasPrefix(head, "<head") ||
		strings.HasPrefix(head, "<?xml") || strings.HasPrefix(head, "<!--") || strings.HasPrefix(head, "<body") ||
		strings.HasPrefix(head, "<") && strings.Contains(head, "<html")
}

// titleTag matches the title of a web page.
var titleTag = lazyregexp.New(`(?i)<title[^>]*>([^<]*)`)

// PageTitle returns a sentence with the title of a web page.
func PageTitle(page string) string {
	const sentence = "The address answered with a web page"
	title := ""
	if found := titleTag().FindStringSubmatch(page); found != nil {
		title = strings.Join(strings.Fields(html.UnescapeString(found[1])), " ")
	}
	if title = strings.NewReplacer("<", "", ">", "").Replace(title); title == "" {
		return sentence + "."
	}
	return sentence + ": " + title
}
