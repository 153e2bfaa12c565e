package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/media/subprocess/helpertest"
	"parlando/views/words"
)

// describesTable names the columns of a table and, unless name is "", the form.
func (p *user) describesTable(columns, name string) {
	p.t.Helper()
	p.clicks("Reply as a table")
	p.clicks("Column name")
	p.types(columns)
	if name != "" {
		p.clicks("Name of this table format")
		p.types(name)
	}
	p.clicks("Use this table")
}

// keepsForm makes the form of the next message that of the chat.
func (p *user) keepsForm(form string) {
	p.t.Helper()
	p.clicks(form + " · for this message")
	p.clicks("Keep for this chat")
	p.seesNot("for this message")
	p.sees(form)
}

// A table that is asked for beside a message, and a form without a name, are for that message, and
// for the chat with two clicks.
func TestATableBesideAMessageIsForThatMessageAlone(t *testing.T) {
	for _, c := range []struct {
		name string
		asks func(p *user)
		form string
		once bool
	}{
		{"start card", func(p *user) { p.describesTable("Shop, Total", "") }, "Table", true},
		{"start card, named", func(p *user) { p.describesTable("Shop, Total", "Receipts") }, "Table: Receipts", true},
		{"paper clip", func(p *user) {
			p.clicks("Add a picture or file")
			p.clicks("Reply as a table…")
			p.clicks("Column name")
			p.types("Shop, Total")
			p.clicks("Use this table")
		}, "Table", true},
		{"Adjust", func(p *user) { p.adjustsForm("New table…", "Column name", "Shop, Total", "") }, "Table", true},
		{"Adjust, named", func(p *user) { p.adjustsForm("New table…", "Column name", "Shop, Total", "Receipts") }, "Table: Receipts", false},
		{"JSON", func(p *user) { p.adjustsForm("JSON…", "JSON Schema", "", "") }, "JSON", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				h.practice.TokenInterval = -1
				p := h.looksAround()
				p.chooses("Practice writer")
				p.screen.Resize(fyne.NewSize(1280, 1800))
				c.asks(p)
				p.sees(c.form)
				if once := p.reads("for this message"); once != c.once {
					t.Errorf("for this message alone: %t", once)
				}
				p.asksForTable("Three receipts")
				if kept := p.open().Params.Answer != nil; kept == c.once {
					t.Errorf("the chat keeps the form: %t", kept)
				}
				for _, stored := range p.Settings.Get().AnswerForms {
					if stored.Once {
						t.Errorf("stored is %+v", stored)
					}
				}
				p.asksForTable("Thank you")
				if asked := p.lastReply().Answer() != nil; asked == c.once {
					t.Errorf("the next message is answered in the form: %t", asked)
				}
			})
		})
	}
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.describesTable("Shop, Total", "")
		p.keepsForm("Table")
		for range 2 {
			if table := p.asksForTable("Three receipts"); len(table.Rows) != 3 {
				t.Errorf("%+v", table)
			}
		}
	})
}

// adjustsForm makes a form with the panel: item is that of the menu, and field is filled with text.
func (p *user) adjustsForm(item, field, text, name string) {
	p.t.Helper()
	p.clicks("Adjust replies")
	p.clicks("More settings")
	p.clicks("Reply as: Text")
	p.clicks(item)
	p.clicks(field)
	p.types(text)
	if name != "" {
		p.clicks("Name of this table format")
		p.types(name)
	}
	if field == "JSON Schema" {
		p.clicks("Use this format")
		return
	}
	p.clicks("Use this table")
}

func TestTheProblemOfATableGoesWhenItIsMended(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Reply as a table")
		p.clicks("Use this table")
		p.sees("Add at least one column.")
		p.clicks("Column name")
		p.types("S")
		p.seesNot("Add at least one column.")
	})
}

// asksForTable sends a message and waits until its table has ended.
func (p *user) asksForTable(message string) answers.Table {
	p.t.Helper()
	was := p.lastReplyID()
	p.sends(message)
	p.until("the end", func() bool { return p.open().ID != "" && p.lastReplyID() != was && p.lastReply().State.Ended() })
	return answers.TableOf(p.lastReply())
}

func (p *user) lastReplyID() chat.ID {
	if p.open().ID == "" {
		return ""
	}
	return p.lastReply().ID
}

