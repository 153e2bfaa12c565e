package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/app/cost"
	"parley/client/practice"
)

// A user asks, sees in Settings what it cost, by purpose, chat and day, and saves it for a spreadsheet.
func TestWhatItCostIsShownAndSaved(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		current, _ := p.Connections.Current()
		million := int64(1_000_000_000)
		p.Catalog.SetPrice(current.ID, practice.Writer, &cost.Price{Currency: "USD", Input: &million, Output: &million})
		p.chooses("Practice writer")
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.Ledger.Flush()
		p.costs.Open()
		p.sees("1 request ·")
		p.sees("Chats")
		p.clicks("Show by: By purpose")
		p.clicks("By chat")
		p.sees("What is a lighthouse for?")
		p.clicks("Show by: By chat")
		p.clicks("By day")
		p.sees("1 January")
		folder := p.savesInto()
		p.clicks("Save as csv")
		p.clicks("Save")
		var data []byte
		p.until("the file", func() bool {
			files, _ := filepath.Glob(filepath.Join(folder, "*.csv"))
			if len(files) == 1 {
				data, _ = os.ReadFile(files[0])
			}
			return len(data) > 0
		})
		if text := string(data); !strings.HasPrefix(text, "\ufeffTime") || strings.Count(text, "\r\n") != 2 || !strings.Contains(text, ",practice-writer,1,counted,") {
			t.Errorf("%q", text)
		}
	})
}
