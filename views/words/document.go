package words

import (
	"cmp"
	"errors"

	"parlando/app/documents"
	"parlando/views/i18n"
)

// DocumentError returns one or two sentences about why the text of a file cannot be read, and what
// would help.
func DocumentError(err error) string {
	var t *documents.Error
	if !errors.As(err, &t) {
		return i18n.Text("The file could not be read.")
	}
	if t.Reason == documents.Unsupported {
		return unsupported(t.Format)
	}
	return cmp.Or(map[documents.Reason]string{
		documents.Empty:             i18n.Text("The file is empty."),
		documents.NoText:            i18n.Text("There is no text in this file. Perhaps it holds pictures of pages alone."),
		documents.TooLarge:          i18n.Text("This file is too large to read: Parlando reads up to 20 MB of text."),
		documents.Damaged:           i18n.Text("This file is damaged or incomplete."),
		documents.PasswordProtected: i18n.Text("This file is locked with a password or by the shop it is from, so its text cannot be read."),
	}[t.Reason], i18n.Text("Parlando cannot read this kind of file. It can read texts, web pages, EPUB, RTF, and documents of Word, Excel, PowerPoint and OpenDocument."))
}

func unsupported(format documents.Format) string {
	return cmp.Or(map[documents.Format]string{
		documents.PDF:         i18n.Text("Parlando cannot read the text of PDF files yet. Open it in another program, copy the text and paste it here."),
		documents.OldWord:     i18n.Text("This is an old Word file. Open it in Word or LibreOffice, save it as .docx, and add that."),
		documents.OldExcel:    i18n.Text("This is an old Excel file. Open it in Excel or LibreOffice, save it as .xlsx, and add that."),
		documents.BinaryExcel: i18n.Text("This is a binary Excel file. Open it in Excel or LibreOffice, save it as .xlsx, and add that."),
		documents.OldSlides:   i18n.Text("This is an old PowerPoint file. Open it in PowerPoint or LibreOffice, save it as .pptx, and add that."),
		documents.IWork:       i18n.Text("This is a file of Pages, Numbers or Keynote. Export it there as Word, Excel or PowerPoint, and add that."),
	}[format], i18n.Text("Parlando cannot read {{.Format}} files yet. Copy the text and paste it here.", map[string]any{"Format": string(format)}))
}
