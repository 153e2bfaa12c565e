package body

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// Starter is a suggestion in an empty chat, such as a text to begin the message with.
type Starter struct {
	// Icon is the name of an icon in assets/icons.
	Icon, Title string
	Do          func()
}

// start is the middle of an empty chat: a question above the message box, and suggestions below it,
// which scroll if the window is too low; in a project its name and its content. It lays out a
// container of both.
type start struct {
	question fyne.CanvasObject
	chips    *wheel.Scroll
	inside   *fyne.Container // the content of chips
	box      box
}

// box is the message box in the middle of an empty chat, without a page while its height is 0.
type box struct {
	// page is the part of the page that is free.
	page fyne.Size
	// height is the height of the box, notices that of the notices at its top. least is the height
	// of an empty box, for which there is room from the start: a longer text moves nothing above.
	height, notices, least float32
	// top is the top of the box without its notices.
	top float32
}

// Spaces around the message box, in device-independent pixels, as in the design.
const (
	questionGap = 24
	chipsGap    = 22
	chipGap     = 8
	boxBelow    = 16
)

// newStart returns the container of a question and of suggestions.
func newStart(question string, all []Starter) (*start, *fyne.Container) {
	chips := container.New(&widgets.Flow{Gap: chipGap, Center: true})
	for _, s := range all {
		chips.Add(widgets.NewButton(s.Title, widgets.Secondary, s.Do).SetIcon(s.Icon).SetChip())
	}
	s := &start{question: widgets.NewTitle(question, theme.SizeNameDisplay), inside: padded(chips)}
	s.chips = wheel.NewVScroll(s.inside)
	return s, container.New(s, s.question, s.chips)
}

// newHome returns the container of the heading and the content of a project.
func newHome(heading, content fyne.CanvasObject) (*start, *fyne.Container) {
	s := &start{question: heading, inside: padded(content)}
	s.chips = wheel.NewVScroll(s.inside)
	return s, container.New(s, s.question, s.chips)
}

// place decides where the message box is.
func (s *start) place(b box) float32 {
	question := s.question.MinSize().Height + questionGap
	all := question + b.least + chipsGap + s.chipsHeight(b.page.Width)
	b.top = question + max((b.page.Height-all)*0.42, 0)
	b.top = max(min(b.top, b.page.Height-boxBelow-(b.height-b.notices)), b.notices)
	s.box = b
	return b.top - b.notices
}

// chipsHeight returns the height of the suggestions.
func (s *start) chipsHeight(width float32) float32 {
	return widgets.HeightAt(s.inside, shell.ColumnWidth(width)+2*columnEdge) - 2*columnEdge
}

// MinSize implements fyne.Layout.
func (s *start) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (s *start) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	question := s.question.MinSize()
	above := s.box.top - s.box.notices - questionGap - question.Height
	widgets.SetVisible(s.question, above >= 0)
	widgets.Place(s.question, (size.Width-question.Width)/2, above, question.Width, question.Height)
	below := s.box.top - s.box.notices + s.box.height + chipsGap - columnEdge
	width := shell.ColumnWidth(size.Width) + 2*columnEdge
	height := min(s.chipsHeight(size.Width)+2*columnEdge, size.Height-below)
	widgets.SetVisible(s.chips, height > 4*columnEdge)
	widgets.Place(s.chips, (size.Width-width)/2, below, width, height)
}
