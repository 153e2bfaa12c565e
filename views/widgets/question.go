package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/direction"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
)

// Ask shows a question over the window: a title, a sentence or another object, and two buttons. yes
// calls do; no and Escape close the question. beside is placed left of the buttons.
func Ask(c fyne.Canvas, title string, content fyne.CanvasObject, yes, no string, do func(), beside ...fyne.CanvasObject) *Overlay {
	return ask(c, title, content, yes, no, do, true, beside)
}

// AskBeforeLoss is like Ask, for actions that may lose something: no is the primary button, which
// Enter presses.
func AskBeforeLoss(c fyne.Canvas, title string, content fyne.CanvasObject, yes, no string, do func(), beside ...fyne.CanvasObject) *Overlay {
	return ask(c, title, content, yes, no, do, false, beside)
}

// ask makes yes or no the primary button and focuses it.
func ask(c fyne.Canvas, title string, content fyne.CanvasObject, yes, no string, do func(), fillYes bool, beside []fyne.CanvasObject) *Overlay {
	yesKind, noKind := Secondary, Primary
	if fillYes {
		yesKind, noKind = noKind, yesKind
	}
	var o *Overlay
	confirm := NewButton(yes, yesKind, func() { o.Hide(); do() })
	cancel := NewButton(no, noKind, func() { o.Hide() })
	focused := cancel
	if fillYes {
		focused = confirm
	}
	buttons := container.New(&EndRow{Left: len(beside)}, slices.Concat(beside, []fyne.CanvasObject{cancel, confirm})...)
	if words, ok := content.(*Text); ok {
		content = words.NoMargin()
	}
	column := container.New(layout.NewCustomPaddedVBoxLayout(10), NewHeading(title).NoMargin(), content, buttons)
	o = ShowOverlay(c, column, true, Centered(440*theme.LargerText()))
	c.Focus(focused)
	return o
}

// ShowPage shows larger content over the window, with a title and a close button; beside is placed
// left of the close button.
func ShowPage(c fyne.Canvas, title string, content fyne.CanvasObject, width, height float32, beside ...fyne.CanvasObject) *Overlay {
	var o *Overlay
	o = ShowOverlay(c, titled(title, content, nil, func() { o.Dismiss() }, beside), true, pagePlace(width, height))
	return o
}

// titled places content below a line with the title and a close button. If back is not nil, a back
// button precedes the title.
func titled(title string, content fyne.CanvasObject, back, shut func(), beside []fyne.CanvasObject) fyne.CanvasObject {
	end := container.New(layout.NewCustomPaddedHBoxLayout(10))
	for _, o := range beside {
		end.Add(container.NewCenter(o))
	}
	end.Add(NewIconButton("x", i18n.Text("Close"), shut))
	// Align the cross, not the background of its button, with the right edge of the content.
	ending := container.New(layout.NewCustomPaddedLayout(0, 0, 0, -12), end)
	var begin fyne.CanvasObject
	if back != nil {
		// Align the arrow, not the background of its button, with the left edge of the content.
		begin = container.New(layout.NewCustomPaddedLayout(0, 0, -7, 2), NewIconButton("arrow-left", i18n.Text("Back"), back))
	}
	heading := container.New(titleLayout{title}, NewHeading(title).NoMargin())
	return container.NewBorder(container.NewBorder(nil, nil, begin, ending, heading), nil, nil, nil, content)
}

// titleLayout places a title at the left of its line, also one that is read from the right: further
// right, a page may have a title of its own.
type titleLayout struct{ title string }

// MinSize implements fyne.Layout.
func (titleLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(0, 2*SheetTitleInset)
}

// Layout implements fyne.Layout.
func (l titleLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	width := size.Width
	if direction.RightToLeft(l.title) {
		line := fyne.MeasureText(l.title, fynetheme.Size(fynetheme.SizeNameSubHeadingText), fyne.TextStyle{Bold: true}).Width
		width = min(width, line+1)
	}
	Place(o[0], 0, SheetTitleInset, width, size.Height-2*SheetTitleInset)
}

// SheetMargin is the space between the edges of a sheet and its content, SheetTitleInset that above
// the words of its title.
const (
	SheetMargin     = 20
	SheetTitleInset = 6
)

// SheetTitleHeight returns the height of the title of a sheet, with the space below it.
func SheetTitleHeight() float32 {
	words := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameSubHeadingText), fyne.TextStyle{Bold: true})
	return max(NewIconButton("x", i18n.Text("Close"), nil).MinSize().Height, words.Height+2*SheetTitleInset) + fynetheme.Padding()
}

// pagePlace returns a function that centers a page in the window and limits its size to the window.
func pagePlace(width, height float32) func(window, card fyne.Size) (fyne.Position, fyne.Size) {
	return func(window, card fyne.Size) (fyne.Position, fyne.Size) {
		size := fyne.NewSize(min(width, window.Width-32), min(max(height, card.Height), window.Height-32))
		return fyne.NewPos((window.Width-size.Width)/2, (window.Height-size.Height)/2), size
	}
}

// ShowFormPage shows a page of fields above a foot; the fields scroll if the window is too low.
// Call fit when the height of the fields has changed. beside is placed left of the close button.
func ShowFormPage(c fyne.Canvas, title string, fields, foot fyne.CanvasObject, width float32, beside ...fyne.CanvasObject) (o *Overlay, fit func()) {
	const margin = 20
	scroll := wheel.NewVScroll(container.New(layout.NewCustomPaddedLayout(PageEdge, PageEdge, PageEdge, margin/2), fields))
	measure := func() { scroll.SetMinSize(fyne.NewSize(0, HeightAt(fields, width-2*margin)+2*PageEdge)) }
	measure()
	below := container.New(layout.NewCustomPaddedLayout(12, 0, 0, 0), foot)
	// The scroll bar of the fields lies in the margin.
	content := container.NewBorder(nil, below, nil, nil, container.New(layout.NewCustomPaddedLayout(-PageEdge, -PageEdge, -PageEdge, -margin/2), scroll))
	o = ShowPage(c, title, content, width, 0, beside...)
	return o, func() { measure(); o.Relayout() }
}
