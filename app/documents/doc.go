// Package documents extracts the text of a file, to read it aloud or to send it: plain text,
// Markdown, HTML, Word (docx), Excel (xlsx), PowerPoint (pptx), OpenDocument (odt, ods, odp, and
// the flat fodt, fods, fodp), EPUB, FictionBook (fb2), RTF, email (eml), saved web pages (mht), and
// PDF if the program pdftotext is installed. The content of a file determines its format; where it
// is ambiguous, as between Markdown, source and plain text, the file name decides.
//
// A document with headings becomes Markdown with "#" lines, from which chapters can be made.
// Emphasis, links and pictures are left out. A worksheet becomes a table of at most 2,000 rows and
// 60 columns. Text and Cuts both name the parts that were left out.
//
// Files are untrusted. Their text is bounded (Options.MaxText), and so is the memory for reading
// them. Macros, links and embedded files are not followed, and nothing of a file is written to disk
// or fetched from a network. Do not call anything here on the window's thread.
package documents