// Who has never heard of JSON names columns, gets a table, has cells that cannot be asked for
// again, and saves it for a spreadsheet.
func TestATableIsAskedForCheckedAndSaved(t *testing.T) {
	helpertest.Provide(t)
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("practice-trouble/format-unfit")
		p.describesTable("Shop, Date, Total", "Receipts")
		p.sees("Table: Receipts")
		if table := p.asksForTable("Put these receipts into a table"); len(table.Rows) != 12 || len(table.Faults) != 3 {
			t.Fatalf("%+v", table)
		}
		p.sees("12 rows")
		p.sees("3 cells need checking")
		first := p.lastReply()
		p.clicks("Ask for these 3 cells again")
		p.until("the cells", func() bool { return p.lastReply().ID != first.ID && p.lastReply().State == chat.Done })
		if table := answers.TableOf(p.lastReply()); len(table.Rows) != 12 || len(table.Faults) != 0 {
			t.Errorf("%+v", table)
		}
		p.seesNot("cells need checking")
		folder := p.savesInto()
		saved := func(ext string) (path string) {
			p.clicks("Save")
			p.until("the file", func() bool {
				files, _ := filepath.Glob(filepath.Join(folder, "*"+ext))
				if len(files) == 1 {
					path = files[0]
				}
				return path != ""
			})
			return path
		}
		p.clicks("Save as…")
		p.seesNot("parlando-helper")
		path := saved(".xlsx")
		sheet, err := documents.Read(t.Context(), path, documents.Options{})
		if err != nil || filepath.Base(path) != "Receipts.xlsx" || !strings.Contains(sheet.Text, "| Shop | Date | Total |") {
			t.Errorf("%s: %+v, %v", path, sheet, err)
		}
		p.clicks("Save as…")
		p.clicks("Spreadsheet (.xlsx)")
		p.clicks("Table (.csv)")
		path = saved(".csv")
		data, err := os.ReadFile(path)
		if err != nil || filepath.Base(path) != "Receipts.csv" || !strings.HasPrefix(string(data), "\ufeffShop") || strings.Count(string(data), "\r\n") != 13 {
			t.Errorf("%s: %q, %v", path, data, err)
		}
	})
}

// The same form again is one click, also in another chat; one for a single message leaves the chat
// after it, and × at once.
func TestAFormIsUsedAgainOnceAndNoMore(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.describesTable("Shop, Date, Total", "Receipts")
		p.clicks("Reply in text")
		p.seesNot("Table: Receipts")
		p.screen.Resize(fyne.NewSize(1280, 1800))
		p.clicks("Adjust replies")
		p.clicks("More settings")
		p.clicks("Reply as: Text")
		p.clicks("Table: Receipts")
		p.clicks("Table: Receipts")
		p.clicks("Only for my next message")
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
		p.clicks("Table: Receipts · for this message")
		p.clicks("Change this format…")
		p.clicks("Delete")
		p.seesNot("for this message")
		if left := p.Settings.Get().AnswerForms; len(left) != 0 {
			t.Errorf("after deleting it the formats are %+v", left)
		}
	})
}

// Columns are changed where the table is: the reply is requested again, beside the old one.
func TestAReplyIsAskedForAgainWithOtherColumns(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.describesTable("Shop, Total", "")
		p.asksForTable("Fill it in")
		was := p.lastReplyID()
		p.clicks("Change columns…")
		p.clicks("Add column")
		p.types("Date")
		p.clicks("Ask again with this table")
		p.until("another reply", func() bool { return p.lastReplyID() != was && p.lastReply().State == chat.Done })
		m := p.lastReply()
		if names := m.Answer().Columns; len(names) != 3 || names[0].Name != "Shop" || names[1].Name != "Total" || names[2].Name != "Date" || m.Siblings != 2 {
			t.Errorf("%+v, one of %d", names, m.Siblings)
		}
		if p.open().Params.Answer != nil {
			t.Errorf("the chat has %+v", p.open().Params.Answer)
		}
	})
}

// A table that is cut says after how many rows, and Continue adds those that were missing.
func TestATableThatWasCutGoesOn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("practice-trouble/format-cut")
		p.describesTable("Shop, Total", "")
		if table := p.asksForTable("Fill it in"); len(table.Rows) != 7 {
			t.Fatalf("%+v", table)
		}
		p.sees("Ended early, after 7 rows")
		p.clicks("Continue")
		p.until("more rows", func() bool { return len(answers.TableOf(p.lastReply()).Rows) > 7 })
	})
}

