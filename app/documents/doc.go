// Package documents reads the text of a file, so that it can be read aloud or sent: plain text, Markdown, HTML, Word (docx), Excel
// (xlsx), PowerPoint (pptx), OpenDocument (odt, ods, odp), EPUB, RTF, and PDF where the program pdftotext is installed.
// What a file is its bytes decide; the name tells Markdown and source from plain text, and decides where the bytes leave a doubt.
//
// A document that knows headings becomes Markdown: its headings are "#" lines, of which chapters can be made. Emphasis, links
// and pictures are left out. A worksheet is a table of at most 2,000 rows and 60 columns; what was cut is said, in the text and
// by Cuts.
//
// Files come from strangers. What they unfold to is bounded (Options.MaxText), and so is the memory that reading them takes. No
// macro, link or embedded file is followed, and no part of a file is written to the disk or fetched from a network. Nothing here
// may be called on the window's thread.
package documents
