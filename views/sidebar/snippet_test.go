package sidebar

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parley/views/theme"
)

// Only what was found is marked: not the ellipsis where the line is cut, and nothing that is out of sight.
func TestTheEllipsisOfALineIsNeverMarked(t *testing.T) {
	w := open(t, theme.Light)
	snippet := "Boil the plum jam and stir the jam until the jam is done, then fill the jam into jars"
	var marks [][2]int
	for at := 0; ; {
		i := strings.Index(snippet[at:], "jam")
		if i < 0 {
			break
		}
		marks = append(marks, [2]int{at + i, at + i + 3})
		at += i + 3
	}
	title := "The recipe for plum jam with much sugar and more jam"
	first, last := strings.Index(title, "jam"), strings.LastIndex(title, "jam")
	hit := Hit{
		Conversation: "c", Title: title, TitleMarks: [][2]int{{first, first + 3}, {last, last + 3}},
		Message: "m", Snippet: snippet, Marks: marks, Places: 3,
	}
	w.search.SetText("jam")
	w.SetHits("jam", []Hit{hit})
	for width := float32(140); width < 700; width += 7 {
		w.window.Resize(fyne.NewSize(width, 400))
		p, _ := test.WidgetRenderer(w.row(title)).(*rowRenderer)
		ellipses := 0
		for _, run := range p.snippet {
			letters := strings.TrimSuffix(run.text.Text, "…")
			if letters != run.text.Text && run.words != "…" {
				ellipses++
			}
			if run.ground == nil {
				continue
			}
			if want := fyne.MeasureText(letters, run.text.TextSize, run.text.TextStyle).Width; run.ground.Size().Width != want {
				t.Errorf("at %v: the mark of %q is %v wide, its letters %v", width, run.text.Text, run.ground.Size().Width, want)
			}
		}
		if ellipses > 1 {
			t.Errorf("at %v: the line is cut %d times", width, ellipses)
		}
		end := p.title.Position().X + fyne.MeasureText(strings.TrimSuffix(p.title.Text, "…"), p.title.TextSize, p.title.TextStyle).Width
		for _, mark := range p.marks {
			if right := mark.Position().X + mark.Size().Width; right > end+0.5 {
				t.Errorf("at %v: a mark of the title %q ends at %v, its letters at %v", width, p.title.Text, right, end)
			}
		}
		if right := p.places.Position().X + p.places.Size().Width; right > p.r.Size().Width {
			t.Errorf("at %v: the number of places ends at %v", width, right)
		}
	}
}

func TestAFoundChatSaysHowManyPlacesItHas(t *testing.T) {
	w := open(t, theme.Light)
	hit := Hit{Conversation: "c", Title: "Jam", TitleMarks: [][2]int{{0, 3}}, Message: "m", Snippet: "The jam", Marks: [][2]int{{4, 7}}}
	w.search.SetText("jam")
	for _, c := range []struct {
		places int
		more   bool
		want   string
	}{{1, false, ""}, {3, false, "3 places"}, {1200, true, "1,200+ places"}} {
		hit.Places, hit.More = c.places, c.more
		w.SetHits("jam", []Hit{hit})
		got := ""
		for _, o := range test.WidgetRenderer(w.row("Jam")).Objects() {
			if text, ok := o.(*canvas.Text); ok && text.Visible() && strings.Contains(text.Text, "place") {
				got = text.Text
			}
		}
		if got != c.want {
			t.Errorf("%d places: %q", c.places, got)
		}
	}
}

func TestTheFoundWordIsNearTheBeginningOfWhatIsShown(t *testing.T) {
	for _, snippet := range []string{
		"What do you see in this photo, please?",
		"photo of a tree",
		"A photo of a tree",
		"Gartenhausfensterbankblumentopf photo",
		"Ein äöüß äöüß äöüß äöüß photo",
	} {
		at := strings.Index(snippet, "photo")
		h := Hit{Message: "m", Snippet: snippet, Marks: [][2]int{{at, at + 5}}}
		from := begin(h)
		got := snippet[from:at]
		if at > 0 && got == "" || len([]rune(got)) > before {
			t.Errorf("%q begins with %q", snippet, got)
		}
		if from > 0 && snippet[from-1] != ' ' && strings.Contains(got[:len(got)-1], " ") {
			t.Errorf("%q begins inside a word: %q", snippet, got)
		}
	}
	if got := begin(Hit{Snippet: "a", Marks: [][2]int{{5, 9}}}); got != 0 {
		t.Errorf("a mark beyond the snippet gives %d", got)
	}
}
