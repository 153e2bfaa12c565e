package words

import (
	"errors"

	"parlando/app/attachments"
	"parlando/app/documents"
	"parlando/views/format"
	"parlando/views/i18n"
)

// AttachmentError returns a sentence that explains why a file was not added, and what would help.
func AttachmentError(err error) string {
	works := i18n.Text("Parlando can send {{.Formats}} pictures.", map[string]any{"Formats": format.List(attachments.PictureFormats())})
	if errors.Is(err, attachments.ErrTooMany) {
		return i18n.Text("This file wasn't added. A message can have up to ten pictures and documents.")
	}
	if errors.Is(err, attachments.ErrTextTooLong) {
		return i18n.Text("This text is longer than 2 MB. Send only the part you need.")
	}
	if errors.Is(err, attachments.ErrNoClipboardPicture) {
		return i18n.Text("There's no picture to paste.")
	}
	if errors.Is(err, attachments.ErrClipboardCutOff) {
		return i18n.Text("The picture on the clipboard is incomplete. Copy it again.")
	}
	if document := (*documents.Error)(nil); errors.As(err, &document) {
		return DocumentError(err)
	}
	var t *attachments.FileError
	if !errors.As(err, &t) {
		return i18n.Text("The file couldn't be read.")
	}
	switch t.Reason {
	case attachments.Empty:
		return i18n.Text("The file is empty.")
	case attachments.NotAPicture:
		return i18n.Text("Parlando can't read this type of file. It can send pictures, PDFs, text, and Word, Excel, PowerPoint and OpenDocument files.")
	case attachments.Unsupported:
		return format.Sentences(i18n.Text("{{.Format}} files can't be sent.", map[string]any{"Format": string(t.Format)}), works)
	case attachments.UnsupportedVariant:
		return i18n.Text("Parlando can't read this kind of {{.Format}} file. Save it as PNG or JPEG.", map[string]any{"Format": string(t.Format)})
	case attachments.TooManyPixels:
		return i18n.Text("This picture has more than {{.Megapixels}} megapixels, which is too large to open here. Save a smaller copy with another program and add that.", map[string]any{"Megapixels": t.MaxPixels / 1_000_000})
	case attachments.TooLarge:
		if t.Format == "PDF" {
			return i18n.Text("This PDF is larger than 20 MB. Make it smaller first.")
		}
		return i18n.Text("This file is larger than 100 MB. Make it smaller first.")
	case attachments.Damaged:
		if t.Format == "PDF" {
			return i18n.Text("This PDF is damaged or incomplete.")
		}
		return i18n.Text("This picture is damaged or incomplete.")
	}
	return i18n.Text("The file couldn't be read.")
}

// PictureNote returns a note for the user about an added picture, whose file has the given number
// of pages; "" for none.
func PictureNote(n attachments.Note, pages int) string {
	return map[attachments.Note]string{
		attachments.FirstFrame:        i18n.Text("This picture is animated. Only the first frame is sent."),
		attachments.FirstPage:         i18n.Plural("This picture has {{.N}} pages. Only the first one is sent.", pages),
		attachments.Incomplete:        i18n.Text("This picture is damaged. Part of it may be missing."),
		attachments.OnlyReducedCopy:   i18n.Text("This photo is very large, so a smaller copy will be sent."),
		attachments.ProtectedDocument: i18n.Text("This document has a password, so the service may not be able to read it. Save it without one if you can."),
	}[n]
}

// DocumentOmissions returns a sentence for each omission in the text of a document; "" for none.
func DocumentOmissions(cuts []documents.Omission) string {
	var said []string
	for i, c := range cuts {
		if i == maxCutsSaid {
			said = append(said, i18n.Text("More was left out of other worksheets and tables. The text shows where."))
			break
		}
		if s := cut(c); s != "" {
			said = append(said, s)
		}
	}
	return format.Sentences(said...)
}

// maxCutsSaid is the maximum number of omissions listed individually.
const maxCutsSaid = 3

func cut(c documents.Omission) string {
	values := map[string]any{"Name": c.Name, "Kept": format.Number(c.Kept), "All": format.Number(c.Of)}
	switch c.Kind {
	case documents.OmittedRows:
		if c.Of > c.Kept {
			return i18n.Text("Only the first rows of “{{.Name}}” are used: {{.Kept}} of {{.All}}.", values)
		}
		return i18n.Plural("Only the first {{.N}} rows of “{{.Name}}” are used.", c.Kept, values)
	case documents.OmittedColumns:
		return i18n.Plural("Only the first {{.N}} columns of “{{.Name}}” are used.", c.Kept, values)
	case documents.OmittedSheets:
		return i18n.Text("Only the first worksheets are used: {{.Kept}} of {{.All}}.", values)
	case documents.OmittedSlides:
		return i18n.Text("Only the first slides are used: {{.Kept}} of {{.All}}.", values)
	case documents.OmittedHidden:
		return i18n.Text("Hidden worksheets left out: {{.Kept}}.", values)
	case documents.OmittedHiddenRows:
		return i18n.Text("Left out hidden rows of “{{.Name}}”: {{.Kept}}.", values)
	case documents.OmittedHiddenColumns:
		return i18n.Text("Left out hidden columns of “{{.Name}}”: {{.Kept}}.", values)
	case documents.OmittedTableRows:
		return i18n.Text("Only the first rows of a table are used: {{.Kept}} of {{.All}}.", values)
	case documents.OmittedTableCells:
		return i18n.Text("{{.Kept}} very long cells were shortened.", values)
	case documents.OmittedCells:
		return i18n.Text("The workbook has too much text. {{.Kept}} cells were left empty.", values)
	}
	return ""
}
