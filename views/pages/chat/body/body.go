// Package body lays out the middle of a chat page: the conversation, the question and suggestions
// around the message box of an empty chat, or the error that kept the chat from being read.
package body

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/history"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Body is the middle of the page. Use it only on the window's thread.
type Body struct {
	// Recover shows how to recover a damaged library; nil if the page does not offer recovery.
	Recover func()
	// OnMoved is called when the message box moves to the middle or to the foot of the page; may be
	// nil.
	OnMoved func()
	// Root is the root object.
	Root *fyne.Container
	// above are the objects above the conversation.
	above         []fyne.CanvasObject
	view          fyne.CanvasObject
	start         *start
	empty, failed *fyne.Container
}

// New returns a body that shows a conversation below a bar, with no starters for an empty chat. If
// the library is read-only, a banner at the top gives the reason.
func New(reason history.ReadOnlyReason, bar, view fyne.CanvasObject) *Body {
	empty, failed := container.NewStack(), container.NewStack()
	failed.Hide()
	b := &Body{Root: container.New(below{}, bar, container.NewStack(view, empty, failed)), above: []fyne.CanvasObject{bar}, view: view, empty: empty, failed: failed}
	if banner := readingBanner(reason); banner != nil { // a backup is marked on every page
		b.PutAbove(banner)
	}
	return b
}

// PutAbove puts an object, which may be hidden, at the top of the body. It changes Root.
func (b *Body) PutAbove(o fyne.CanvasObject) {
	b.Root, b.above = container.New(below{}, o, b.Root), append(b.above, o)
}

// SetStarters sets the question and the suggestions of the empty chat.
func (b *Body) SetStarters(question string, all []Starter) { b.setStart(newStart(question, all)) }

// SetHome sets the heading above the message box of a new chat in a project, and the content below.
func (b *Body) SetHome(heading, content fyne.CanvasObject) { b.setStart(newHome(heading, content)) }

func (b *Body) setStart(s *start, shown *fyne.Container) {
	if b.start != nil {
		s.place(b.start.box)
	}
	b.start = s
	b.empty.Objects = []fyne.CanvasObject{shown}
	b.empty.Refresh()
	widgets.CallIfSet(b.OnMoved)
}

// SetWithoutBox sets the sentence in the middle of an empty page without a message box.
func (b *Body) SetWithoutBox(sentence string) {
	b.empty.Objects = []fyne.CanvasObject{container.NewCenter(widgets.NewMuted(sentence))}
}

// SetEmpty shows the empty chat instead of the conversation, or hides it.
func (b *Body) SetEmpty(empty bool) {
	moved := empty != b.empty.Visible()
	widgets.SetVisible(b.empty, empty)
	widgets.SetVisible(b.view, !empty)
	widgets.SetVisible(b.failed, false)
	if moved {
		widgets.CallIfSet(b.OnMoved)
	}
}

// PlaceBox decides where the message box of an empty chat is. It returns the box's top in the body
// of the given size, or false for a box below the body. height is the height of the box, notices
// that of the notices at its top, least the height of an empty box.
func (b *Body) PlaceBox(body fyne.Size, height, notices, least float32) (top float32, inside bool) {
	if !b.empty.Visible() || b.start == nil {
		return 0, false
	}
	for _, o := range b.above {
		if o.Visible() {
			top += widgets.HeightAt(o, body.Width)
		}
	}
	was := b.start.box
	top += b.start.place(box{page: body.SubtractWidthHeight(0, top), height: height, notices: notices, least: least})
	if b.start.box != was {
		b.start.Layout(nil, b.empty.Size())
	}
	return top, true
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
		said = format.Sentences(words.LibraryDamaged(), said)
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
// writable or a backup.
func readingBanner(reason history.ReadOnlyReason) fyne.CanvasObject {
	if reason == history.Writable || reason == history.ReadOnlyBackup {
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
