package window

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/imports/chatgpt/chatgpttest"
)

// chatGPT writes an export of ChatGPT with a chat for each title, each a question and an answer.
func chatGPT(t *testing.T, titles ...string) (path string) {
	t.Helper()
	var list []*chatgpttest.Conversation
	for i, title := range titles {
		c := chatgpttest.New(fmt.Sprint(i)).User("a", "A question about "+title+"?").Assistant("b", "An answer about "+title+".")
		c.Members["title"], c.Members["create_time"], c.Members["update_time"] = title, 1_690_000_000, 1_690_000_000
		list = append(list, c)
	}
	return exportOf(t, list...)
}

// exportOf writes an export of ChatGPT with the given chats.
func exportOf(t *testing.T, chats ...*chatgpttest.Conversation) (path string) {
	t.Helper()
	var list []json.RawMessage
	for _, c := range chats {
		list = append(list, c.JSON())
	}
	path = filepath.Join(t.TempDir(), "export.zip")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	w, err := z.Create("conversations-000.json")
	if err == nil {
		err = json.NewEncoder(w).Encode(list)
	}
	if err := errors.Join(err, z.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestChatsComeFromAnotherProgram(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.takeFiles([]string{chatGPT(t, "Oaks", "Elms", "Pines")})
		p.sees("ChatGPT: 3 chats from July 2023. Nothing is sent anywhere.")
		p.sees("3 chosen · 0 already here · 0 empty · 0 unreadable")
		p.clicks("Elms")
		p.clicks("Import 2 chats")
		p.sees("2 chats imported. One chat was left out, as you chose.")
		folder := p.savesInto()
		p.clicks("Save report…")
		p.sees("Plain text (.txt)")
		p.clicks("Save")
		p.sees("Saved as Import report.txt.")
		if _, text := p.onlyFile(folder); text != "2 chats imported.\nOne chat was left out, as you chose.\n" {
			t.Errorf("the report says %q", text)
		}
		p.clicks("Back")
		p.sees("Chats from ChatGPT")
		p.presses(fyne.KeyEscape)
		p.clicks("Oaks")
		p.sees("An answer about Oaks.")
		if hits, err := p.Core.History.Search(t.Context(), "pines", 5); err != nil || len(hits) != 1 {
			t.Errorf("found are %v, %v", hits, err)
		}

		p.takeFiles([]string{chatGPT(t, "Oaks", "Elms", "Pines")})
		p.sees("1 chosen · 2 already here · 0 empty · 0 unreadable")
		p.clicks("Cancel")
		p.clicks("Take back…")
		p.clicks("Take back")
		p.sees("The import was taken back.")
		p.presses(fyne.KeyEscape)
		p.seesNot("An answer about Oaks.") // which was the open chat
		if order, err := p.Core.History.Order(t.Context()); err != nil || len(order) != 0 {
			t.Errorf("left are %v, %v", order, err)
		}
	})
}

// What an export holds beside the chats is read and copied, also with the keyboard alone.
// A click beside the sheet loses neither the export nor the ticks.
func TestAnExportStaysWhenItsSheetIsClosed(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.takeFiles([]string{chatGPT(t, "Oaks", "Elms", "Pines")})
		p.sees("3 chosen")
		p.clicks("Elms")
		p.sees("2 chosen")
		p.clickAt(fyne.NewPos(3, 3))
		p.seesNot("2 chosen")
		p.imports.Open()
		p.sees("2 chosen")
		p.clickAt(fyne.NewPos(3, 3))
		p.takeFiles([]string{chatGPT(t, "Firs")})
		p.sees("1 chosen")
		p.seesNot("Elms")
		p.presses(fyne.KeyEscape)
		p.imports.Open()
		p.clicks("Import 1 chat")
		p.sees("One chat imported.")
		p.presses(fyne.KeyEscape)
		p.clicks("Firs")
		p.imports.Open()
		p.sees("Chats from ChatGPT")
	})
}

