package core_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"parlando/app/attachments"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/replies"
	"parlando/client/practice"
)

func TestADocumentAnOriginalAndAnAddressAreAskedAbout(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		file := t.TempDir() + "/Called anything.txt" // the bytes decide
		pdf := "%PDF-1.4\n2 0 obj <</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>> endobj 3 0 obj <</Type /Page /Parent 2 0 R>> endobj " +
			"4 0 obj <</Type /Page /Parent 2 0 R>> endobj\nstartxref\n0\n%%EOF\n"
		if err := os.WriteFile(file, []byte(pdf), 0o600); err != nil {
			t.Fatal(err)
		}
		document, _, err := p.Attachments.FromFile(t.Context(), file, "")
		if err != nil || document.Kind != chat.PartFile || document.Pages != 2 {
			t.Fatalf("%+v, %v", document, err)
		}
		// The writer does not take it: nothing is sent, and nothing lost.
		draft := chat.Draft{Text: "What is in it?", Parts: []chat.Part{document}}
		if _, _, err := p.Replies.Send(t.Context(), p.Drafts.TakeNew(c, draft), nil); !errors.Is(err, replies.ErrCannotRead) {
			t.Fatalf("the writer: %v", err)
		}
		if heads, err := p.History.Thread(t.Context(), c); err != nil || len(heads) != 0 {
			t.Fatal(heads, err)
		}
		if err := p.History.SetModel(t.Context(), c, "", practice.VisionModel); err != nil {
			t.Fatal(err)
		}
		practicing, _ := p.Connections.Current()
		if m, _ := p.Catalog.Model(practicing.ID, practice.VisionModel); m.Reads != catalog.Yes {
			t.Errorf("the list says that it takes documents: %+v", m)
		}
		if m := p.waitsFor(p.sends(c, draft), chat.Done); !strings.Contains(m.Text(), "2 pages") {
			t.Errorf("told %q", m.Text())
		}

		photo, _, err := p.Attachments.Add(t.Context(), "sea.png", redOverBlue(t))
		if err != nil || photo.Original == nil {
			t.Fatalf("%+v, %v", photo, err)
		}
		photo.AsIs = true
		if m := p.waitsFor(p.sends(c, chat.Draft{Parts: []chat.Part{photo}}), chat.Done); !strings.Contains(m.Text(), "120 × 60") {
			t.Errorf("told %q", m.Text())
		}

		remote, err := attachments.Address(" https://pictures.example.org/sea.png ")
		if err != nil {
			t.Fatal(err)
		}
		if m := p.waitsFor(p.sends(c, chat.Draft{Parts: []chat.Part{remote}}), chat.Done); !strings.Contains(m.Text(), "pictures.example.org") {
			t.Errorf("told %q", m.Text())
		}
	})
}
