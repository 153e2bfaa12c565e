package imports

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/theme"
	"parlando/views/widgets"
)

const (
	rowGap   = 10 // between the title, the details and the date
	lineGap  = 4  // between the title and the line below it
	minAbout = 80 // the details are hidden if they have less room
)

// chatRow lays out the title of a chat with its tick, the details beside it, the date at the right
// end, and a line below. A title has as much room as it needs; the details are cut or hidden first.
type chatRow struct{}

func newChatRow(tick *widgets.Check, about, date string) fyne.CanvasObject {
	line := widgets.NewBox(widgets.Gap(1), theme.ColorLine, "", 0, 0, 0)
	return container.New(chatRow{}, tick, widgets.NewMuted(about).Truncate().NoMargin(), widgets.NewMuted(date).NoWrap().NoMargin(), line)
}

// MinSize implements fyne.Layout.
func (chatRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height+lineGap+1)
}

// Layout implements fyne.Layout.
func (chatRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	tick, about, date, line := o[0], o[1], o[2], o[3]
	height := tick.MinSize().Height
	end := size.Width
	if day := date.MinSize(); day.Width > 0 {
		widgets.Place(date, end-day.Width, (height-day.Height)/2, day.Width, day.Height)
		end -= day.Width + rowGap
	}
	title := min(tick.MinSize().Width, end)
	widgets.Place(tick, 0, 0, title, height)
	left := end - title - rowGap
	widgets.SetVisible(about, left >= minAbout)
	widgets.Place(about, title+rowGap, (height-about.MinSize().Height)/2, max(left, 0), about.MinSize().Height)
	widgets.Place(line, 0, height+lineGap, size.Width, 1)
}
