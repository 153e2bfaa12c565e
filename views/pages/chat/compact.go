package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// compactEdge is the space at the edges of the quick window, in device-independent pixels.
const compactEdge = 12

// compact lays out the page of the quick window: the conversation if it has messages, and below it
// the message box and the buttons that open the main window or hide the quick window.
type compact struct {
	*base
	root  *fyne.Container
	foot  *fyne.Container
	badge *widgets.Badge
}

func newCompact(b *base) *compact {
	c := &compact{base: b, badge: widgets.NewPracticeBadge()}
	c.foot = container.New(&widgets.Flow{Gap: 8},
		widgets.NewButton(i18n.Text("Open in Parlando"), widgets.Quiet, b.Links.OpenInMain).SetSmall(),
		widgets.NewButton(i18n.Text("Hide (Esc)"), widgets.Quiet, b.Links.Hide).SetSmall())
	c.root = container.New(c, b.body.Root, b.composer, c.foot, c.badge)
	return c
}

// footHeight returns the height of the part below the conversation, 0 while there is no
// conversation.
func (c *compact) footHeight() float32 {
	if c.open.ID == "" {
		return 0
	}
	return 2*compactEdge + c.foot.MinSize().Height + c.composer.Size().Height
}

// MinSize implements fyne.Layout.
func (c *compact) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(320, 140) }

// Layout implements fyne.Layout.
func (c *compact) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	width := size.Width - 2*compactEdge
	foot, high := c.foot.MinSize().Height, c.composer.HeightFor(width)
	y, below := float32(compactEdge), size.Height-compactEdge-foot
	widgets.SetVisible(c.body.Root, c.open.ID != "")
	if c.open.ID != "" {
		y = max(y, below-high)
		widgets.Place(c.body.Root, 0, 0, size.Width, y-compactEdge)
	} else {
		high = max(high, below-y)
	}
	widgets.Place(c.composer, compactEdge, y, width, high)
	badge := c.badge.MinSize()
	top := size.Height - compactEdge/2 - foot
	widgets.Place(c.foot, compactEdge, top, width-badge.Width-compactEdge, foot)
	widgets.Place(c.badge, compactEdge+width-badge.Width, top+(foot-badge.Height)/2, badge.Width, badge.Height)
}
