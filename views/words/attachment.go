package words

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/attachments"
)

// Attachment says in a sentence why a file was not added, naming what works.
func Attachment(err error) string {
	works := lang.L("Parley can send {{.Formats}} pictures.", map[string]any{"Formats": strings.Join(attachments.Works(), ", ")})
	if errors.Is(err, attachments.ErrTooMany) {
		return lang.L("A message can carry ten pictures and documents; this one was left out.")
	}
	if errors.Is(err, attachments.ErrTextTooLong) {
		return lang.L("This text is longer than 2 MB. Send the part of it that matters.")
	}
	if errors.Is(err, attachments.ErrClipboardCutOff) {
		return lang.L("The program that has the picture did not hand it over whole. Copy it there again.")
	}
	var t *attachments.Trouble
	if !errors.As(err, &t) {
		return lang.L("The file could not be read.")
	}
	switch t.Reason {
	case attachments.Empty:
		return lang.L("The file is empty.")
	case attachments.NotAPicture:
		return lang.L("This is neither a picture nor a text.") + " " + works
	case attachments.Unsupported:
		return lang.L("{{.Format}} files cannot be sent.", map[string]any{"Format": string(t.Format)}) + " " + works
	case attachments.Animated:
		return lang.L("This picture moves, and models see only still ones. Save one frame as PNG or JPEG.")
	case attachments.Variant:
		return lang.L("This kind of {{.Format}} cannot be read here. Save it as PNG or JPEG.", map[string]any{"Format": string(t.Format)})
	case attachments.TooManyPixels:
		return lang.L("This picture is larger than {{.Megapixels}} megapixels. Make it smaller first.", map[string]any{"Megapixels": t.Most / 1_000_000})
	case attachments.TooLarge:
		if t.Format == "PDF" {
			return lang.L("This PDF document is larger than 20 MB. Make it smaller first.")
		}
		return lang.L("This file is larger than 50 MB. Make it smaller first.")
	case attachments.Damaged:
		if t.Format == "PDF" {
			return lang.L("This PDF document is damaged or incomplete.")
		}
		return lang.L("This picture is damaged or incomplete.")
	}
	return lang.L("The file could not be read.")
}

// Note says what the person should know about a picture that was added; "" when there is nothing.
func Note(n attachments.Note) string {
	switch n {
	case attachments.FirstFrame:
		return lang.L("This picture moves; only its first frame is sent.")
	case attachments.FirstPage:
		return lang.L("This picture has several pages; only the first one is sent.")
	case attachments.Protected:
		return lang.L("This document is protected, so the service may not be able to read it. Where you can, save it without a password.")
	}
	return ""
}
