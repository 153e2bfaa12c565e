// Package body lays out the middle of a chat page: the conversation, the starters of an empty chat,
// or the error that kept the chat from being read.
package body

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/history"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Body is the middle of the page. Use it only on the window's thread.
type Body struct {
	// Recover shows how to recover a damaged library; nil if the page does not offer recovery.
	Recover func()
	// Root is the root object.
	Root          *fyne.Container
	view          fyne.CanvasObject
	empty, failed *fyne.Container
}

// New returns a body that shows a conversation below a bar, with no starters for an empty chat. If
// the library is read-only, a banner at the top gives the reason.
func New(reason history.ReadOnlyReason, bar, view fyne.CanvasObject) *Body {
	empty, failed := container.NewStack(), container.NewStack()
	failed.Hide()
	b := &Body{Root: container.New(below{}, bar, container.NewStack(view, empty, failed)), view: view, empty: empty, failed: failed}
	if banner := readingBanner(reason); banner != nil {
		b.Root = container.New(below{}, banner, b.Root)
	}
	return b
}

// SetStarters sets the starters of the empty chat.
func (b *Body) SetStarters(starters fyne.CanvasObject) {
	b.empty.Objects = []fyne.CanvasObject{starters}
	b.empty.Refresh()
}

// SetEmpty shows the empty chat instead of the conversation, or hides it.
func (b *Body) SetEmpty(empty bool) {
	widgets.SetVisible(b.empty, empty)
	widgets.SetVisible(b.view, !empty)
	widgets.SetVisible(b.failed, false)
}

// SetReadFailed shows an error instead of the conversation, with a button that calls again, until
// SetEmpty is called. For history.ErrDamaged, the error says so, and another button calls Recover.
func (b *Body) SetReadFailed(err error, again func()) {
	b.SetEmpty(false)
	widgets.SetVisible(b.view, false)
	heading := container.New(layout.NewCustomPaddedLayout(10, 0, 10, 10), widgets.NewTitle(i18n.Text("This chat couldn't be read."), fynetheme.SizeNameHeadingText))
	buttons := container.New(layout.NewCustomPaddedHBoxLayout(8), widgets.NewButton(i18n.Text("Try again"), widgets.Primary, again))
	said := i18n.Text("Nothing was changed or deleted.")
	if errors.Is(err, history.ErrDamaged) {
		said = words.LibraryDamaged() + " " + said
		if b.Recover != nil {
			buttons.Add(widgets.NewButton(words.RecoverLibrary(), widgets.Secondary, b.Recover))
		}
	}
	safe := widgets.NewMuted(said).Center()
	column := container.New(layout.NewCustomPaddedVBoxLayout(10), container.NewCenter(heading), safe, container.NewCenter(buttons))
	b.failed.Objects = []fyne.CanvasObject{inColumn(column)}
	widgets.SetVisible(b.failed, true)
	b.failed.Refresh()
}

// ReadFailed reports whether the conversation could not be read.
func (b *Body) ReadFailed() bool { return b.failed.Visible() }

// readingBanner returns a banner that explains why nothing can be stored; nil if the library is
// writable.
func readingBanner(reason history.ReadOnlyReason) fyne.CanvasObject {
	if reason == history.Writable {
		return nil
	}
	sentence := widgets.NewText(words.ReadOnlyNotice(reason), theme.ColorCaution, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	return widgets.NewBox(sentence, theme.ColorCautionGround, "", 0, 24, 10)
}

// below places the second object under the first. While visible, the first is as high as its text
// at the given width.
type below struct{}

// MinSize implements fyne.Layout.
func (below) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (below) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	first, height := objects[0], float32(0)
	if first.Visible() {
		first.Resize(fyne.NewSize(size.Width, first.MinSize().Height))
		height = first.MinSize().Height // the height of wrapped text is known only after Resize
		widgets.Place(first, 0, 0, size.Width, height)
	}
	widgets.Place(objects[1], 0, height, size.Width, size.Height-height)
}
