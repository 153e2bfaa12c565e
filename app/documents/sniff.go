package documents

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
)

// headBytes of a file are read to recognize its format.
const headBytes = 4096

// archive is any zip: Word, EPUB and others, which its parts tell apart.
const archive Format = "zip"

// sniff tells from the first bytes what a file is; "" is an empty one, Text also what is nothing
// known.
func sniff(head []byte) Format {
	if len(head) == 0 {
		return ""
	}
	for _, m := range []struct {
		magic  string
		format Format
	}{
		{"PK\x03\x04", archive},
		{"PK\x05\x06", archive},
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", OldWord},
		{`{\rtf`, RTF},
		{"%PDF-", PDF},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.format
		}
	}
	return Text
}

// firstTags are the elements with which a page or a piece of one begins.
var firstTags = []string{
	"html", "head", "body", "meta", "title", "base", "link", "style", "script", "noscript",
	"iframe", "div", "p", "span", "a", "b", "i", "em", "strong", "font", "center", "br", "hr",
	"img", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "pre", "blockquote",
	"section", "article", "main", "header", "footer", "nav", "aside", "figure", "details", "form",
}

// isHTML reports whether a text is a web page. A page says so itself. A fragment, and what begins
// with a comment, counts only if the name does not say otherwise: Markdown and source can begin
// like that.
func isHTML(name, text string) bool {
	text = strings.TrimPrefix(text[:min(len(text), headBytes)], "\uFEFF")
	certain := true
	for {
		text = strings.TrimSpace(text)
		end := ""
		switch {
		case strings.HasPrefix(text, "<?xml"):
			end = "?>"
		case strings.HasPrefix(text, "<!--"):
			end, certain = "-->", false
		}
		if end == "" {
			break
		}
		_, after, ok := strings.Cut(text, end)
		if !ok {
			return namedPage(name)
		}
		text = after
	}
	lower := strings.ToLower(text)
	if strings.HasPrefix(lower, "<!doctype html") || tagAt(lower) == "html" {
		return certain || namedPage(name) || namedText(name)
	}
	return namedPage(name) && strings.Contains(lower, "<") ||
		namedText(name) && (!certain && text == "" || slices.Contains(firstTags, tagAt(lower)))
}

// tagAt is the name of the tag with which text begins.
func tagAt(text string) string {
	if !strings.HasPrefix(text, "<") {
		return ""
	}
	end := strings.IndexAny(text, " \t\r\n/>")
	if end < 0 {
		return ""
	}
	return text[1:end]
}

// namedPage reports whether the name is that of a web page.
func namedPage(name string) bool {
	return slices.Contains([]string{".html", ".htm", ".xhtml", ".xht", ".shtml"}, strings.ToLower(filepath.Ext(name)))
}

// namedText reports whether the name says nothing of what the text is.
func namedText(name string) bool {
	return slices.Contains([]string{"", ".txt", ".text"}, strings.ToLower(filepath.Ext(name)))
}

// isMarkdown goes by the name, as the same bytes can be meant either way.
func isMarkdown(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".mdown", ".mkd":
		return true
	}
	return false
}
