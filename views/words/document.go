package words

import (
	"errors"

	"fyne.io/fyne/v2/lang"

	"parley/app/documents"
)

// Document says in a sentence or two why the text of a file cannot be read, and what helps.
func Document(err error) string {
	var t *documents.Trouble
	if !errors.As(err, &t) {
		return lang.L("The file could not be read.")
	}
	switch t.Reason {
	case documents.Empty:
		return lang.L("The file is empty.")
	case documents.NoText:
		return lang.L("There is no text in this file. Perhaps it holds pictures of pages alone.")
	case documents.TooLarge:
		return lang.L("This file is too large to read: Parley reads up to 20 MB of text.")
	case documents.Damaged:
		return lang.L("This file is damaged or incomplete.")
	case documents.Locked:
		return lang.L("This file is locked with a password or by the shop it is from, so its text cannot be read.")
	case documents.Unsupported:
		return unsupported(t.Format)
	}
	return lang.L("Parley cannot read this kind of file. It can read texts, web pages, EPUB, RTF, and documents of Word, Excel, PowerPoint and OpenDocument.")
}

func unsupported(format documents.Format) string {
	switch format {
	case documents.PDF:
		return lang.L("Parley cannot read the text of PDF files yet. Open it in another program, copy the text and paste it here.")
	case documents.OldWord:
		return lang.L("This is an old Word file. Open it in Word or LibreOffice, save it as .docx, and add that.")
	case documents.OldExcel:
		return lang.L("This is an old Excel file. Open it in Excel or LibreOffice, save it as .xlsx, and add that.")
	case documents.BinaryExcel:
		return lang.L("This is a binary Excel file. Open it in Excel or LibreOffice, save it as .xlsx, and add that.")
	case documents.OldSlides:
		return lang.L("This is an old PowerPoint file. Open it in PowerPoint or LibreOffice, save it as .pptx, and add that.")
	case documents.IWork:
		return lang.L("This is a file of Pages, Numbers or Keynote. Export it there as Word, Excel or PowerPoint, and add that.")
	}
	return lang.L("Parley cannot read {{.Format}} files yet. Copy the text and paste it here.", map[string]any{"Format": string(format)})
}
