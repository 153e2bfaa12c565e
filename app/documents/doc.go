// Package documents reads the text of a file, so that it can be read aloud: plain text, Markdown, HTML, Word (docx), EPUB, and
// PDF where the program pdftotext is installed.
// What a file is its bytes decide, never its name; the name alone tells Markdown from plain text.
//
// A document that knows headings becomes Markdown: its headings are "#" lines, of which chapters can be made. Emphasis, links
// and pictures are left out, as nobody hears them.
//
// Files come from strangers. What they unfold to is bounded (MaxText), and so is the memory that reading them takes. No part
// of a file is written to the disk or fetched from a network. Nothing here may be called on the window's thread.
package documents
