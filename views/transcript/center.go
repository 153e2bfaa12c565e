package transcript

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// center is shown while there are no lines: an invitation, or the reason for waiting.
type center struct {
	widget.BaseWidget
	icon  *canvas.Image
	name  string
	words *widgets.Text
	more  *widgets.Text
	retry *widgets.Button
	can   bool
}

func newCenter(v *View) *center {
	c := &center{icon: canvas.NewImageFromResource(nil), name: "audio-lines"}
	c.icon.FillMode = canvas.ImageFillContain
	c.words = widgets.NewText("", fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin().Center()
	c.more = widgets.NewText("", theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin().Center()
	c.retry = widgets.NewButton(i18n.Text("Try again"), widgets.Secondary, func() {
		if v.unread != nil {
			v.unread()
			return
		}
		v.o.Actions.Retry()
	})
	c.ExtendBaseWidget(c)
	c.set(transcripts.Transcript{}, false, false)
	return c
}

// set shows the state of a transcript without lines; it hides the center if there are lines. unread
// means that reading the lines failed.
func (c *center) set(t transcripts.Transcript, ok, unread bool) {
	icon, said, more, can := "audio-lines", "", "", false
	switch {
	case !ok:
		said = i18n.Text("Choose a transcript on the left, or drop an audio file here.")
		more = i18n.Text("The transcript appears line by line. Click a time to play from there, or click into the text to edit it.")
	case t.State == transcripts.Waiting:
		icon, said = "hourglass", i18n.Text("Waiting in line.")
	case t.State == transcripts.Working:
		icon, said = "hourglass", i18n.Text("It is being transcribed.")
		more = i18n.Text("The text appears here when it's done.")
	case t.State == transcripts.Paused:
		icon, said = "pause", i18n.Text("Paused. Everything done so far is saved.")
	case t.State == transcripts.Failed:
		icon, said, can = "triangle-alert", i18n.Text("It couldn't be transcribed yet. Everything done so far is saved."), true
	case unread:
		icon, said, can = "triangle-alert", i18n.Text("This transcript couldn't be opened. It's still on your computer."), true
	case t.Lines == 0:
		said = i18n.Text("No sound was recorded.")
	}
	c.name, c.can = icon, can
	c.words.SetText(said)
	c.more.SetText(more)
	widgets.SetVisible(c, said != "")
	c.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (c *center) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{MinSize: c.least, Place: c.place, Paint: c.paint}.Of(c, c.icon, c.words, c.more, c.retry)
}

func (c *center) least() fyne.Size { return fyne.NewSize(160, 80) }

func (c *center) place(size fyne.Size) {
	const side = 28
	width := min(size.Width-2*edge, 420)
	x := (size.Width - width) / 2
	c.words.Resize(fyne.NewSize(width, 0))
	c.more.Resize(fyne.NewSize(width, 0))
	high := []float32{side, c.words.MinSize().Height, 0, 0}
	if c.more.Text() != "" {
		high[2] = c.more.MinSize().Height
	}
	if c.can {
		high[3] = c.retry.MinSize().Height + 8
	}
	y := max((size.Height-high[0]-12-high[1]-8-high[2]-high[3])/2-20, 0)
	widgets.Place(c.icon, (size.Width-side)/2, y, side, side)
	y += side + 12
	widgets.Place(c.words, x, y, width, high[1])
	y += high[1] + 8
	widgets.Place(c.more, x, y, width, high[2])
	y += high[2] + 8
	m := c.retry.MinSize()
	widgets.Place(c.retry, (size.Width-m.Width)/2, y, m.Width, m.Height)
}

func (c *center) paint() {
	c.icon.Resource = theme.DisplayIcon(c.name, theme.ColorMuted, 28)
	c.icon.Refresh()
	widgets.SetVisible(c.more, c.more.Text() != "")
	widgets.SetVisible(c.retry, c.can)
	c.words.Refresh()
	c.more.Refresh()
}