func TestInstructionsAndMemoryOfAnImportAreReadAndCopied(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		about := chatgpttest.New("a").Message("i", "user", chatgpttest.Object{
			"content_type": "user_editable_context", "user_profile": "I teach botany.", "user_instructions": "Be brief.",
		}).User("a", "An elm?").Assistant("b", "A tree.")
		memory := chatgpttest.New("b").Message("m", "system", chatgpttest.Object{
			"content_type": "model_editable_context", "model_set_context": "Has two cats.\nPrefers tea.",
		}).User("a", "A cat?").Assistant("b", "An animal.")
		p.takeFiles([]string{exportOf(t, about, memory)})
		p.clicks("Import 2 chats")
		p.clicks("Back")
		p.tabsTo("Report")
		p.presses(fyne.KeySpace)
		p.sees("Copy report")
		p.presses(fyne.KeyEscape)
		p.tabsTo("Instructions and memory…")
		p.presses(fyne.KeySpace)
		p.sees("no model reads them")
		p.presses(fyne.KeySpace) // on Read of the first text
		p.sees("Be brief.")
		p.presses(fyne.KeyEscape)
		p.sees("Custom instructions")
		p.sees("Has two cats.")
		p.seesNot("Prefers tea.")
		p.clicks("Copy")
		if plain, _ := p.hasCopied(h); plain != "I teach botany.\n\nBe brief." {
			t.Errorf("copied %q", plain)
		}
		p.seesNot("Be brief.")
		p.tabsTo("Read")
		p.presses(fyne.KeySpace)
		p.sees("Be brief.")
		p.presses(fyne.KeyEscape)
		p.sees("Custom instructions")
		p.presses(fyne.KeyEscape)
		p.sees("Earlier imports")

		p.takeFiles([]string{chatGPT(t, "Oaks")})
		p.clicks("Import 1 chat")
		p.clicks("Back")
		p.until("both imports", func() bool { return strings.Count(p.text(), "Chats from ChatGPT") == 2 })
		if n := strings.Count(p.text(), "Instructions and memory…"); n != 1 {
			t.Errorf("%d imports have instructions", n)
		}
	})
}

// The chats that were archived in the other program are left out by one press.
func TestArchivedChatsAreLeftOutByOnePress(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		var list []*chatgpttest.Conversation
		for i := range 3 {
			c := chatgpttest.New(fmt.Sprint(i)).User("a", "An elm?").Assistant("b", "A tree.")
			c.Members["is_archived"] = i > 0
			list = append(list, c)
		}
		p.takeFiles([]string{exportOf(t, list...)})
		p.clicks("2 archived chats")
		p.sees("1 chosen")
		p.clicks("2 archived chats")
		p.sees("3 chosen")
		p.clicks("Chat 2")
		p.clicks("Import 2 chats")
		p.sees("One of them was archived there. Here it is among the others.")
	})
}

// Who has no service yet can read the chats from the other program.
func TestChatsComeFromAnotherProgramOnTheFirstPage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.clicks("Coming from ChatGPT or Claude?")
		h.dialogs.choosing(chatGPT(t, "Oaks"))
		p.clicks("Choose files…")
		p.clicks("Import 1 chat")
		p.sees("One chat imported.")
		p.presses(fyne.KeyEscape)
		p.clicks("Oaks")
		p.sees("An answer about Oaks.")
	})
}

// An import goes on while the sheet is closed, and its end is said.
func TestTheEndOfAnImportIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.takeFiles([]string{chatGPT(t, "Oaks and all other trees of the north")})
		p.sees("Oaks and all other trees of the north")
		p.clicks("Import 1 chat")
		p.presses(fyne.KeyEscape)
		p.sees("One chat imported.")
		p.clicks("Show report")
		p.sees("Report")
	})
}

func TestAnExportThatCannotBeImportedIsNamed(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		path := filepath.Join(t.TempDir(), "chats.zip")
		if err := os.WriteFile(path, []byte("no zip"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.takeFiles([]string{path})
		p.sees("There are no chats in it that Parlando can read.")
		p.presses(fyne.KeyEscape)
		p.settings.Open()
		p.clicks("Your data")
		p.clicks("Bring your chats")
		p.sees("Choose the downloaded file here, just as it is.")
		if list, err := p.Core.Imports.List(t.Context()); err != nil || len(list) > 0 {
			t.Errorf("listed are %v, %v", list, err)
		}
	})
}