// A schema that cannot be used is said where it is pasted; what does not match one that can is said
// under the reply.
func TestJSONIsAskedForWithASchema(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice writer")
		p.screen.Resize(fyne.NewSize(1280, 1800))
		p.clicks("Adjust replies")
		p.clicks("More settings")
		p.clicks("Reply as: Text")
		p.clicks("JSON…")
		p.clicks("JSON Schema")
		p.types(`{"type":"array"}`)
		p.clicks("Use this format")
		p.sees("This isn't a JSON Schema that can be used")
		p.clicks("JSON Schema")
		for range len(`{"type":"array"}`) {
			p.presses(fyne.KeyDelete)
			p.presses(fyne.KeyBackspace)
		}
		p.types(`{"type":"object","properties":{"town":{"type":"string"}},"required":["town"],"additionalProperties":false}`)
		p.clicks("Use this format")
		p.keepsForm("JSON")
		asks := func() chat.Message {
			was := p.lastReplyID()
			p.sends("Where is the tower?")
			p.until("the end", func() bool { return p.open().ID != "" && p.lastReplyID() != was && p.lastReply().State.Ended() })
			return p.lastReply()
		}
		for _, whole := range []bool{false, true} {
			if m := asks(); !strings.Contains(m.Text(), `"town"`) || m.Request.Params.AllAtOnce != whole {
				t.Errorf("whole %v: %q", whole, m.Text())
			}
			p.seesNot("The reply isn't in the JSON format you asked for")
			p.clicks("Wait for complete replies")
		}
		p.chooses("practice-trouble/format-ignored")
		for range 2 {
			asks()
			p.sees("The reply isn't in the JSON format you asked for")
			p.clicks("Wait for complete replies")
		}
	})
}

// Whatever of a form a service refuses, the table comes, streamed and all at once, and what was
// refused is in Details alone.
func TestATableComesWhateverIsRefused(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.describesTable("Shop, Total", "")
		p.keepsForm("Table")
		p.screen.Resize(fyne.NewSize(1280, 1800))
		p.clicks("Adjust replies")
		p.clicks("More settings")
		for range 2 {
			for script, inWords := range map[string]bool{
				"unions": false, "loose": false, "bare": false, "ignored": false, "object": true, "invalid": true, "none": true,
			} {
				p.chooses("practice-trouble/format-" + script)
				table := p.asksForTable("Put the receipts into a table")
				m := p.lastReply()
				said := words.AskedInWords(m.Request.LeftOut)
				if m.State != chat.Done || len(table.Rows) != 3 || (said != "") != inWords {
					t.Errorf("%s: %s with %d rows, said %q: %q", script, m.State, len(table.Rows), said, m.Text())
				}
				p.sees("3 rows")
				if inWords {
					p.seesNot(said)
				}
			}
			p.clicks("Wait for complete replies")
		}
	})
}

// Stop keeps the whole rows that have come, and says how many.
func TestATableIsStopped(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice writer")
		p.describesTable("Shop, Total", "")
		p.sends("Put twelve receipts into a table")
		p.until("two rows", func() bool { return p.open().ID != "" && len(answers.TableOf(p.lastReply()).Rows) >= 2 })
		p.clicks("Stop")
		p.until("the end", func() bool { return p.lastReply().State.Ended() })
		if n := len(answers.TableOf(p.lastReply()).Rows); n != 2 {
			t.Errorf("%d rows are kept", n)
		}
		p.sees("Ended early, after ")
	})
}

// What is attached is put into a table like what is written.
func TestATableIsMadeOfAPictureAndOfATextFile(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.chooses("Practice eyes")
		p.describesTable("Thing, Price", "")
		p.types("x")
		p.wantsWritten("x")
		p.presses(fyne.KeyBackspace)
		p.keepsForm("Table")
		p.drops(h.board("receipt.png", 120, 60))
		p.until("the picture", func() bool { return p.inOrder() == "receipt.png" })
		if table := p.asksForTable("Put this receipt into a table"); len(table.Rows) == 0 {
			t.Errorf("%+v from %q, %+v", table, p.lastReply().Text(), p.lastReply().Request.Problem)
		}
		path := filepath.Join(t.TempDir(), "list.txt")
		if err := os.WriteFile(path, []byte("milk 1,20\nbread 2,40\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.drops(path)
		p.until("the file", func() bool { return p.inOrder() == "list.txt" })
		if table := p.asksForTable("Put this list into a table"); len(table.Rows) == 0 {
			t.Errorf("%+v from %q, %+v", table, p.lastReply().Text(), p.lastReply().Request.Problem)
		}
	})
}
