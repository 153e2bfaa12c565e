package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/history"
	"parlando/views/i18n"
	"parlando/views/pages/chat/starters"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// body fills the middle of the page: the conversation, or the empty chat in its place, or why
// neither is there.
type body struct {
	root          *fyne.Container
	view          fyne.CanvasObject
	empty, failed *fyne.Container
}

// newBody makes the body, with nothing for an empty chat. banner, when set, stands above it all.
func newBody(view, banner fyne.CanvasObject) *body {
	empty, failed := container.NewStack(), container.NewStack()
	failed.Hide()
	b := &body{root: container.NewStack(view, empty, failed), view: view, empty: empty, failed: failed}
	if banner != nil {
		b.root = container.New(below{}, banner, b.root)
	}
	return b
}

// setStarters puts ways to begin into the empty chat.
func (b *body) setStarters(starters fyne.CanvasObject) {
	b.empty.Objects = []fyne.CanvasObject{starters}
	b.empty.Refresh()
}

// setEmpty shows the empty chat in place of the conversation, or takes it away.
func (b *body) setEmpty(empty bool) {
	widgets.Show(b.empty, empty)
	widgets.Show(b.view, !empty)
	widgets.Show(b.failed, false)
}

// setUnread says in place of the conversation that it could not be read, until setEmpty is called.
func (b *body) setUnread(again func()) {
	b.setEmpty(false)
	widgets.Show(b.view, false)
	heading := container.New(layout.NewCustomPaddedLayout(10, 0, 10, 10), widgets.NewTitle(i18n.Text("This chat could not be read."), fynetheme.SizeNameHeadingText))
	safe := widgets.NewMuted(i18n.Text("Nothing in it was changed or deleted.")).Center()
	button := widgets.NewButton(i18n.Text("Try again"), widgets.Primary, again)
	column := container.New(layout.NewCustomPaddedVBoxLayout(10), container.NewCenter(heading), safe, container.NewCenter(button))
	b.failed.Objects = []fyne.CanvasObject{starters.InColumn(column)}
	widgets.Show(b.failed, true)
	b.failed.Refresh()
}

// unread reports whether the conversation could not be read.
func (b *body) unread() bool { return b.failed.Visible() }

// readingBanner says that nothing can be kept, and why; nil when the library can be written.
func readingBanner(reason history.ReadOnlyReason) fyne.CanvasObject {
	var sentence string
	switch reason {
	case history.Writable:
		return nil
	case history.ReadOnlyNewer:
		sentence = i18n.Text("Opened for reading only: the library was written by a newer Parlando. Everything can be read and copied; update Parlando to go on.")
	default:
		sentence = i18n.Text("Opened for reading only: the disk cannot be written. Everything can be read and copied, and nothing is changed.")
	}
	words := widgets.NewWords(sentence, theme.ColorCaution, fynetheme.SizeNameText, fyne.TextStyle{}).Flush()
	return widgets.NewBox(words, theme.ColorCautionGround, "", 0, 24, 10)
}

// below puts the second object under the first, which is as high as its words are at this width.
type below struct{}

// MinSize implements fyne.Layout.
func (below) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (below) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	first := objects[0]
	first.Resize(fyne.NewSize(size.Width, first.MinSize().Height))
	height := first.MinSize().Height // words know how high they are only once they know how wide
	widgets.Place(first, 0, 0, size.Width, height)
	widgets.Place(objects[1], 0, height, size.Width, size.Height-height)
}
