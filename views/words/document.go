package words

import (
	"cmp"
	"errors"

	"parlando/app/documents"
	"parlando/views/i18n"
)

// DocumentError returns one or two sentences that explain why the text of a file cannot be read,
// and what would help.
func DocumentError(err error) string {
	var t *documents.Error
	if !errors.As(err, &t) {
		return i18n.Text("The file couldn't be read.")
	}
	switch {
	case t.Reason == documents.Unsupported:
		return unsupported(t.Format)
	case t.Reason == documents.PasswordProtected && t.Format != "":
		return i18n.Text("This {{.Format}} file is protected by a password or copy protection, so its text can't be read. Open it in its program, save it without a password and add the new file.", map[string]any{"Format": string(t.Format)})
	}
	return cmp.Or(map[documents.Reason]string{
		documents.Empty:             i18n.Text("The file is empty."),
		documents.NoText:            i18n.Text("This file contains no text. It may only contain pictures of pages."),
		documents.TooLarge:          i18n.Text("This file is too large to read: Parlando reads up to 20 MB of text."),
		documents.Damaged:           i18n.Text("This file is damaged or incomplete."),
		documents.PasswordProtected: i18n.Text("This file is protected by a password or copy protection, so its text can't be read."),
	}[t.Reason], i18n.Text("Parlando can't read this type of file. It can read text, web pages, emails, EPUB, RTF, and Word, Excel, PowerPoint and OpenDocument files."))
}

func unsupported(format documents.Format) string {
	return cmp.Or(map[documents.Format]string{
		documents.PDF:            i18n.Text("Parlando can't get the text out of PDF files on this computer. Open the file in another program, copy the text and paste it here. (On Linux, installing poppler-utils helps.)"),
		documents.OldWord:        i18n.Text("This is an old Word file. Open it in Word or LibreOffice, save it as .docx, and add the new file."),
		documents.OldExcel:       i18n.Text("This is an old Excel file. Open it in Excel or LibreOffice, save it as .xlsx, and add the new file."),
		documents.BinaryExcel:    i18n.Text("This is an Excel file in a special form (.xlsb). Open it in Excel or LibreOffice, save it as .xlsx, and add the new file."),
		documents.OldSlides:      i18n.Text("This is an old PowerPoint file. Open it in PowerPoint or LibreOffice, save it as .pptx, and add the new file."),
		documents.OutlookMessage: i18n.Text("This is an Outlook message. Save it in Outlook as text or HTML, and add the new file."),
		documents.Archive:        i18n.Text("This is a Zip file. Unpack it and add the files that are in it."),
		documents.IWork:          i18n.Text("This is a Pages, Numbers or Keynote file. Export it as Word, Excel or PowerPoint and add the new file."),
	}[format], i18n.Text("Parlando can't read {{.Format}} files. Copy the text and paste it here.", map[string]any{"Format": string(format)}))
}
