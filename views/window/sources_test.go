package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// A user asks a model that names its sources: their marks stand in the text in each shape in which
// services send them, nothing is fetched, a page opens after one question, search finds its title,
// and the saved chat lists them, also after a restart.
func TestTheSourcesOfAReplyAreShownKeptAndSaved(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		const oak = "The life of an oak · https://www.trees.example/oak"
		for _, shape := range []string{"", "annotations", "choice"} {
			p.clicks("New chat")
			p.sends("Oaks, with sources: " + shape)
			p.readsToTheEnd()
			p.has(oak)
			p.seesNot("[1]")
		}
		p.clicks(oak)
		p.sees("Open this address?")
		p.sees("https://www.trees.example/oak")
		p.clicks("Open")
		if !slices.Equal(p.app.opened, []string{"https://www.trees.example/oak"}) {
			t.Errorf("opened %q", p.app.opened)
		}
		p.quit()
		p = h.start()
		p.until("the chats", func() bool { return p.reads("Oaks") })
		p.clicks("Oaks, with sources: annotations")
		p.until("the marks", func() bool { return p.named(oak) })
		p.clicks("New chat")
		p.sidebar.FocusSearch()
		p.types("woodland") // only in the sources
		p.clicks("Oaks, with sources: annotations")
		p.sees("Who lives in an oak")
		p.sees("In the sources")
		p.seesNot("Not found")
		p.clicks("3 sources")
		p.seesNot("Who lives in an oak")
		p.presses(fyne.KeyEscape)
		p.clicks("3 sources")
		p.sees("Who lives in an oak")
		p.opensMenuOfReply()
		p.clicks("Copy as Markdown")
		p.sees("Copied.")
		if markdown, _ := p.hasCopied(h); !strings.Contains(markdown, `2\. Who lives in an oak: https://woodland.example/species`) {
			t.Errorf("the copied reply lacks its sources: %s", markdown)
		}
		folder := p.savesInto()
		p.top.OnMenu(p.top)
		p.clicks("Save chat as…")
		p.clicks("File type: Word (.docx)")
		p.clicks("Web page (.html)")
		p.clicks("Save")
		p.until("the page", func() bool { return len(p.namesIn(folder)) == 1 })
		p.wait(0)
		if _, page := p.onlyFile(folder); !strings.Contains(page, "2. Who lives in an oak: https://woodland.example/species") {
			t.Errorf("the saved chat lacks its sources: %s", page)
		}
	})
}
