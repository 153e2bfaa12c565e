package window

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/views/shell"
)

// board is a file with a picture of one color.
func (h *home) board(name string, width, height int) string {
	h.t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = [4]uint8{200, uint8(width), uint8(height), 255}[i%4]
	}
	var file bytes.Buffer
	err := png.Encode(&file, img)
	if filepath.Ext(name) == ".jpg" {
		file.Reset()
		err = jpeg.Encode(&file, img, nil)
	}
	path := filepath.Join(h.t.TempDir(), name)
	if err == nil {
		err = os.WriteFile(path, file.Bytes(), 0o600)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return path
}

// inOrder are the names of what is attached, in the order on the screen.
func (p *user) inOrder() string {
	var names []string
	for _, part := range p.composer.Draft().Parts {
		names = append(names, part.Name)
	}
	return strings.Join(names, ", ")
}

// toldInOrder waits until the words follow each other in the chat that is open.
func (p *user) toldInOrder(words ...string) {
	p.t.Helper()
	p.until("in order: "+strings.Join(words, ", "), func() bool {
		rest, err := p.chatText(p.t.Context(), p.open().ID)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, w := range words {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				return false
			}
			rest = after
		}
		return true
	})
}

func TestPicturesAreSentInTheOrderInWhichTheyStand(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice eyes")
		p.drops(h.board("one.png", 120, 60), h.board("two.png", 100, 60), h.board("three.png", 80, 60))
		p.until("three pictures in the order in which they came", func() bool { return p.inOrder() == "one.png, two.png, three.png" })
		p.clicks("More actions") // of the first
		p.clicks("Move right")
		p.until("the first is the second", func() bool { return p.inOrder() == "two.png, one.png, three.png" })
		p.holdsWith(fyne.KeyRight, fyne.KeyModifierAlt)
		p.until("the first is the third", func() bool { return p.inOrder() == "two.png, three.png, one.png" })
		p.wait(1e9)
		p.quit()
		p = h.start()
		p.until("the order after a restart", func() bool { return p.inOrder() == "two.png, three.png, one.png" })
		p.sends("Compare them")
		p.readsToTheEnd()
		p.toldInOrder("Picture 1", "100 × 60", "Picture 2", "80 × 60", "Picture 3", "120 × 60")
	})
}

func TestAnEditThatOnlyChangesTheOrderCanBeHadBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice eyes")
		p.drops(h.board("one.png", 120, 60), h.board("two.png", 100, 60))
		p.sees("two.png")
		p.sends("Compare them")
		p.readsToTheEnd()
		p.composer.OnEditLast()
		p.until("the message is edited", func() bool { return p.inOrder() == "one.png, two.png" })
		p.clicks("More actions")
		p.clicks("Move right")
		p.composer.Drafts.CancelEdit()
		p.clicks("Edit again")
		p.until("the other order", func() bool { return p.inOrder() == "two.png, one.png" })
	})
}

func TestAPictureIsSentAsItsFileWasOnlyAfterAQuestion(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice eyes")
		path := h.board("sea.jpg", 2200, 1100)
		p.drops(path)
		p.sees("sea.jpg")
		if part := p.composer.Draft().Parts[0]; part.AsIs || part.Blob.Width != 2048 {
			t.Fatalf("%+v", part)
		}
		p.clicks("More actions")
		p.clicks("Send original file")
		p.sees("which can show where the photo was taken")
		p.clicks("Cancel")
		if p.composer.Draft().Parts[0].AsIs {
			t.Fatal("sent as it is although it was not wanted")
		}
		p.clicks("More actions")
		p.clicks("Send original file")
		p.sees("Send the original file?")
		p.clicks("Send original file")
		p.sees("the original,")
		p.wait(1e9)
		p.quit()
		p = h.start()
		p.sees("the original,")
		p.sends("How large is it?")
		p.readsToTheEnd()
		p.sees("2200 × 1100")
		p.scrollsUp()
		p.sees("Sent as original file")
	})
}

