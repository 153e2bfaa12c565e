package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/conversation/cards"
)

// SampleCard shows the card with which a model asks the user to answer a call, as in a
// conversation. Nothing on it can be pressed.
type SampleCard struct {
	widget.BaseWidget

	column         *column
	node           *node
	call           chat.ToolCall
	model, service string
}

// NewSampleCard returns a card without a call. model and service are displayed names.
func NewSampleCard(model, service string) *SampleCard {
	s := &SampleCard{column: newColumn(&Options{}), model: model, service: service}
	s.node = newNode(&viewport{column: s.column})
	s.ExtendBaseWidget(s)
	return s
}

// Set shows a call.
func (s *SampleCard) Set(call chat.ToolCall) {
	s.call = call
	s.Refresh()
}

// Refresh implements fyne.Widget.
func (s *SampleCard) Refresh() {
	s.layOut()
	s.BaseWidget.Refresh()
}

// Resize implements fyne.CanvasObject.
func (s *SampleCard) Resize(size fyne.Size) {
	changed := size.Width != s.Size().Width
	s.BaseWidget.Resize(size)
	if changed {
		s.layOut()
	}
}

// MinSize implements fyne.CanvasObject. The height applies to the width of the last Resize.
func (s *SampleCard) MinSize() fyne.Size { return fyne.NewSize(0, s.node.box.Size().Height) }

// CreateRenderer implements fyne.Widget.
func (s *SampleCard) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(group(s.node.box))
}

func (s *SampleCard) layOut() {
	s.column.setZoom()
	if width := s.Size().Width / s.column.zoom; width > 0 {
		s.node.fill(cards.SampleCard(s.column.context.Ruler, width, s.call, s.model, s.service))
	}
}
