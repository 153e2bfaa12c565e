package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parley/app/answers"
	"parley/app/chat"
)

// describesTable names the columns of a table and, unless name is "", the form.
func (p *person) describesTable(columns, name string) {
	p.t.Helper()
	p.clicks("Fill in a table")
	p.clicks("Name of the column")
	p.types(columns)
	if name != "" {
		p.clicks("Name of the form")
		p.types(name)
	}
	p.clicks("Use it")
}

// asksForTable sends a message and waits until its table has ended.
func (p *person) asksForTable(message string) answers.Table {
	p.t.Helper()
	was := p.lastReplyID()
	p.sends(message)
	p.until("the end", func() bool { return p.open().ID != "" && p.lastReplyID() != was && p.lastReply().State.Ended() })
	return answers.TableOf(p.lastReply())
}

func (p *person) lastReplyID() chat.ID {
	if p.open().ID == "" {
		return ""
	}
	return p.lastReply().ID
}

// Who has never heard of JSON names columns, gets a table, has cells that cannot be asked for again, and saves it for a spreadsheet.
func TestATableIsAskedForCheckedAndSaved(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.chooses("practice-trouble/format-unfit")
		p.describesTable("Shop, Date, Total", "Receipts")
		p.sees("Table: Receipts")
		if table := p.asksForTable("Put these receipts into a table"); len(table.Rows) != 12 || len(table.Faults) != 3 {
			t.Fatalf("%+v", table)
		}
		p.sees("12 rows")
		p.sees("3 cells do not fit")
		first := p.lastReply()
		p.clicks("Ask again for these")
		p.until("the cells", func() bool { return p.lastReply().ID != first.ID && p.lastReply().State == chat.Done })
		if table := answers.TableOf(p.lastReply()); len(table.Rows) != 12 || len(table.Faults) != 0 {
			t.Errorf("%+v", table)
		}
		p.seesNot("cells do not fit")
		folder := p.savesInto()
		p.clicks("Save as…")
		p.clicks("Save")
		var path string
		p.until("the file", func() bool {
			files, _ := filepath.Glob(filepath.Join(folder, "*.csv"))
			if len(files) == 1 {
				path = files[0]
			}
			return path != ""
		})
		data, err := os.ReadFile(path)
		if err != nil || filepath.Base(path) != "Receipts.csv" || !strings.HasPrefix(string(data), "\ufeffShop") || strings.Count(string(data), "\r\n") != 13 {
			t.Errorf("%s: %q, %v", path, data, err)
		}
	})
}

// The same form again is one click, also in another chat; one for a single message leaves the chat after it, and × at once.
func TestAFormIsUsedAgainOnceAndNoMore(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.describesTable("Shop, Date, Total", "Receipts")
		p.clicks("Answer in text")
		p.seesNot("Table: Receipts")
		p.screen.Resize(fyne.NewSize(1280, 1800))
		p.clicks("Adjust")
		p.clicks("More dials")
		p.clicks("Answer as: Text")
		p.clicks("Table: Receipts")
		p.clicks("Table: Receipts")
		p.clicks("Only for the next message")
		p.sees("Table: Receipts · for this message")
		if table := p.asksForTable("Three receipts"); len(table.Rows) != 3 {
			t.Fatalf("%+v", table)
		}
		p.seesNot("for this message")
		if table := p.asksForTable("Thank you"); table.Found || p.lastReply().Answer() != nil {
			t.Errorf("a table again: %+v", table)
		}
		// Edited, the message is answered as it was.
		p.scrollsUp()
		p.clicksFirst("Edit and send again")
		p.wantsWritten("Three receipts")
		p.sees("Table: Receipts · for this message")
	})
}

// A table that is cut says after how many rows, and Continue adds those that were missing.
func TestATableThatWasCutGoesOn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.chooses("practice-trouble/format-cut")
		p.describesTable("Shop, Total", "")
		if table := p.asksForTable("Fill it in"); len(table.Rows) != 7 {
			t.Fatalf("%+v", table)
		}
		p.sees("Cut after 7 rows")
		p.clicks("Continue")
		p.until("more rows", func() bool { return len(answers.TableOf(p.lastReply()).Rows) > 7 })
	})
}

// JSON is shown as code; what does not match the schema is said.
func TestJSONIsAskedForWithASchema(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.clicks("Add a picture or a file")
		p.clicks("Answer as a table…")
		p.clicks("Close")
		p.screen.Resize(fyne.NewSize(1280, 1800))
		p.clicks("Adjust")
		p.clicks("More dials")
		p.clicks("Answer as: Text")
		p.clicks("JSON…")
		p.clicks("JSON Schema")
		p.types(`{"type":"array"}`)
		p.clicks("Use it")
		p.sees("This is no JSON Schema that can be used")
	})
}

// What is attached is put into a table like what is written.
func TestATableIsMadeOfAPictureAndOfATextFile(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.Pace = -1
		p := h.looksAround()
		p.chooses("Practice eyes")
		p.describesTable("Thing, Price", "")
		p.types("x")
		p.wantsWritten("x")
		p.presses(fyne.KeyBackspace)
		p.drops(h.board("receipt.png", 120, 60))
		p.until("the picture", func() bool { return p.inOrder() == "receipt.png" })
		if table := p.asksForTable("Put this receipt into a table"); len(table.Rows) == 0 {
			t.Errorf("%+v from %q, %+v", table, p.lastReply().Text(), p.lastReply().Request.Trouble)
		}
		path := filepath.Join(t.TempDir(), "list.txt")
		if err := os.WriteFile(path, []byte("milk 1,20\nbread 2,40\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.drops(path)
		p.until("the file", func() bool { return p.inOrder() == "list.txt" })
		if table := p.asksForTable("Put this list into a table"); len(table.Rows) == 0 {
			t.Errorf("%+v from %q, %+v", table, p.lastReply().Text(), p.lastReply().Request.Trouble)
		}
	})
}