func TestThePicturesOfAReplyAreLookedAtAndSaved(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		folder := t.TempDir()
		p.frame.Files().RememberFolder(shell.SavePicture, folder)
		p.chooses("Practice writer")
		p.sends("Draw three pictures, one damaged and one elsewhere")
		p.readsToTheEnd()
		p.sees("This picture can't be shown.")
		p.sees("Picture from pictures.example.org (not shown, to protect you)")
		p.clicks("Save original")
		p.sees("Save picture")
		p.clicks("Save")
		p.sees("Saved as Picture.png.")
		if data, err := os.ReadFile(filepath.Join(folder, "Picture.png")); err != nil || !bytes.HasPrefix(data, []byte("\x89PNG")) {
			t.Errorf("%d bytes, %v", len(data), err)
		}

		p.clicks("Show picture")
		p.has("Fit to window (0)")
		p.presses(fyne.KeyHome)
		p.until("a picture that can be moved", func() bool { return p.reads("1 of 4") && p.reads("960 × 640") })
		p.presses(fyne.KeyRight)
		p.sees("640 × 960")
		p.clicks("Larger (+)")
		p.types("1")
		p.sees("100%")
		p.clicks("Save as…")
		p.clicks("Save")
		p.sees("Saved as Picture (2).png.")
		data, err := os.ReadFile(filepath.Join(folder, "Picture (2).png"))
		if err != nil {
			t.Fatal(err)
		}
		if img, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || img.Width != 640 {
			t.Errorf("saved %d wide, %v", img.Width, err)
		}
		p.clicks("Next picture")
		p.clicks("Next picture")
		p.sees("This picture is damaged or incomplete.")
		p.presses(fyne.KeyEscape)
		p.hasNot("Fit to window (0)")
		if g := reflect.ValueOf(p.gallery).Elem(); !g.FieldByName("large").IsNil() || !g.FieldByName("view").IsNil() {
			t.Error("the picture is kept in memory")
		}
		if sent := h.net.requests(); len(sent) > 0 {
			t.Errorf("asked elsewhere: %v", sent)
		}
	})
}

func TestOpeningAPictureElsewhereLeavesNothingBehind(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(h.board("sea.png", 120, 60))
		p.sees("sea.png")
		p.composer.Attachments.Open(p.composer.Draft().Parts[0])
		p.clicks("Open in another program")
		p.until("another program", func() bool { return len(p.app.opened) == 1 })
		path := strings.TrimPrefix(p.app.opened[0], "file://")
		if _, err := os.Stat(path); err != nil || filepath.Base(path) != "sea.png" {
			t.Fatal(p.app.opened, err)
		}
		p.quit()
		if _, err := os.Stat(path); err == nil {
			t.Error("the copy is still there")
		}
	})
}

func TestTheAddressOfAPictureIsSentAndNeverOpened(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice eyes")
		p.clicks("Add a picture or file")
		p.has("Paste picture")
		p.clicks("Picture from a web address…")
		p.sees("Only the address is sent.")
		p.types("sea.png")
		p.presses(fyne.KeyReturn)
		p.sees("Enter a picture address that starts with https:// or http://")
		p.canvas.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
		p.types("https://pictures.example.org/far/")
		p.presses(fyne.KeyReturn)
		p.sees("sea.png · pictures.example.org")
		p.wait(1e9)
		p.quit()
		p = h.start()
		p.sees("sea.png · pictures.example.org")
		p.chooses("Practice writer")
		p.sees("Practice writer doesn't accept pictures.")
		p.clicks("Switch to Practice eyes")
		p.sends("What is there?")
		p.readsToTheEnd()
		p.sees("It is at pictures.example.org")
		text, err := p.chatText(t.Context(), p.open().ID)
		if err != nil || !strings.Contains(text, "[https://pictures.example.org/far/sea.png]") {
			t.Errorf("%s, %v", text, err)
		}
		if sent := h.net.requests(); len(sent) > 0 {
			t.Errorf("asked elsewhere: %v", sent)
		}
	})
}

// lease is a PDF of one page with the words "The rent".
const lease = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n" +
	"4 0 obj<</Length 39>>stream\nBT /F1 24 Tf 20 100 Td (The rent) Tj ET\nendstream endobj\n" +
	"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"

func TestADocumentGoesToAModelThatTakesIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		path := filepath.Join(t.TempDir(), "lease.pdf")
		if err := os.WriteFile(path, []byte(lease), 0o600); err != nil {
			t.Fatal(err)
		}
		p := h.looksAround()
		p.chooses("Practice writer")
		p.drops(path)
		p.sees("lease.pdf")
		p.sees("doesn't support PDFs.")
		p.clicks("Switch to Practice eyes")
		p.seesNot("doesn't support PDFs.")
		p.wait(1e9)
		p.quit()
		p = h.start()
		p.sees("lease.pdf · 1 page")
		p.chooses("Practice writer")
		p.sends("How long is it?")
		p.sees("Your message wasn't sent. It's still here. This model probably doesn't support PDFs.")
		p.chooses("Practice eyes")
		p.sends("")
		p.readsToTheEnd()
		p.sees("about one page")
		p.scrollsUp()
		p.has("Open document")
		p.clicks("Open document")
		p.until("another program", func() bool { return len(p.app.opened) == 1 && strings.HasSuffix(p.app.opened[0], "lease.pdf") })
	})
}

func TestADocumentIsSentAnywayWithOneClick(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newRefusing(h, func(string) (int, string) { return 0, "" })
		path := filepath.Join(t.TempDir(), "lease.pdf")
		if err := os.WriteFile(path, []byte(lease), 0o600); err != nil {
			t.Fatal(err)
		}
		p := h.entersAt()
		for _, m := range p.Catalog.Models(p.connection()) {
			p.Catalog.LearnAcceptsPDF(p.connection(), m.ID, catalog.No)
		}
		p.drops(path)
		p.has("Send only the text")
		p.types("How long is it?")
		p.clicks("Send it anyway")
		p.readsToTheEnd()
		if sent := service.last(); !strings.Contains(sent, "data:application/pdf;base64,") || !strings.Contains(sent, "How long is it?") {
			t.Errorf("sent is %.300s", sent)
		}
		p.seesNot("Send it anyway")
		if d := p.composer.Draft(); d.Text != "" || len(d.Parts) != 0 {
			t.Errorf("the message is still here: %+v", d)
		}
	})
}

func TestOnlyTheTextOfARefusedDocumentIsSentWithOneClick(t *testing.T) {
	for _, said := range []string{
		"PDF is not accepted by this model",
		"Invalid value: file. Supported values are: 'text','image_url','video_url' and 'video'.",
		"You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
	} {
		story(t, func(t *testing.T, h *home) {
			service := newRefusing(h, func(body string) (int, string) {
				if strings.Contains(body, "data:application/pdf") {
					return http.StatusBadRequest, `{"error":{"message":` + strconv.Quote(said) + `,"type":"invalid_request_error"}}`
				}
				return 0, ""
			})
			path := filepath.Join(t.TempDir(), "lease.pdf")
			if err := os.WriteFile(path, []byte(lease), 0o600); err != nil {
				t.Fatal(err)
			}
			p := h.entersAt()
			p.drops(path)
			p.types("How long is it?")
			p.clicks("Send it anyway")
			p.readsToTheEnd()
			p.sees("This model doesn't support PDFs.")
			p.clicks("Send only the text")
			p.readsToTheEnd()
			p.seesNot("This model doesn't support PDFs.")
			if sent := service.last(); strings.Contains(sent, "application/pdf") || !strings.Contains(sent, "The rent") || !strings.Contains(sent, "How long is it?") {
				t.Errorf("%s: sent is %.300s", said, sent)
			}
		})
	}
}

func TestTheModelOfADocumentCanBeMarkedByHand(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice writer")
		for _, m := range p.Catalog.Models(p.connection()) {
			p.Catalog.SetAcceptsPDF(p.connection(), m.ID, catalog.No)
		}
		d := chat.Draft{Parts: []chat.Part{{Kind: chat.PartFile, Name: "a.pdf", Blob: &chat.Blob{SHA256: "x", MIME: "application/pdf"}}}}
		p.composer.SetDraft(d)
		p.composer.OnChanged(d)
		p.has("Send only the text")
		p.clicks("Send it anyway")
		p.seesNot("doesn't support PDFs.")
	})
}
