package sidebar

import (
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
)

// leaveDelay is the time between the pointer leaving the list and the sorting of the list.
const leaveDelay = 300 * time.Millisecond

// listLook is the layout of the list.
var listLook = list.Style{
	Heights: func() list.Heights {
		text := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
		return list.Heights{list.Heading: text + 18, list.OneLine: max(theme.RowHeight, text+14), list.TwoLines: 2*text + 13}
	},
	Left: 10, Right: 10, Top: 7, LineGap: 1, HeadingFoot: 6, LeadAt: 10, LeadGap: 9, End: 4, TextGap: 2,
}

func newList(s *Sidebar) *list.FocusList {
	return list.NewFocus(i18n.Text("Chats"), listLook, list.Callbacks{
		Key:  func(i int) string { return s.lines.at(i).key() },
		Kind: func(i int) list.Kind { return s.lines.at(i).rowKind() },
		Row:  func(i int) list.Row { return s.row(s.lines.at(i)) },
		Open: func(i int) { s.open(s.lines.at(i)) },
		Delete: func(i int) {
			switch l := s.lines.at(i); l.kind {
			case conversation:
				s.Callbacks.Delete(l.id)
			case project:
				s.Callbacks.Projects.Delete(l.id)
			case heading, found, moreProjects:
			}
		},
		Button:  func(int, string) { s.Callbacks.Projects.New() },
		Rename:  s.renamed,
		Carrier: carrier{s},
		Menu:    func(i int) []widgets.MenuItem { return s.menu(s.lines.at(i)) },
		Hover:   s.point, Sight: s.wantRows,
		Index: func() list.Index { return s.lines },
	})
}

// point is called when the pointer enters or leaves the list or a row. Leaving takes effect after
// leaveDelay, unless the pointer enters again. The animation is only a timer that ticks on the
// window's thread.
func (s *Sidebar) point(over bool) {
	if s.leaving != nil {
		s.leaving.Stop()
		s.leaving = nil
	}
	if over {
		s.pointed = true
		return
	}
	s.leaving = fyne.NewAnimation(leaveDelay, func(part float32) {
		if part >= 1 && s.pointed {
			s.pointed = false
			s.pointerLeft()
		}
	})
	s.leaving.Start()
}
