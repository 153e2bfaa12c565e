package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/client/practice"
)

// file writes a file of this home.
func (h *home) file(name, content string) string {
	h.t.Helper()
	path := filepath.Join(h.t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// pasting puts something on the clipboard and presses Ctrl+V in what has the keyboard.
func (p *user) pasting(content string) {
	p.app.Clipboard().SetContent(content)
	p.canvas.Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutPaste{Clipboard: p.app.Clipboard()})
	p.drain()
}

func TestATextFileGoesTheWholeWay(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.drops(h.file("harbors.csv", "name;depth\r\nWhitby;4,5\r\n"))
		p.sees("harbors.csv")
		p.composer.FocusText()
		p.pasting("file://" + filepath.ToSlash(h.file("main.go", "package main\n")))
		p.sees("main.go")
		p.sends("Which harbor is the deepest?")
		p.readsToTheEnd()
		p.scrollsUp()
		p.sees("harbors.csv")
		question := p.lastReply().Parent
		ms, err := p.History.Messages(t.Context(), []chat.ID{question})
		if err != nil || len(ms[0].Parts) != 3 || ms[0].Parts[0].Text != "name;depth\nWhitby;4,5\n" || ms[0].Parts[0].Name != "harbors.csv" || ms[0].Parts[1].Name != "main.go" {
			t.Fatalf("kept %+v, %v", ms, err)
		}
		for _, word := range []string{"harbors.csv", "Whitby"} {
			hits, err := p.History.Search(t.Context(), word, 10)
			if err != nil || len(hits) != 1 || hits[0].Conversation.ID != p.open().ID || hits[0].Places == 0 {
				t.Errorf("a search for %q finds %+v, %v", word, hits, err)
			}
		}
		text, err := p.chatText(t.Context(), p.open().ID)
		if err != nil || !strings.Contains(text, "[harbors.csv]\n\nname;depth\nWhitby;4,5\n") {
			t.Errorf("copied: %q, %v", text, err)
		}
		p.quit()

		p = h.start()
		p.view.Messages.Edit(question)
		p.drain()
		if d := p.composer.Draft(); len(d.Parts) != 2 || d.Parts[0].Name != "harbors.csv" || d.Parts[1].Text != "package main\n" {
			t.Fatalf("to be edited: %+v", d)
		}
		p.clicks("Remove")
		p.sees("harbors.csv was removed.")
		p.clicks("Undo")
		p.types(" Now?")
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		ms, err = p.History.Messages(t.Context(), []chat.ID{p.lastReply().Parent})
		if err != nil || len(ms[0].Parts) != 3 || ms[0].Parts[0].Name != "harbors.csv" || ms[0].Parts[2].Text != "Which harbor is the deepest? Now?" {
			t.Errorf("edited: %+v, %v", ms, err)
		}
	})
}

func TestALongPasteIsToldAndCanStandInTheText(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		long := strings.Repeat("A line of a letter.\n", 250)
		p.pasting(long)
		p.sees("Your text is long, so it was attached as a file.")
		p.clicks("Insert as text")
		p.wantsWritten(long)
		p.clicks("Undo")
		p.wantsWritten("")
		p.clicks("More actions")
		p.clicks("Insert as text")
		p.wantsWritten(long)
		p.clicks("Undo")
		p.sends("All of it")
		p.readsToTheEnd()
		p.hasNot("Insert as text") // what was told of it went with it
		p.pasting(long)
		p.clicks("Insert as text")
		p.holds(fyne.KeyN)
		p.clicks("Undo") // that of the chat before: it does nothing here
		p.wantsWritten("")
	})
}

// A text whose encoding is not clear is shown in each that it may have, and nothing is added before
// one is chosen.
func TestTheEncodingOfATextIsChosenWhereItIsNotClear(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		file := h.file("shop.txt", "\xe4\xb3.\n")
		p.drops(file)
		p.sees("Which line of shop.txt looks right?")
		p.sees("Windows-1251")
		p.clicks("ді.")
		p.sees("shop.txt")
		p.seesNot("Which line of")
		if d := p.composer.Draft(); len(d.Parts) != 1 || d.Parts[0].Text != "ді.\n" {
			t.Fatalf("attached: %+v", d.Parts)
		}
		p.drops(file)
		p.presses(fyne.KeyEscape)
		if d := p.composer.Draft(); len(d.Parts) != 1 {
			t.Fatalf("attached without a choice: %+v", d.Parts)
		}
		p.opensSpeak()
		p.speak.AcceptFiles([]string{file})
		p.drain()
		p.clicks("ді.")
		if got := p.speak.TextBox().Text(); got != "ді.\n" {
			t.Errorf("in Read aloud: %q", got)
		}
	})
}

