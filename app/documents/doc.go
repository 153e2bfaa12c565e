// Package documents reads the text of a file, to read it aloud or to send it: plain text, Markdown,
// HTML, Word (docx), Excel (xlsx), PowerPoint (pptx), OpenDocument (odt, ods, odp), EPUB, RTF, and
// PDF where the program pdftotext is installed. The bytes of a file decide its format. Where they
// leave it open, as between Markdown, source and plain text, the name decides.
//
// A document with headings becomes Markdown, and its headings "#" lines, of which chapters can be
// made. Emphasis, links and pictures are left out. A worksheet is a table of at most 2,000 rows and
// 60 columns. Text and Cuts both name the parts that were left out.
//
// Files come from strangers. Their text is bounded (Options.MaxText), and so is the memory that
// reading them takes. No macro, link or embedded file is followed, and nothing of a file is written
// to the disk or fetched from a network. Nothing here may be called on the window's thread.
package documents
