package documents

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
)

// headBytes is the number of bytes read to detect the format.
const headBytes = 4096

// Archive is any zip: Word, EPUB and others, which differ in their parts. An error with it means a
// zip that is no document.
const Archive Format = "zip"

// sniff detects the format by the first bytes of a file. It returns "" for an empty file, and Text
// for any unknown format.
func sniff(head []byte) Format {
	if len(head) == 0 {
		return ""
	}
	for _, m := range []struct {
		magic  string
		format Format
	}{
		{"PK\x03\x04", Archive},
		{"PK\x05\x06", Archive},
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", OldWord},
		{`{\rtf`, RTF},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.format
		}
	}
	if IsPDF(head) {
		return PDF
	}
	return Text
}

// xmlRoot returns the local name of the root element of an XML file, "" if the file is not XML.
func xmlRoot(head string) string {
	for text := strings.TrimPrefix(head, "\uFEFF"); ; {
		text = strings.TrimSpace(text)
		end := ">"
		switch {
		case strings.HasPrefix(text, "<!--"):
			end = "-->"
		case !strings.HasPrefix(text, "<?") && !strings.HasPrefix(text, "<!DOCTYPE"):
			name := tagAt(text + " ")
			return name[strings.IndexByte(name, ':')+1:]
		}
		_, after, ok := strings.Cut(text, end)
		if !ok {
			return ""
		}
		text = after
	}
}

// firstTags are the elements with which a page or a fragment begins.
var firstTags = []string{
	"html", "head", "body", "meta", "title", "base", "link", "style", "script", "noscript",
	"iframe", "div", "p", "span", "a", "b", "i", "em", "strong", "font", "center", "br", "hr",
	"img", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "pre", "blockquote",
	"section", "article", "main", "header", "footer", "nav", "aside", "figure", "details", "form",
}

// isHTML reports whether a text is a web page. A complete page is recognized by its content. A
// fragment, or a text that begins with a comment, counts unless the name indicates another format:
// Markdown and source code can begin like that.
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

// tagAt returns the name of the tag at the start of text.
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

// namedPage reports whether the name has the extension of a web page.
func namedPage(name string) bool {
	return slices.Contains([]string{".html", ".htm", ".xhtml", ".xht", ".shtml"}, strings.ToLower(filepath.Ext(name)))
}

// namedText reports whether the name leaves open which kind of text the file is.
func namedText(name string) bool {
	return slices.Contains([]string{"", ".txt", ".text"}, strings.ToLower(filepath.Ext(name)))
}

// isMarkdown decides by the name, because the content is ambiguous.
func isMarkdown(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".mdown", ".mkd":
		return true
	}
	return false
}
