package conversation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/theme"
)

// tableReply is a reply that was to be a table.
func tableReply(id chat.ID, text string) chat.Message {
	m := reply(id, text)
	m.Request.Params.Answer = &chat.AnswerForm{Kind: chat.AnswerTable, Columns: []chat.Column{
		{Name: "Shop", Kind: chat.ColumnText}, {Name: "Date", Kind: chat.ColumnDate}, {Name: "Total", Kind: chat.ColumnAmount}, {Name: "Paid by", Kind: chat.ColumnText},
	}}
	return m
}

// jsonRows is an answer of n rows, without its end.
func jsonRows(n int) string {
	var b strings.Builder
	b.WriteString(`{"rows":[`)
	for i := range n {
		fmt.Fprintf(&b, `{"shop":"Mercado da Ribeira %d","date":"2026-11-%02d","total":"%d,80","paid_by":"card"},`, i, i%30+1, i)
	}
	return b.String()
}

// Of a table of any length only the rows in sight are laid out.
func TestOnlyTheRowsInSightAreLaidOut(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "All receipts."), tableReply("2", jsonRows(20_000)+"]}"))
	all := s.RowsOf(1)
	waiting := 0
	for _, r := range all {
		if !r.IsLaidOut() {
			waiting++
		}
	}
	if waiting < len(all)*9/10 || len(all) < 20_000/40 {
		t.Errorf("%d of %d rows wait", waiting, len(all))
	}
}

// While a table grows, the rows that were there are not laid out again.
func TestRowsOfAGrowingTableAreTakenOver(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	m := tableReply("2", jsonRows(200))
	m.State, m.Request.Ended = chat.Writing, time.Time{}
	s.show(user("1", "All receipts."), m)
	before := s.RowsOf(1)[2]
	m.Parts = []chat.Part{{Kind: chat.PartText, Text: jsonRows(201)}}
	s.UpdateMessage(m, false)
	if after := s.RowsOf(1)[2]; after != before {
		t.Error("laid out again")
	}
}

// Rows that are selected are copied with tabs, as a spreadsheet takes them; a cell that was not
// found is empty.
func TestASelectionInATableCopiesItsRows(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "All receipts."), tableReply("2", jsonRows(2)+`{"shop":"Livraria","date":"","total":"18,00","paid_by":"cash"},{"shop":"Last","date":"x","total":"1","paid_by":"card"}]}`))
	s.drag(s.where(t, "Mercado da Ribeira 1").AddXY(-2, 5), s.where(t, "cash").AddXY(60, 5))
	if got, want := s.Selected(), "Mercado da Ribeira 1\t2026-11-02\t1,80\tcard\nLivraria\t\t18,00\tcash"; got != want {
		t.Errorf("selected %q, want %q", got, want)
	}
}

// What a model writes before and after its table is shown there.
func TestTheTextAroundATableIsShown(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "All receipts."), tableReply("2", "Here they are:\n\n"+jsonRows(2)+"]}\n\nNone is missing."))
	before, table, after := s.where(t, "Here they are:"), s.where(t, "Mercado da Ribeira 1"), s.where(t, "None is missing.")
	if !(before.Y < table.Y && table.Y < after.Y) {
		t.Errorf("the text before it is at %v, its last row at %v, the text after it at %v", before, table, after)
	}
}

func TestATableFromRightToLeftBeginsAtTheRight(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "Q"), reply("2", "| שם | מחיר |\n|---|---|\n| תפוח | 12 |\n| Banana | 7 |"))
	name, price, apple, twelve, banana := s.where(t, "\u202eשם\u200f"), s.where(t, "\u202eמחיר\u200f"), s.where(t, "\u202eתפוח\u200f"), s.where(t, "12"), s.where(t, "Banana")
	if !(price.X < name.X && twelve.X < apple.X && twelve.X < banana.X && banana.X > 700) {
		t.Errorf("the head is at %v and %v, the rows at %v and %v, and at %v", name, price, apple, twelve, banana)
	}
}

// BenchmarkTable shows a table that grows to 2,000 rows row by row, and opens one of 100,000.
// Goals: no update above 50 ms, opened within 2 s.
func BenchmarkTable(b *testing.B) {
	b.Run("grow", func(b *testing.B) {
		texts := make([]string, 2000)
		whole := jsonRows(2000)
		at := 0
		for i := range texts {
			at += strings.IndexByte(whole[at:], '}') + 1
			texts[i] = whole[:at]
		}
		for b.Loop() {
			s := newScene(b, 1024, 600, theme.Light)
			m := tableReply("2", "")
			m.State, m.Request.Ended = chat.Writing, time.Time{}
			s.show(user("1", "All receipts."), m)
			worst := time.Duration(0)
			for _, text := range texts {
				began := time.Now()
				m.Parts = []chat.Part{{Kind: chat.PartText, Text: text}}
				s.UpdateMessage(m, false)
				worst = max(worst, time.Since(began))
			}
			began := time.Now()
			m.State = chat.Done
			s.UpdateMessage(m, false)
			b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms")
			b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "end-ms")
		}
	})
	b.Run("open", func(b *testing.B) {
		text := jsonRows(100_000) + "]}"
		for b.Loop() {
			s := newScene(b, 1024, 600, theme.Light)
			s.show(user("1", "All receipts."), tableReply("2", text))
		}
	})
}

// A long answer in JSON can be folded away, and unfolded again.
func TestLongJSONIsFolded(t *testing.T) {
	s := newScene(t, 1024, 640, theme.Light) // with room for a toast below the reply
	m := reply("2", `{"list":[`+strings.Repeat("1,", 18)+`2]}`)
	m.Request.Params.Answer = &chat.AnswerForm{Kind: chat.AnswerJSON}
	s.show(user("1", "Count."), m)
	open := len(s.RowsOf(1))
	s.tap(t, "Collapse JSON", 0)
	if folded := len(s.RowsOf(1)); folded >= open {
		t.Errorf("%d rows, folded %d", open, folded)
	}
	s.tap(t, "Expand JSON", 0)
	if again := len(s.RowsOf(1)); again != open {
		t.Errorf("%d rows, unfolded %d", open, again)
	}
}
