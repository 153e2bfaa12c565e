package conversation_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/conversation/rows"
	"parlando/views/theme"
)

// In the simple view, the actions of a reply have words, which overlap nothing at any text size.
func TestTheActionsOfAReplyHaveWords(t *testing.T) {
	names := []string{"Copy", "Read aloud", "Try again", "More"}
	for _, zoom := range []float32{1, 2} {
		for _, width := range []float32{400, 720, 1024} {
			t.Run(fmt.Sprint(zoom, width), func(t *testing.T) {
				s := newScene(t, width, 800, theme.Light)
				fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, zoom))
				s.Refresh()
				s.OnReadAloud = func(chat.ID, int) {}
				m := reply("2", "Fine.")
				m.Sibling, m.Siblings = 2, 2
				s.show(m)
				if s.shows("Try again") {
					t.Error("the full view has words")
				}
				s.SetLabels(true)
				var areas []rows.Area
				s.VisitClickableAreas(func(name string, from fyne.Position, size fyne.Size) {
					a := rows.Area{X: from.X, Y: from.Y, W: size.Width, H: size.Height}
					for _, b := range areas {
						if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
							t.Errorf("%s at %v overlaps %v", name, a, b)
						}
					}
					if areas = append(areas, a); a.X+a.W > width-20 {
						t.Errorf("%s at %v is cut off", name, a)
					}
				})
				for _, name := range names {
					at := s.where(t, name)
					if area, ok := s.FindClickableArea(name, 0); !ok || at.Y > area.Y || at.X > area.X+60*zoom {
						t.Errorf("%s is at %v, its word at %v", name, area, at)
					}
				}
			})
		}
	}
}
