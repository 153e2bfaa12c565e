package words

import (
	"errors"
	"strings"

	"parlando/app/attachments"
	"parlando/app/documents"
	"parlando/views/i18n"
)

// AttachmentError returns a sentence about why a file was not added, and what would work.
func AttachmentError(err error) string {
	works := i18n.Text("Parlando can send {{.Formats}} pictures.", map[string]any{"Formats": strings.Join(attachments.PictureFormats(), ", ")})
	if errors.Is(err, attachments.ErrTooMany) {
		return i18n.Text("A message can carry ten pictures and documents; this one was left out.")
	}
	if errors.Is(err, attachments.ErrTextTooLong) {
		return i18n.Text("This text is longer than 2 MB. Send the part of it that matters.")
	}
	if errors.Is(err, attachments.ErrNoClipboardPicture) {
		return i18n.Text("There is no picture on the clipboard, or none that this system lets Parlando see.")
	}
	if errors.Is(err, attachments.ErrClipboardCutOff) {
		return i18n.Text("The program that has the picture did not hand it over whole. Copy it there again.")
	}
	if document := (*documents.Error)(nil); errors.As(err, &document) {
		return DocumentError(err)
	}
	var t *attachments.FileError
	if !errors.As(err, &t) {
		return i18n.Text("The file could not be read.")
	}
	switch t.Reason {
	case attachments.Empty:
		return i18n.Text("The file is empty.")
	case attachments.NotAPicture:
		return i18n.Text("Parlando cannot read this kind of file. It can send pictures, PDFs, texts, and documents of Word, Excel, PowerPoint and OpenDocument.")
	case attachments.Unsupported:
		return i18n.Text("{{.Format}} files cannot be sent.", map[string]any{"Format": string(t.Format)}) + " " + works
	case attachments.UnsupportedVariant:
		return i18n.Text("This kind of {{.Format}} cannot be read here. Save it as PNG or JPEG.", map[string]any{"Format": string(t.Format)})
	case attachments.TooManyPixels:
		return i18n.Text("This picture has more than {{.Megapixels}} megapixels, too many to be opened here. Save a smaller copy of it in a photo app, and add that.", map[string]any{"Megapixels": t.MaxPixels / 1_000_000})
	case attachments.TooLarge:
		if t.Format == "PDF" {
			return i18n.Text("This PDF document is larger than 20 MB. Make it smaller first.")
		}
		return i18n.Text("This file is larger than 100 MB. Make it smaller first.")
	case attachments.Damaged:
		if t.Format == "PDF" {
			return i18n.Text("This PDF document is damaged or incomplete.")
		}
		return i18n.Text("This picture is damaged or incomplete.")
	}
	return i18n.Text("The file could not be read.")
}

// PictureNote returns a note for the user about an added picture; "" for none.
func PictureNote(n attachments.Note) string {
	return map[attachments.Note]string{
		attachments.FirstFrame:        i18n.Text("This picture moves; only its first frame is sent."),
		attachments.FirstPage:         i18n.Text("This picture has several pages; only the first one is sent."),
		attachments.Incomplete:        i18n.Text("This picture is damaged; a part of it may be missing."),
		attachments.OnlyReducedCopy:   i18n.Text("Very large photo: a smaller copy is sent."),
		attachments.ProtectedDocument: i18n.Text("This document is protected, so the service may not be able to read it. Where you can, save it without a password."),
	}[n]
}

// DocumentOmissions returns a sentence for each omission in the text of a document; "" for none.
func DocumentOmissions(cuts []documents.Omission) string {
	var said []string
	for i, c := range cuts {
		if i == maxCutsSaid {
			said = append(said, i18n.Text("More was left out of other worksheets and tables; the text says where."))
			break
		}
		if s := cut(c); s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}

// maxCutsSaid is the maximum number of omissions listed individually.
const maxCutsSaid = 3

func cut(c documents.Omission) string {
	values := map[string]any{"Name": c.Name, "Kept": Number(c.Kept), "Of": Number(c.Of)}
	switch c.Kind {
	case documents.OmittedRows:
		if c.Of > c.Kept {
			return i18n.Text("Only the first {{.Kept}} of {{.Of}} rows of “{{.Name}}” are read.", values)
		}
		return i18n.Text("Only the first {{.Kept}} rows of “{{.Name}}” are read.", values)
	case documents.OmittedColumns:
		return i18n.Text("Only the first {{.Kept}} columns of “{{.Name}}” are read.", values)
	case documents.OmittedSheets:
		return i18n.Text("Only the first {{.Kept}} of {{.Of}} worksheets are read.", values)
	case documents.OmittedSlides:
		return i18n.Text("Only the first {{.Kept}} of {{.Of}} slides are read.", values)
	case documents.OmittedHidden:
		return i18n.Text("Hidden worksheets are left out: {{.Kept}}.", values)
	case documents.OmittedTableRows:
		return i18n.Text("Only the first {{.Kept}} of {{.Of}} rows of a table are read.", values)
	case documents.OmittedTableCells:
		return i18n.Text("Very long texts in table cells are cut short: {{.Kept}}.", values)
	case documents.OmittedCells:
		return i18n.Text("The workbook holds too many texts; cells whose text is missing: {{.Kept}}.", values)
	}
	return ""
}
