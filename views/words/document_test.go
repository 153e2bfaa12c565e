package words

import (
	"errors"
	"strings"
	"testing"

	"parlando/app/attachments"
	"parlando/app/documents"
)

func TestEveryProblemWithADocumentHasItsSentence(t *testing.T) {
	said := map[string]documents.Reason{}
	for _, r := range []documents.Reason{documents.Empty, documents.NotText, documents.NoText, documents.TooLarge, documents.Damaged, documents.PasswordProtected} {
		s := DocumentError(&documents.Error{Reason: r})
		if other, ok := said[s]; ok {
			t.Errorf("%s and %s are both %q", r, other, s)
		}
		said[s] = r
	}
	for _, f := range []documents.Format{documents.PDF, documents.OldWord, documents.OldExcel, documents.OldSlides, documents.BinaryExcel, documents.OutlookMessage, documents.IWork, documents.Archive} {
		s := DocumentError(&documents.Error{Reason: documents.Unsupported, Format: f})
		if !strings.Contains(s, "paste it here") && !strings.Contains(s, "and add the ") {
			t.Errorf("%s: %q does not say what helps", f, s)
		}
	}
	if s := AttachmentError(&documents.Error{Reason: documents.Unsupported, Format: documents.OldExcel}); !strings.Contains(s, "save it as .xlsx") {
		t.Errorf("attached: %q", s)
	}
	if s := DocumentError(errors.New("open: permission denied")); s != "The file couldn't be read." {
		t.Errorf("the disk: %q", s)
	}
}

func TestWhatWasLeftOutIsSaid(t *testing.T) {
	for _, k := range []documents.OmissionKind{documents.OmittedRows, documents.OmittedColumns, documents.OmittedSheets, documents.OmittedHidden, documents.OmittedHiddenRows, documents.OmittedHiddenColumns, documents.OmittedCells, documents.OmittedSlides, documents.OmittedTableRows, documents.OmittedTableCells} {
		if s := DocumentOmissions([]documents.Omission{{Kind: k, Name: "Sales", Kept: 2000, Of: 9000}}); !strings.Contains(s, "2,000") {
			t.Errorf("%s: %q", k, s)
		}
	}
	if s := DocumentOmissions(nil); s != "" {
		t.Errorf("nothing: %q", s)
	}
}

func TestAPictureThatCannotBeMadeSmallerSaysWhatToDo(t *testing.T) {
	s := AttachmentError(&attachments.FileError{Reason: attachments.TooManyPixels, Width: 12_000, Height: 9_000, MaxPixels: 40_000_000})
	if !strings.Contains(s, "more than 40 megapixels") || !strings.Contains(s, "Save a smaller copy") {
		t.Errorf("%q", s)
	}
}

func TestThePagesOfAScanAreCounted(t *testing.T) {
	for pages, want := range map[int]string{
		2:    "This picture has 2 pages. Only the first one is sent.",
		1200: "This picture has 1,200 pages. Only the first one is sent.",
	} {
		if got := PictureNote(attachments.FirstPage, pages); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
