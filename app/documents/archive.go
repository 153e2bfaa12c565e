package documents

import (
	"cmp"
	"errors"
	"strings"
)

// readArchive reads the document in a zip, whose parts determine its kind.
func readArchive(file *source, size int64) (Document, error) {
	p, err := openParts(file, size)
	if err != nil {
		return Document{}, err
	}
	kind, _ := p.readAll("mimetype", 200)
	switch mime := strings.TrimSpace(string(kind)); {
	case mime == "application/epub+zip", p.files[container] != nil:
		doc, err := readEPUB(file, p)
		return doc, as(EPUB, err)
	case strings.HasPrefix(mime, "application/vnd.oasis.opendocument"):
		doc, err := readOpenDocument(file, p)
		return doc, as(OpenDocument, err)
	case p.has("Index/Document.iwa"), p.has("Index.zip"):
		return Document{}, &Error{Reason: Unsupported, Format: IWork}
	case p.files["[Content_Types].xml"] == nil:
		return Document{}, &Error{Reason: Unsupported, Format: Archive}
	}
	main := targetOf(relations(file.ctx, p, ""), "/officeDocument")
	switch {
	case strings.HasSuffix(main, ".bin") || p.has("xl/workbook.bin"):
		return Document{}, &Error{Reason: Unsupported, Format: BinaryExcel}
	case strings.HasPrefix(main, "xl/") || main == "" && p.has("xl/workbook.xml"):
		doc, err := readExcel(file, p, cmp.Or(main, "xl/workbook.xml"))
		return doc, as(Spreadsheet, err)
	case strings.HasPrefix(main, "ppt/") || main == "" && p.has("ppt/presentation.xml"):
		doc, err := readSlides(file, p, cmp.Or(main, "ppt/presentation.xml"))
		return doc, as(Slides, err)
	}
	doc, err := readWord(file, p, cmp.Or(main, "word/document.xml"))
	return doc, as(Word, err)
}

// as adds the format to the error of a document that cannot be read.
func as(format Format, err error) error {
	if err == nil {
		return nil
	}
	t := &Error{Reason: Damaged, Err: err}
	errors.As(err, &t)
	return &Error{Reason: t.Reason, Format: format, Err: t.Err}
}
