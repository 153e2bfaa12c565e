package window

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/chat"
	"parlando/app/chatexport"
	"parlando/views/exporter"
	"parlando/views/shell"
)

// chatText is the shown branch of a chat as it is copied.
func (p *user) chatText(ctx context.Context, id chat.ID) (string, error) {
	heads, err := p.History.Thread(ctx, id)
	if err != nil {
		return "", err
	}
	ms, err := p.History.Messages(ctx, chat.IDs(heads))
	text := chatexport.PlainText(chatexport.Chat{Messages: exporter.Messages(ms, p.chat.ModelName)})
	return text, err
}

// hasCopied is what other programs would paste: as text, and as HTML.
func (p *user) hasCopied(h *home) (plain, html string) {
	p.drain()
	h.clipboard.mu.Lock()
	defer h.clipboard.mu.Unlock()
	return p.app.Clipboard().Content(), h.clipboard.html
}

// opensMenuOfReply presses the menu key on the last reply.
func (p *user) opensMenuOfReply() {
	p.t.Helper()
	p.canvas.Focus(p.view)
	p.presses(desktop.KeyMenu)
	p.has("Copy reply")
}

const aboutTower = "What is a lighthouse for?"

// asksAboutLighthouses is a chat with one reply.
func (h *home) asksAboutLighthouses() *user {
	h.t.Helper()
	p := h.looksAround()
	p.sends(aboutTower)
	p.readsToTheEnd()
	return p
}

func TestAReplyIsCopiedAsItLooksAndAsMarkdown(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.asksAboutLighthouses()
		p.opensMenuOfReply()
		p.clicks("Copy reply")
		p.sees("Copied.")
		plain, html := p.hasCopied(h)
		if !strings.Contains(plain, "Counted\tResult\nCharacters\t25\n") || strings.Contains(plain, "| Counted") || strings.Contains(plain, "**") || strings.Contains(plain, "## ") {
			t.Errorf("as text:\n%s", plain)
		}
		if !strings.Contains(html, "<th>Counted</th>") || !strings.Contains(html, "<strong>") || h.clipboard.plain != plain {
			t.Errorf("as HTML:\n%s", html)
		}
		p.opensMenuOfReply()
		p.clicks("Copy as Markdown")
		if plain, _ := p.hasCopied(h); !strings.Contains(plain, "| Counted | Result |") {
			t.Errorf("as Markdown:\n%s", plain)
		}
	})
}

func TestAChatIsCopiedWithTheNamesThatTheWindowShows(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.asksAboutLighthouses()
		p.top.OnMenu(p.top)
		p.clicks("Copy chat")
		p.sees("Copied.")
		plain, html := p.hasCopied(h)
		for _, text := range []string{plain, html} {
			if !strings.Contains(text, "You") || !strings.Contains(text, aboutTower) || !strings.Contains(text, "Practice writer") || strings.Contains(text, "practice-writer") {
				t.Errorf("%s", text)
			}
		}
		p.top.OnMenu(p.top)
		p.clicks("Copy chat as Markdown")
		if plain, _ := p.hasCopied(h); !strings.Contains(plain, "**Practice writer**\n\n## ") {
			t.Errorf("%s", plain)
		}
	})
}

func TestWhatIsSelectedIsCopiedAsItLooks(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.asksAboutLighthouses()
		p.canvas.Focus(p.view)
		p.view.TypedShortcut(&fyne.ShortcutSelectAll{})
		p.view.TypedShortcut(&fyne.ShortcutCopy{})
		p.sees("Copied.")
		plain, html := p.hasCopied(h)
		if !strings.Contains(plain, "Characters\t25") || strings.Contains(plain, "| Counted") || !strings.Contains(html, "<th>Counted</th>") || !strings.Contains(html, "<li") {
			t.Errorf("%s\n%s", plain, html)
		}
	})
}

func TestWhereOnlyTextCanBeCopiedTheTextIs(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.clipboard.refuses = true
		p := h.asksAboutLighthouses()
		p.opensMenuOfReply()
		p.clicks("Copy reply")
		p.sees("Copied.")
		if plain, html := p.hasCopied(h); !strings.Contains(plain, "Counted\tResult\n") || html != "" {
			t.Errorf("%s\n%s", plain, html)
		}
	})
}

func TestWhatIsCopiedLastIsOnTheClipboard(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.asksAboutLighthouses()
		p.view.OnCopyReply(p.lastReply(), false)
		p.frame.Copy("a word")
		if plain, html := p.hasCopied(h); plain != "a word" || html != "" {
			t.Errorf("%q, %q", plain, html)
		}
	})
}

// TestAReplyOfWhichOnlyTheBeginningIsShownIsCopiedWhole: the library has more of it than the
// window.
func TestAReplyOfWhichOnlyTheBeginningIsShownIsCopiedWhole(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.asksAboutLighthouses()
		shown := p.lastReply()
		shown.Parts = []chat.Part{{Kind: chat.PartText, Text: "Only this", StoredBytes: 500 << 20}}
		p.view.OnCopyReply(shown, false)
		p.sees("Copied.")
		if plain, _ := p.hasCopied(h); !strings.Contains(plain, "Characters\t25") {
			t.Errorf("copied %q", plain)
		}
	})
}

// savesInto chooses the folder, which needs a dialog of the system.
func (p *user) savesInto() (folder string) {
	folder = p.t.TempDir()
	p.frame.Files().RememberFolder(shell.SaveText, folder)
	return folder
}

