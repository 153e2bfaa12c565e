package rows_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/markdown"
	"parlando/views/conversation/rows"
	"parlando/views/textview/textflow"
)

// square measures every character as 10 wide.
func square(text string, size float32, _ fyne.TextStyle) (fyne.Size, float32) {
	return fyne.NewSize(float32(len([]rune(text)))*10, size), size * 0.8
}

func setter(copied *string) *rows.Typesetter {
	return &rows.Typesetter{
		Ruler: textflow.NewRuler(square), Width: 700,
		OnLink: func(string) {}, OnPicture: func(string) {}, OnCopy: func(text string) { *copied = text },
		Colors: func(string, string) [][]markdown.Span { return nil },
	}
}

func TestALongBlockIsCutAndItsFullRowsAreKept(t *testing.T) {
	var copied string
	s := setter(&copied)
	code := func(n int) markdown.Block {
		return markdown.Block{Kind: markdown.CodeBlock, Text: strings.Repeat("line\n", n) + "li", Open: true}
	}
	prose := func(n int) markdown.Block {
		text := strings.Repeat("a line of a poem\n", n) + "last"
		return markdown.Block{Runs: []markdown.Run{{Text: text, End: len(text)}}, End: len(text)}
	}
	for name, block := range map[string]func(int) markdown.Block{"code": code, "prose": prose} {
		t.Run(name, func(t *testing.T) {
			before := s.LayOutBlock(block(100), nil, nil, true)
			after := s.LayOutBlock(block(103), nil, before, true)
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
	grown := s.LayOutBlock(code(103), nil, s.LayOutBlock(code(100), nil, nil, true), true)
	for _, spot := range grown.Rows[0].ClickAreas {
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
			set := s.LayOutBlock(table(c.columns, c.text), nil, nil, false)
			row := set.Rows[0]
			if (row.Viewport != nil) != c.wide {
				t.Fatalf("scrolls: %v", row.Viewport != nil)
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
	set := s.LayOutBlock(markdown.Block{Kind: markdown.Picture, Link: "https://pictures.example.org/a.png?q=secret"}, nil, nil, false)
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
	set.Rows[0].ClickAreas[0].Do()
	if fetched == "" {
		t.Error("the button does nothing")
	}
}

func TestInlineCodeHasOneGroundWhateverLettersItHas(t *testing.T) {
	var copied string
	text := "a 東京 b"
	block := markdown.Block{Runs: []markdown.Run{{Text: text, Style: markdown.Monospace, End: len(text)}}, End: len(text)}
	row := setter(&copied).LayOutBlock(block, nil, nil, false).Rows[0]
	last := row.Texts[len(row.Texts)-1]
	if len(row.Texts) != 3 || len(row.Boxes) != 1 {
		t.Fatalf("%d texts on %d grounds, want 3 on 1", len(row.Texts), len(row.Boxes))
	}
	if got, want := row.Boxes[0].X+row.Boxes[0].W, last.X+last.W+2; got != want {
		t.Errorf("the ground ends at %v, the code at %v", got, want-2)
	}
}

func TestCodeKeepsItsPlacesWhenScriptsAreMixed(t *testing.T) {
	var copied string
	block := markdown.Block{Kind: markdown.CodeBlock, Text: "x := \"東京\" // 京", Start: 0, End: 30}
	row := setter(&copied).LayOutBlock(block, nil, nil, false).Rows[0]
	var got strings.Builder
	var before *rows.Text
	for i := range row.Texts {
		text := &row.Texts[i]
		if text.Chrome {
			continue
		}
		got.WriteString(text.Text)
		if before != nil && (text.X != before.X+before.W || text.Start != before.End) {
			t.Errorf("%q stands at %v, byte %d, after %q that ends at %v, byte %d",
				text.Text, text.X, text.Start, before.Text, before.X+before.W, before.End)
		}
		before = text
	}
	if got.String() != block.Text {
		t.Errorf("drawn %q", got.String())
	}
}

func TestALinkAndWhatIsStruckOutHaveTheirLine(t *testing.T) {
	font := textflow.Font{Height: 14, Baseline: 11}
	text := rows.Text{Text: "word", X: 5, Y: 3, W: 40, Color: "accent", Style: textflow.Style{Size: 14}}
	if got := text.Lines(font); len(got) != 0 {
		t.Fatalf("plain words have %d lines", len(got))
	}
	text.Underline, text.Strike = true, true
	got := text.Lines(font)
	if len(got) != 2 || got[0].Y <= text.Y+font.Baseline || got[1].Y >= text.Y+font.Baseline || got[1].Y <= text.Y {
		t.Fatalf("lines at %v", got)
	}
	for _, l := range got {
		if l.X != text.X || l.W != text.W || l.Fill != text.Color {
			t.Errorf("line %v for a text at %v, %v wide", l, text.X, text.W)
		}
	}
}

func TestAPictureWhoseAddressIsRefusedShowsItAndCannotBeOpened(t *testing.T) {
	for _, address := range []string{"https://x%E2%80%AEy.example/p.png", "https://good.example@evil.example/p.png", "file:///etc/passwd"} {
		var copied string
		s := setter(&copied)
		s.OnPicture = func(string) { t.Errorf("%s was opened", address) }
		set := s.LayOutBlock(markdown.Block{Kind: markdown.Picture, Link: address}, nil, nil, false)
		shown := ""
		for _, text := range set.Rows[0].Texts {
			shown += text.Text + "|"
		}
		for _, spot := range set.Rows[0].ClickAreas {
			spot.Do()
		}
		if !strings.Contains(shown, address) {
			t.Errorf("%s is shown as %s", address, shown)
		}
	}
}

func TestTheColumnsOfATableGrowOnceWhileItIsWritten(t *testing.T) {
	for _, columns := range []int{2, 3, 8, 12} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			text := "|"
			for column := range columns {
				text += strings.Repeat(" Head", 1+column%3) + " |"
			}
			text += "\n" + strings.Repeat("|---", columns) + "|\n"
			for row := range 30 {
				for column := range columns {
					text += "| " + strings.Repeat("word ", (row*5+column*3)%7)
				}
				text += "|\n"
			}
			var copied string
			var d markdown.Document
			var set *rows.BlockLayout
			var before []float32 // where each column begins, and the last ends
			s, moves := setter(&copied), 0
			look := func(open bool) {
				set = s.LayOutBlock(d.Blocks()[0], nil, set, open)
				var at []float32
				for _, row := range set.Rows {
					for _, word := range row.Texts {
						if len(at) < columns && word.LineTop < 20 && !slices.Contains(at, word.X) {
							at = append(at, word.X)
						} else if !slices.Contains(at, word.X) {
							t.Fatalf("%q stands at %v, the columns at %v", word.Text, word.X, at)
						}
					}
				}
				at = append(at, set.Rows[0].Boxes[0].X+set.Rows[0].Boxes[0].W)
				if before != nil && !slices.Equal(at, before) {
					moves++
					for i := 1; open && i < len(at); i++ {
						if at[i]-at[i-1] < before[i]-before[i-1] {
							t.Fatalf("a column shrinks: from %v to %v", before, at)
						}
					}
				}
				before = at
			}
			for end := 0; end < len(text); end += 21 {
				d.SetOpen(text[:end])
				if len(d.Blocks()) > 0 {
					look(true)
				}
			}
			if len(before) != columns+1 || moves > 1 {
				t.Errorf("%d columns moved %d times", len(before)-1, moves)
			}
			d.Set(text)
			look(false)
			if moves > 2 {
				t.Errorf("with its end they moved %d times", moves)
			}
		})
	}
}

// The width of a table hardly changes at its end, when its rows are alike.
func TestATableThatArrivesIsAboutAsWideAsItsWords(t *testing.T) {
	var d markdown.Document
	d.SetOpen("| Species of tree | Age in years |\n|---|---|\n| Common oak | 15 |\n| Silver birch | 20 |\n")
	s := setter(new(string))
	width := func(open bool) float32 { return s.LayOutBlock(d.Blocks()[0], nil, nil, open).Rows[0].Boxes[0].W }
	if during, after := width(true), width(false); during < after || during > 1.5*after {
		t.Errorf("it is %v wide, and %v at its end", during, after)
	}
}

// A table is as wide as its words, and the text of its first column is flush with the text around
// it; one that needs more than the column scrolls sideways.
func TestATableIsAsWideAsItsWords(t *testing.T) {
	lay := func(cells []string) (first rows.Text, lines []rows.Box, wide bool) {
		table := &markdown.Table{Align: make([]markdown.Align, len(cells))}
		for _, c := range cells {
			table.Head = append(table.Head, markdown.Cell{Runs: []markdown.Run{{Text: c}}})
		}
		table.Rows = [][]markdown.Cell{table.Head}
		set := setter(new(string)).LayOutBlock(markdown.Block{Kind: markdown.TableBlock, Table: table}, nil, nil, false)
		for _, row := range set.Rows {
			lines = append(lines, row.Boxes...)
			wide = wide || row.Viewport != nil
		}
		return set.Rows[0].Texts[0], lines, wide
	}
	first, lines, wide := lay([]string{"Girth", "Age"})
	if wide || first.X != 0 || len(lines) != 2 || lines[0].X != 0 || lines[0].W != 50+20+30 {
		t.Errorf("a small table: text at %v, lines %+v, wide %v", first.X, lines, wide)
	}
	if _, _, wide := lay(slices.Repeat([]string{"a long word: abcdefghijklmnopqrstuvwxyz"}, 12)); !wide {
		t.Error("a table of twelve wide columns does not scroll")
	}
}
