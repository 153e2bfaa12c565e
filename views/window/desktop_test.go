package window

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/desktop"
	"parlando/views/shell"
)

// dialogs are those of a desktop whose user answers as the test says.
type dialogs struct {
	mu sync.Mutex
	// answer is called with what a dialog asks for; nil is a desktop without dialogs.
	answer func(ctx context.Context, c desktop.FileChooser) ([]string, error)
	asked  []desktop.FileChooser
	shown  string
}

// Open implements core.Dialogs.
func (d *dialogs) Open(ctx context.Context, c desktop.FileChooser) ([]string, error) {
	d.mu.Lock()
	d.asked = append(d.asked, c)
	answer := d.answer
	d.mu.Unlock()
	if answer == nil {
		return nil, desktop.ErrNone
	}
	return answer(ctx, c)
}

// Save implements core.Dialogs.
func (d *dialogs) Save(ctx context.Context, c desktop.FileChooser) (string, error) {
	paths, err := d.Open(ctx, c)
	return strings.Join(paths, ""), err
}

// ShowInFolder implements core.Dialogs.
func (d *dialogs) ShowInFolder(_ context.Context, path string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shown = path
	return nil
}

// choosing has every dialog answered with paths, none of which is a cancel.
func (d *dialogs) choosing(paths ...string) {
	d.answers(func(context.Context, desktop.FileChooser) ([]string, error) {
		if len(paths) == 0 {
			return nil, desktop.ErrCanceled
		}
		return paths, nil
	})
}

func (d *dialogs) answers(answer func(context.Context, desktop.FileChooser) ([]string, error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.answer = answer
}

func (d *dialogs) last() desktop.FileChooser {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.asked[len(d.asked)-1]
}

// attaches asks for files for the message.
func (p *user) attaches() {
	p.clicks("Add a picture or file")
	p.clicks("Picture or file…")
}

func TestSeveralFilesAreChosenInTheDialogOfTheDesktop(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		first, second := h.file("Q1+Q2 report #1 100%.csv", "a;b\r\n1;2\r\n"), h.file("ä 空.txt", "Words.")
		h.dialogs.choosing(first, second)
		p.attaches()
		p.sees("Q1+Q2 report #1 100%.csv")
		p.sees("ä 空.txt")
		c := h.dialogs.last()
		if !c.Multiple || c.Title != "Add pictures or files" || len(c.Filters) != 2 || c.Filters[0].Label != "Pictures and documents" || c.Filters[1].Label != "All files" {
			t.Errorf("asked for %+v", c)
		}
		h.dialogs.choosing()
		p.attaches()
		p.drain()
		if folder := h.dialogs.last().Folder; folder != filepath.Dir(first) {
			t.Errorf("began in %q, not in %q", folder, filepath.Dir(first))
		}
		if parts := p.composer.Draft().Parts; len(parts) != 2 {
			t.Errorf("%d files after a cancel", len(parts))
		}
		p.quit()
		p = h.start()
		p.attaches()
		p.drain()
		if folder := h.dialogs.last().Folder; folder != filepath.Dir(first) {
			t.Errorf("began in %q after a restart", folder)
		}
		p.clicks("Transcribe")
		p.clicks("Choose files…")
		p.drain()
		if c := h.dialogs.last(); !c.Multiple || c.Filters[0].Label != "Audio and video" || c.Folder == filepath.Dir(first) {
			t.Errorf("asked for %+v", c)
		}
	})
}

func TestWithoutADesktopTheToolkitsOwnDialogIsShown(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.attaches()
		p.sees("Add pictures or files")
		p.presses(fyne.KeyEscape)
		p.seesNot("Add pictures or files")
	})
}

func TestTheWindowGoesOnWhileADialogIsOpen(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		closed := make(chan struct{}, 1)
		h.dialogs.answers(func(ctx context.Context, _ desktop.FileChooser) ([]string, error) {
			<-ctx.Done()
			closed <- struct{}{}
			return nil, ctx.Err()
		})
		p.attaches()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.types("And")
		p.wantsWritten("And")
		// Asked again, the dialog that does not answer is closed.
		h.dialogs.choosing(h.file("notes.txt", "Words."))
		p.attaches()
		p.sees("notes.txt")
		<-closed
	})
}

func TestFilesGoToTheChatTheyWereChosenFor(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith("What is a lighthouse for?")
		id := p.open().ID
		choose := make(chan []string)
		h.dialogs.answers(func(ctx context.Context, _ desktop.FileChooser) ([]string, error) {
			select {
			case paths := <-choose:
				return paths, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
		p.attaches()
		p.clicks("New chat")
		choose <- []string{h.file("notes.txt", "Words."), h.file("more.txt", "More.")}
		p.sees("more.txt is in the chat it was added to.")
		if parts := p.composer.Draft().Parts; len(parts) != 0 {
			t.Errorf("%d files in the new chat", len(parts))
		}
		p.wait(time.Second)
		if d := p.stored(id); len(d.Parts) != 2 || d.Parts[0].Name != "notes.txt" {
			t.Errorf("the chat they were chosen for has %+v", d.Parts)
		}
	})
}

func TestAPlaceIsChosenInTheDialogOfTheDesktop(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.asksAboutLighthouses()
		folder := t.TempDir()
		there := filepath.Join(folder, "Lights + 空.docx")
		if err := os.WriteFile(there, []byte("before"), 0o600); err != nil {
			t.Fatal(err)
		}
		h.dialogs.choosing(there)
		p.top.OnMenu(p.top)
		p.clicks("Save chat as…")
		p.clicks("Choose a folder…")
		p.sees("Saved as Lights + 空.docx.")
		if c := h.dialogs.last(); c.Title != "Save chat" || !strings.HasSuffix(c.Name, ".docx") {
			t.Errorf("asked for %+v", c)
		}
		// The desktop has asked whether it is to be replaced.
		if name, text := p.onlyFile(folder); name != "Lights + 空.docx" || !strings.HasPrefix(text, "PK") {
			t.Errorf("%s holds %d bytes", name, len(text))
		}
		p.clicks("Show in folder")
		p.drain()
		if h.dialogs.shown != there {
			t.Errorf("shown in its folder: %q", h.dialogs.shown)
		}
		// Saved in the sheet, nothing is replaced.
		p.top.OnMenu(p.top)
		p.clicks("Save chat as…")
		p.sees("Chat, to be saved in " + folder)
		p.types("Lights + 空")
		p.clicks("Save")
		p.sees("Saved as Lights + 空 (2).docx.")
		if got := p.frame.Files().Folder(shell.SaveText); got != folder {
			t.Errorf("the next begins in %q", got)
		}
	})
}

func TestAPictureOfTheViewerReplacesTheFileThatTheDesktopAskedAbout(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		folder := t.TempDir()
		there := filepath.Join(folder, "Lighthouse.png")
		if err := os.WriteFile(there, []byte("before"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.chooses("Practice writer")
		p.sends("Draw three pictures, one damaged and one elsewhere")
		p.readsToTheEnd()
		p.clicks("Show picture")
		p.has("Fit to window (0)")
		h.dialogs.choosing(there)
		p.clicks("Save as…")
		p.clicks("Choose a folder…")
		p.sees("Saved as Lighthouse.png.")
		if name, text := p.onlyFile(folder); name != "Lighthouse.png" || !strings.HasPrefix(text, "\x89PNG") {
			t.Errorf("%s holds %d bytes", name, len(text))
		}
	})
}