// onlyFile is the one file in a folder, and what is in it.
func (p *user) onlyFile(folder string) (name, text string) {
	p.t.Helper()
	names := p.namesIn(folder)
	if len(names) != 1 {
		p.t.Fatalf("there is %q", names)
	}
	data, err := os.ReadFile(filepath.Join(folder, names[0]))
	if err != nil {
		p.t.Fatal(err)
	}
	return names[0], string(data)
}

// A full path can be typed as the name of a file. Nothing is saved if its folder does not exist.
func TestAPathTypedAsTheNameOfAFileIsItsPlace(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.sends("Hello")
		p.readsToTheEnd()
		elsewhere, folder := p.savesInto(), t.TempDir()
		p.top.OnMenu(p.top)
		p.clicks("Save chat as…")
		missing := filepath.Join(folder, "none")
		p.types(filepath.Join(missing, "Trees.docx"))
		p.clicks("Save")
		p.sees("There is no folder “" + missing + "”.")
		p.types(filepath.Join(folder, "Trees.docx"))
		p.seesNot("There is no folder")
		p.presses(fyne.KeyReturn)
		p.sees("Saved as Trees.docx.")
		if name, _ := p.onlyFile(folder); name != "Trees.docx" || len(p.namesIn(elsewhere)) > 0 {
			t.Errorf("saved as %s, elsewhere %q", name, p.namesIn(elsewhere))
		}
		if got := p.frame.Files().Folder(shell.SaveText); got != folder {
			t.Errorf("the next begins in %q", got)
		}
	})
}

func TestAChatIsSavedForWordAndAsAWebPageWithItsPictures(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice eyes")
		p.drops(h.board("harbor.png", 120, 60))
		p.until("the picture", func() bool { return p.inOrder() == "harbor.png" })
		p.sends(aboutTower)
		p.readsToTheEnd()

		folder := p.savesInto()
		p.top.OnMenu(p.top)
		p.clicks("Save chat as…")
		p.sees("Chat, to be saved in ")
		p.clicks("Save")
		p.sees("Saved as ")
		if name, text := p.onlyFile(folder); !strings.HasSuffix(name, ".docx") || !strings.HasPrefix(text, "PK") || !strings.Contains(text, "word/media/picture1.") {
			t.Errorf("%s", name)
		}

		folder = p.savesInto()
		p.top.OnMenu(p.top)
		p.clicks("Save chat as…")
		p.clicks("File type: Word (.docx)")
		p.clicks("Web page (.html)")
		p.clicks("Save")
		p.until("the page", func() bool { return len(p.namesIn(folder)) == 1 })
		p.wait(0)
		name, page := p.onlyFile(folder)
		if !strings.HasSuffix(name, ".html") || !strings.Contains(page, "<img src=\"data:image/") || !strings.Contains(page, "<b>Practice eyes</b>") || !strings.Contains(page, "<b>You</b>") {
			t.Errorf("%s:\n%.3000s", name, page)
		}

		// The type is remembered; who wrote what can be left away.
		folder = p.savesInto()
		p.top.OnMenu(p.top)
		p.clicks("Save chat as…")
		p.has("File type: Web page (.html)")
		p.clicks("Include names")
		p.clicks("Save")
		p.until("the page", func() bool { return len(p.namesIn(folder)) == 1 })
		if _, page := p.onlyFile(folder); strings.Contains(page, "<b>Practice eyes</b>") || strings.Contains(page, "<b>You</b>") {
			t.Errorf("%.3000s", page)
		}
	})
}

func TestOneReplyIsSaved(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.asksAboutLighthouses()
		folder := p.savesInto()
		p.opensMenuOfReply()
		p.clicks("Save reply as…")
		p.sees("Reply, to be saved in ")
		p.clicks("File type")
		p.clicks("Plain text (.txt)")
		p.clicks("Save")
		p.sees("Saved as ")
		if name, text := p.onlyFile(folder); !strings.HasSuffix(name, ".txt") || strings.Contains(text, "You:") || !strings.Contains(text, "Counted\tResult\n") {
			t.Errorf("%s:\n%s", name, text)
		}
		// Its table alone, for a spreadsheet; without the helper program not as .xlsx.
		folder = p.savesInto()
		p.opensMenuOfReply()
		p.clicks("Save reply as…")
		p.sees("Spreadsheets (.xlsx) can't be saved")
		p.clicks("File type")
		p.seesNot("Tables only: Spreadsheet (.xlsx)")
		p.clicks("Tables only: Table (.csv)")
		p.clicks("Save")
		p.until("the table", func() bool { return len(p.namesIn(folder)) == 1 })
		if name, text := p.onlyFile(folder); !strings.HasSuffix(name, ".csv") || !strings.HasPrefix(text, "\ufeffCounted,Result\r\n") {
			t.Errorf("%s:\n%s", name, text)
		}
	})
}

func TestAChatIsPrintedByTheBrowser(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.asksAboutLighthouses()
		p.top.OnMenu(p.top)
		p.clicks("Print chat…")
		p.sees("Print it from there.")
		if len(p.app.opened) != 1 {
			t.Fatalf("opened: %q", p.app.opened)
		}
		u, err := url.Parse(p.app.opened[0])
		if err != nil || u.Scheme != "file" || filepath.Ext(u.Path) != ".html" {
			t.Fatalf("%v, %v", u, err)
		}
		page, err := os.ReadFile(u.Path)
		if err != nil || !strings.Contains(string(page), aboutTower) || strings.Contains(string(page), "<script") {
			t.Errorf("%v:\n%s", err, page)
		}
		p.quit()
		if _, err := os.Stat(u.Path); err == nil {
			t.Error("it is still there")
		}
	})
}