func TestADocumentTooLongForTheModelIsToldBeforeItIsSent(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.drops(h.file("report.html", "<html><body><h1>Report</h1>"+strings.Repeat("<p>The harbor of Whitby is deep enough for ships of every kind.</p>", 4000)+"</body></html>"))
		p.sees("report.html · ")
		p.sees("The attachments are ")
		p.sees("it takes 32,768")
		if n, err := p.History.Search(t.Context(), "Whitby", 1); err != nil || len(n) != 0 {
			t.Errorf("something was sent: %v, %v", n, err)
		}
	})
}

func TestATextThatIsTooLongIsShortenedOrTakenOutBeforeItIsSent(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		tokens := func() (n int) {
			for _, part := range p.composer.Draft().Parts {
				n += attachments.EstimateTokens(part).Max
			}
			return n
		}
		long := strings.Repeat("A quiet line of a long report.\n", 40_000)
		p.attachPasted(long)
		all := tokens()
		p.clicks("Attach only the first part")
		p.seesNot("The attachments are ")
		if n := tokens(); n == 0 || n > 32_768 {
			t.Errorf("%d of %d tokens are left", n, all)
		}
		p.clicks("Undo")
		p.sees("The attachments are ")
		if n := tokens(); n != all {
			t.Errorf("%d of %d tokens came back", n, all)
		}

		// How much this model takes is not known.
		p.Catalog.SetListed(p.connection(), []catalog.Model{{ID: practice.WriterModel, Name: "Practice writer"}})
		p.sees("Many models can't take that much.")
		p.clicks("Remove")
		p.seesNot("The attachments are ")
		if n := len(p.composer.Draft().Parts); n != 0 {
			t.Errorf("%d attachments are left", n)
		}
	})
}

// Only the texts that are too long are cut: a short one beside them stays whole.
func TestAShortTextBesideALongOneStaysWhole(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(h.file("harbors.csv", "name;depth\nWhitby;4,5\n"))
		p.sees("harbors.csv")
		p.attachPasted(strings.Repeat("A quiet line of a long report.\n", 40_000))
		p.attachPasted(strings.Repeat("Another line of another report.\n", 40_000))
		before := p.composer.Draft().Parts
		p.clicks("Attach only the first part")
		p.seesNot("The attachments are ")
		after := p.composer.Draft().Parts
		if len(after) != 3 || after[0].Text != before[0].Text {
			t.Fatalf("the short text is now %q", after[0].Text)
		}
		for i := range 2 {
			if n := len(after[i+1].Text); n < 10_000 || n >= len(before[i+1].Text) {
				t.Errorf("%d bytes are left of a long text", n)
			}
		}
	})
}

func TestEscapeClosesThePageOfAnAttachedText(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.drops(h.file("harbors.csv", "name;depth\nWhitby;4,5\n"))
		p.sees("harbors.csv")
		p.clicks("harbors.csv")
		p.sees("Whitby;4,5")
		p.presses(fyne.KeyEscape)
		p.seesNot("Whitby;4,5")
		p.sees("harbors.csv")
	})
}

// A workbook goes the whole way as text, and what was cut is said before it is sent.
func TestAWorkbookIsReadAndWhatWasCutIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.drops(filepath.Join("testdata", "sums.xlsx"))
		p.sees("sums.xlsx · ")
		p.sees("Only the first rows of “Depths” are used: 2,000 of 2,500.")
		p.clicks(p.composer.Draft().Parts[0].Name)
		p.sees("| Harbour | Depth | Measured |") //nolint:misspell // of the file
		p.clicks("Close")
		p.drops(h.file("old.xls", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"+strings.Repeat("\x00", 2000)))
		p.sees("old.xls: This is an old Excel file. Open it in Excel or LibreOffice, save it as .xlsx, and add the new file.")
		p.sends("Which is the deepest?")
		p.readsToTheEnd()
		ms, err := p.History.Messages(t.Context(), []chat.ID{p.lastReply().Parent})
		if err != nil || len(ms[0].Parts) != 2 || !strings.HasPrefix(ms[0].Parts[0].Text, "## Depths\n\n| Harbour | Depth | Measured |\n| --- | --- | --- |\n| Whitby 1 | 4.5 | 2026-11-01 |") { //nolint:misspell // of the file
			t.Errorf("kept %.300v, %v", ms, err)
		}
	})
}
