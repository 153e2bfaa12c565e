package words

import (
	"errors"
	"strings"
	"testing"

	"parley/app/documents"
)

func TestEveryTroubleWithADocumentHasItsSentence(t *testing.T) {
	said := map[string]documents.Reason{}
	for _, r := range []documents.Reason{documents.Empty, documents.NotText, documents.NoText, documents.TooLarge, documents.Damaged, documents.Locked} {
		s := Document(&documents.Trouble{Reason: r})
		if other, ok := said[s]; ok {
			t.Errorf("%s and %s are both %q", r, other, s)
		}
		said[s] = r
	}
	for _, f := range []documents.Format{documents.PDF, documents.OldWord, documents.RTF, documents.OpenDocument} {
		s := Document(&documents.Trouble{Reason: documents.Unsupported, Format: f})
		if !strings.Contains(s, "paste it here") {
			t.Errorf("%s: %q does not say what helps", f, s)
		}
	}
	if s := Document(errors.New("open: permission denied")); s != "The file could not be read." {
		t.Errorf("the disk: %q", s)
	}
}
