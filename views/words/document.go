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
	return lang.L("This is not a text. Parley can read plain text, Markdown, Word (docx), EPUB and HTML files.")
}

func unsupported(format documents.Format) string {
	switch format {
	case documents.PDF:
		return lang.L("Parley cannot read the text of PDF files yet. Open it in another program, copy the text and paste it here.")
	case documents.OldWord:
		return lang.L("This is an old Word file, or one with a password. Save it as docx without a password, or copy its text and paste it here.")
	}
	return lang.L("Parley cannot read {{.Format}} files yet. Copy the text and paste it here.", map[string]any{"Format": string(format)})
}
