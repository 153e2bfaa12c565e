package window

import (
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/secrets"
)

// TestAKeyThatTheUserTypedIsInNoCopyAndNoFile goes through the doors by which a text leaves.
func TestAKeyThatTheUserTypedIsInNoCopyAndNoFile(t *testing.T) {
	const key = "sk-proj-Zk3_x9QvT7-LmW2pR8sY"
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.Secrets.KeepInMemory(secrets.Account("other", "https://api.example"), secrets.NewKey(key))
		p.sends("Is " + key + " right?")
		p.readsToTheEnd()
		heads, err := p.History.Thread(t.Context(), p.open().ID)
		if err != nil {
			t.Fatal(err)
		}
		ms, err := p.History.Messages(t.Context(), chat.IDs(heads))
		if err != nil || ms[0].Parts[0].Text != "Is "+key+" right?" {
			t.Fatalf("%v, %v: what was typed does not stay as typed", ms, err)
		}
		left := func(door, text string) {
			t.Helper()
			if strings.Contains(text, key) || !strings.Contains(text, "•••") {
				t.Errorf("%s: %s", door, text)
			}
		}
		for _, item := range []string{"Copy chat", "Copy chat as Markdown"} {
			p.top.OnMenu(p.top)
			p.clicks(item)
			p.wait(0)
			plain, html := p.hasCopied(h)
			left(item, plain)
			if item == "Copy chat" {
				left(item+" as HTML", html)
			}
		}
		for _, item := range []string{"Plain text (.txt)", "Web page (.html)", "Markdown (.md)"} {
			folder := p.savesInto()
			p.top.OnMenu(p.top)
			p.clicks("Save chat as…")
			p.clicks("File type")
			p.clicks(item)
			p.clicks("Save")
			p.until("the file", func() bool { return len(p.namesIn(folder)) == 1 })
			p.wait(0)
			name, text := p.onlyFile(folder)
			left(item, text)
			left("the name of "+item, name)
		}
	})
}
