package window

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
)

// chatGPT writes an export of ChatGPT with a chat for each title, each a question and an answer.
func chatGPT(t *testing.T, titles ...string) (path string) {
	t.Helper()
	type object = map[string]any
	var list []object
	for i, title := range titles {
		node := func(id, parent string, children []string, role, text string) object {
			return object{"id": id, "parent": parent, "children": children, "message": object{
				"id": id, "author": object{"role": role}, "create_time": 1_690_000_000 + i*86_400,
				"content": object{"content_type": "text", "parts": []string{text}},
			}}
		}
		list = append(list, object{
			"id": fmt.Sprint(i), "title": title, "create_time": 1_690_000_000 + i*86_400, "current_node": "b", "mapping": object{
				"root": object{"id": "root", "children": []string{"a"}},
				"a":    node("a", "root", []string{"b"}, "user", "A question about "+title+"?"),
				"b":    node("b", "a", []string{}, "assistant", "An answer about "+title+"."),
			},
		})
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
		if order, err := p.Core.History.Order(t.Context()); err != nil || len(order) != 0 {
			t.Errorf("left are %v, %v", order, err)
		}
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
		p.takeFiles([]string{chatGPT(t, "Oaks")})
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
