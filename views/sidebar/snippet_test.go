package sidebar

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
)

// Where the beginning of a message is left away the marks move with the words.
func TestTheMarksOfASnippetAreTheFoundWords(t *testing.T) {
	snippet := "Boil the plum jam and stir the\njam until the jam is done"
	var marks [][2]int
	for at := strings.Index(snippet, "jam"); at >= 0 && len(marks) < 3; {
		marks = append(marks, [2]int{at, at + 3})
		next := strings.Index(snippet[at+3:], "jam")
		at += 3 + next
	}
	for _, from := range []int{0, 1} {
		words, got := snippetOf(Hit{Message: "m", Snippet: snippet, Marks: marks[from:]})
		if strings.Contains(words, "\n") || len(got) != 3-from || from == 1 && !strings.HasPrefix(words, "…") {
			t.Errorf("%q with %v", words, got)
		}
		for _, m := range got {
			if words[m[0]:m[1]] != "jam" {
				t.Errorf("%q is marked in %q", words[m[0]:m[1]], words)
			}
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
	}{{1, false, ""}, {3, false, "3 matches"}, {1200, true, "1,200+ matches"}} {
		hit.MatchCount, hit.HasMoreMatches = c.places, c.more
		w.SetHits("jam", []Hit{hit})
		got := ""
		for _, o := range test.WidgetRenderer(w.row("Jam")).Objects() {
			if text, ok := o.(*canvas.Text); ok && text.Visible() && strings.Contains(text.Text, "match") {
				got = text.Text
			}
		}
		if got != c.want {
			t.Errorf("%d matches: %q", c.places, got)
		}
	}
}

// marksLead returns the shown text before the first match.
func marksLead(h Hit, marks [][2]int) string {
	text, _ := snippetOf(h)
	return text[:marks[0][0]]
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
		from := begin(h, maxLead)
		got := snippet[from:at]
		if at > 0 && got == "" || len([]rune(got)) > maxLead {
			t.Errorf("%q begins with %q", snippet, got)
		}
		h.Project = "Garden and house"
		if _, marks := snippetOf(h); len([]rune(marksLead(h, marks))) > maxProjectName+len([]rune(" · …"))+maxLeadInProject {
			t.Errorf("%q is far from its beginning with a project: %q", snippet, marksLead(h, marks))
		}
		if from > 0 && snippet[from-1] != ' ' && strings.Contains(got[:len(got)-1], " ") {
			t.Errorf("%q begins inside a word: %q", snippet, got)
		}
	}
	if got := begin(Hit{Snippet: "a", Marks: [][2]int{{5, 9}}}, maxLead); got != 0 {
		t.Errorf("a mark beyond the snippet gives %d", got)
	}
}
