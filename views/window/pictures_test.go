package window

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"parlando/app/attachments"
	"parlando/client/practice"
)

// photo is a file with a picture of red over a dark blue quarter, 120 by 60 pixels.
func (h *home) photo(name string) string {
	h.t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 120, 60))
	for y := range 60 {
		for x := range 120 {
			c := color.NRGBA{220, 30, 30, 255}
			if y >= 45 {
				c = color.NRGBA{10, 10, 90, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	path := filepath.Join(h.t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// drops lets go of files over the window.
func (p *user) drops(paths ...string) {
	var uris []fyne.URI
	for _, path := range paths {
		uris = append(uris, storage.NewFileURI(path))
	}
	p.dropped(fyne.NewPos(600, 300), uris)
	p.drain()
}

func TestADroppedPictureIsLookedAtByAModelThatCanSee(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice writer")
		p.drops(h.photo("sea.png"))
		p.sees("sea.png")
		p.sees("tokens")
		p.sees("Practice writer doesn't accept pictures.")
		p.clicks("Switch to Practice eyes")
		p.seesNot("doesn't accept pictures")
		if p.model() != practice.VisionModel {
			t.Errorf("asked would be %q", p.model())
		}
		p.sends("What is this?")
		p.readsToTheEnd()
		p.sees("120 × 60")
		p.quit()
		p = h.start()
		p.sees("120 × 60")
		p.scrollsUp()
		p.has("Show picture sea.png")
		p.clicks("Show picture sea.png")
		p.has("Close")
		p.presses(fyne.KeyEscape)
		p.hasNot("Close")
	})
}

func TestAFileThatIsNoPictureIsNamedWithWhatWorks(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		path := filepath.Join(t.TempDir(), "notes.bin")
		if err := os.WriteFile(path, []byte("\x7fELF\x02\x00\x00"), 0o600); err != nil {
			t.Fatal(err)
		}
		p := h.looksAround()
		p.drops(path, h.photo("sea.png"))
		p.sees("notes.bin: Parlando can't read this type of file. It can send")
		p.sees("sea.png")
	})
}

func TestTheErrorOfAFileGoesWithTheNextOneThatIsAdded(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(h.file("notes.bin", "\x00\x01\x02"))
		p.sees("notes.bin: Parlando can't read this type of file.")
		p.drops(h.photo("sea.png"))
		p.sees("sea.png")
		p.seesNot("notes.bin")
	})
}

func TestALongPasteBecomesAChip(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		long := ""
		for range 2000 {
			long += "A line of a long letter.\n"
		}
		p.app.Clipboard().SetContent(long)
		p.canvas.Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutPaste{Clipboard: p.app.Clipboard()})
		p.sees("Pasted text")
		p.wantsWritten("")
		p.sends("What is in this letter?")
		p.readsToTheEnd()
		text, err := p.chatText(t.Context(), p.open().ID)
		if err != nil || !strings.Contains(text, strings.TrimSpace(long)+"\n\nWhat is in this letter?") {
			t.Errorf("kept %d characters, %v", len(text), err)
		}
	})
}

func TestOfManyFilesOneLineSaysWhatWasLeftOut(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice eyes")
		var paths []string
		for range 30 {
			paths = append(paths, h.photo("sea.png"))
		}
		p.drops(paths...)
		p.sees("Files not added: 20 of 30. A message can have up to ten pictures and documents.")
		if n := len(p.composer.Draft().Parts); n != attachments.MaxParts {
			t.Errorf("%d files are attached", n)
		}
		p.drops(paths[:1]...)
		p.sees("Files not added: 21 of 31")
		p.drops(paths[:3]...)
		p.sees("Files not added: 24 of 34")
	})
}

func TestFilesThatWereNotAddedAreNamedTogether(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice eyes")
		p.drops(h.file("empty.txt", ""))
		p.sees("empty.txt is empty and wasn't added.")
		p.drops(h.file("empty.png", ""))
		p.sees("empty.txt and empty.png are empty and weren't added.")
		p.drops(h.photo("sea.png"))
		p.until("the picture", func() bool { return p.inOrder() == "sea.png" })
		p.sees("empty.txt and empty.png are empty and weren't added.")
	})
}

// Asking about a picture begins with a model that supports pictures, and the menu leads to the
// help.
func TestAskingAboutAPictureChoosesAModelThatSupportsPictures(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		h.dialogs.choosing(h.photo("garden.png"))
		if got := p.chat.Target().Model; got == practice.VisionModel {
			t.Fatalf("the chat begins with %s", got)
		}
		p.clicks("Ask about a picture")
		p.sees("garden.png")
		p.has("Practice eyes")
		p.seesNot("Send it anyway")
		p.clicks("More")
		p.clicks("Help (F1)")
		p.sees("First steps")
	})
}
