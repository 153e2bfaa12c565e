package rows_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parley/views/conversation/rows"
	"parley/views/conversation/textflow"
	"parley/views/markdown"
)

// square measures every character as 10 wide.
func square(text string, size float32, _ fyne.TextStyle) (fyne.Size, float32) {
	return fyne.NewSize(float32(len([]rune(text)))*10, size), size * 0.8
}

func setter(copied *string) *rows.Setter {
	return &rows.Setter{
		Ruler: textflow.NewRuler(square), Width: 700,
		OnLink: func(string) {}, OnPicture: func(string) {}, OnCopy: func(text string) { *copied = text },
		Colours: func(string, string) [][]markdown.Span { return nil },
	}
}

func TestALongBlockIsCutAndItsFullRowsAreKept(t *testing.T) {
	var copied string
	s := setter(&copied)
	code := func(n int) markdown.Block {
		return markdown.Block{Kind: markdown.Code, Text: strings.Repeat("line\n", n) + "li", Open: true}
	}
	prose := func(n int) markdown.Block {
		text := strings.Repeat("a line of a poem\n", n) + "last"
		return markdown.Block{Runs: []markdown.Run{{Text: text, End: len(text)}}, End: len(text)}
	}
	for name, block := range map[string]func(int) markdown.Block{"code": code, "prose": prose} {
		t.Run(name, func(t *testing.T) {
			before := s.Set(block(100), nil, nil, true)
			after := s.Set(block(103), nil, before, true)
			if len(before.Rows) != 3 || len(after.Rows) != 3 {
				t.Fatalf("%d and %d rows, want 3", len(before.Rows), len(after.Rows))
			}
			for i := range 2 {
				if before.Rows[i] != after.Rows[i] {
					t.Errorf("row %d was laid out again", i)
				}
			}
			if before.Rows[2] == after.Rows[2] {
				t.Error("the row that grew is the old one")
			}
		})
	}
	grown := s.Set(code(103), nil, s.Set(code(100), nil, nil, true), true)
	for _, spot := range grown.Rows[0].Spots {
		spot.Do()
	}
	if copied != code(103).Text {
		t.Errorf("Copy on a kept row gives %d bytes of %d", len(copied), len(code(103).Text))
	}
}

func TestATableFitsOrScrolls(t *testing.T) {
	cell := func(text string) markdown.Cell { return markdown.Cell{Runs: []markdown.Run{{Text: text}}} }
	table := func(columns int, text string) markdown.Block {
		tab := &markdown.Table{}
		var row []markdown.Cell
		for range columns {
			tab.Align = append(tab.Align, markdown.AlignLeft)
			tab.Head = append(tab.Head, cell("H"))
			row = append(row, cell(text))
		}
		tab.Rows = [][]markdown.Cell{row}
		return markdown.Block{Kind: markdown.TableBlock, Table: tab}
	}
	var copied string
	s := setter(&copied)
	for _, c := range []struct {
		name    string
		columns int
		text    string
		wide    bool
	}{
		{"small", 3, "abc", false},
		{"long cells are wrapped", 3, strings.Repeat("word ", 40), false},
		{"too many columns", 12, "ten letter", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := s.Set(table(c.columns, c.text), nil, nil, false)
			row := set.Rows[0]
			if (row.Wide != nil) != c.wide {
				t.Fatalf("scrolls: %v", row.Wide != nil)
			}
			for _, text := range row.Texts {
				if !c.wide && text.X+text.W > 700 {
					t.Errorf("%q ends at %v", text.Text, text.X+text.W)
				}
			}
		})
	}
}

func TestAPictureNamesItsHostAndIsNotFetched(t *testing.T) {
	var copied string
	s := setter(&copied)
	fetched := ""
	s.OnPicture = func(addr string) { fetched = addr }
	set := s.Set(markdown.Block{Kind: markdown.Picture, Link: "https://pictures.example.org/a.png?q=secret"}, nil, nil, false)
	var words []string
	for _, text := range set.Rows[0].Texts {
		words = append(words, text.Text)
	}
	if all := strings.Join(words, "|"); !strings.Contains(all, "pictures.example.org") || strings.Contains(all, "secret") {
		t.Errorf("it says %s", all)
	}
	if fetched != "" {
		t.Error("it was fetched unasked")
	}
	set.Rows[0].Spots[0].Do()
	if fetched == "" {
		t.Error("the button does nothing")
	}
}
