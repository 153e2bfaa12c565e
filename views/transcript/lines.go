package transcript

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"

	"parley/views/conversation/textflow"
	"parley/views/theme"
	"parley/views/words"
)

// The measures, in device-independent pixels, with text of the usual size.
const (
	textSize   = 14
	labelSize  = 12
	lineHeight = 21

	edge       = 22 // from the edges of the view to a line's ground
	inset      = 10 // from there to what stands in it
	above      = 7  // above and below the words of a line
	timeRoom   = 60 // what a time takes, up to the words
	icons      = 64 // what is left free at the right for what a line offers
	between    = 24 // between two columns
	longest    = 760
	widest     = 620 // of one of two columns
	twoColumns = 600 // the room from which on the translation stands beside
	mostLabel  = 120
	caretWidth = 2
	endRoom    = 14
)

// row is one line, and how it is laid out.
type row struct {
	Line
	own, other paragraph
	// height is that of the width it was laid out for; guessed otherwise.
	height float32
	at     shape
}

// in is what is written in one of the columns: the text, or the translation.
func (r *row) in(other bool) *string {
	if other {
		return &r.Translation
	}
	return &r.Text
}

// paragraph is how that is laid out.
func (r *row) paragraph(other bool) *paragraph {
	if other {
		return &r.other
	}
	return &r.own
}

// lines is the part of the view that has the lines of the transcript. The words are written in it.
type lines struct {
	tooltip.ToolTipWidget
	calls *calls

	rows []*row
	// timed says that the lines have times; translated that some have a translation.
	timed, translated bool
	// locked says why nothing can be written; "" is that it can.
	locked string

	// top is the line at the upper edge, and over how much of it lies above.
	top  int
	over float32
	// shape is what all lines have in common.
	shape  shape
	zoom   float32
	ruler  *textflow.Ruler
	stage  *stage
	sound  sounding
	typing typing
	hover  hover
	find   finding
	drag   drag
	naming hover // where the button went down, to say who speaks
	grab   float32
}

// shape is where the columns are.
type shape struct {
	time, speaker, text, other float32 // the left edges; of other 0 where the translation stands below
	width                      float32 // of the words
	under                      bool    // the translation stands below
	zoom                       float32
}

func newLines(calls *calls) *lines {
	l := &lines{calls: calls}
	l.sound.line, l.sound.loop, l.hover.row, l.typing.row = -1, -1, -1, -1
	l.sound.follows = true
	l.rule()
	l.stage = newStage(l)
	l.ExtendBaseWidget(l)
	return l
}

// rule takes over the size of text of the theme; it reports whether it changed.
func (l *lines) rule() bool {
	zoom := fynetheme.TextSize() / theme.SizeText
	if zoom < 0.5 || zoom > 4 {
		zoom = 1
	}
	if zoom == l.zoom {
		return false
	}
	l.zoom = zoom
	l.ruler = textflow.NewRuler(func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
		return fyne.CurrentApp().Driver().RenderedTextSize(text, size, style, theme.FontFor(text, style))
	})
	return true
}

// set puts other lines in place of those that are shown. same says that it is the same transcript: the place of the reader stays.
func (l *lines) set(all []Line, same bool) {
	rows := make([]*row, len(all))
	fresh := make([]row, len(all)) // all at once: one by one they are most of the work of opening a long transcript
	byID := map[int64]*row{}
	before := l.values()
	if same {
		for _, r := range l.rows {
			if r.ID != 0 {
				byID[r.ID] = r
			}
		}
	}
	// Who takes the last words out of a translation may go on writing there.
	l.translated = same && l.typing.row >= 0 && l.typing.other && !l.typing.waiting
	for i, line := range all {
		r := &fresh[i]
		if same {
			if old := byID[line.ID]; old != nil {
				r = old
			} else if i < len(l.rows) && l.rows[i].ID == 0 {
				r = l.rows[i] // it was divided here, and has a name now
			}
		}
		r.Line = line
		l.translated = l.translated || line.Translation != ""
		rows[i] = r
	}
	l.rows = rows
	if !same {
		l.top, l.over = 0, 0
		l.typing = typing{row: -1, focused: l.typing.focused, stop: l.typing.stop}
		l.sound.line, l.sound.loop, l.sound.follows = -1, -1, true
		l.hover = hover{row: -1}
	}
	l.top = min(l.top, max(len(rows)-1, 0))
	if l.sound.loop >= len(rows) {
		l.sound.loop = -1
	}
	l.hover.row = min(l.hover.row, len(rows)-1)
	l.sound.line = -1
	if l.sound.on {
		l.sound.line = l.lineOf(l.sound.place)
	}
	l.form()
	l.look()
	l.keepTyping(before)
	l.scroll(0)
	l.stage.show()
}

// values are the lines as they are now.
func (l *lines) values() []Line {
	all := make([]Line, len(l.rows))
	for i, r := range l.rows {
		all[i] = r.Line
	}
	return all
}

// form finds where the columns are.
func (l *lines) form() {
	z := l.zoom
	s := shape{zoom: z, time: edge + inset}
	x := s.time
	if l.timed {
		x += max(timeRoom*z, l.ruler.Width(l.clock(l.end()), l.style())+20)
	}
	label := float32(0)
	last := ""
	for _, r := range l.rows {
		if r.Speaker != last {
			last = r.Speaker
			label = max(label, l.ruler.Width(last, l.label()))
		}
	}
	if label > 0 {
		s.speaker = x
		x += min(label, mostLabel*z) + 14
	}
	s.text = x
	room := max(l.Size().Width-x-edge-icons, 80)
	s.width = min(room, longest*z)
	if l.translated {
		if room >= twoColumns*z {
			s.width = float32(int(min((room-between)/2, widest*z)))
			s.other = x + s.width + between
		} else {
			s.under = true
		}
	}
	l.shape = s
}

func (l *lines) style() textflow.Style { return textflow.Style{Size: textSize * l.zoom} }
func (l *lines) label() textflow.Style { return textflow.Style{Size: labelSize * l.zoom} }
func (l *lines) lineHeight() float32   { return float32(int(lineHeight * l.zoom)) }

// end is the latest time there is.
func (l *lines) end() time.Duration {
	if n := len(l.rows); n > 0 {
		return max(l.rows[n-1].Start, l.rows[n-1].End)
	}
	return 0
}

// clock says a time as wide as all others: 04:09, or 1:04:09 where the whole is longer than an hour.
func (l *lines) clock(t time.Duration) string { return words.Time(t, l.end() >= time.Hour) }

// MinSize implements fyne.Widget: it takes what room there is.
func (l *lines) MinSize() fyne.Size {
	l.ExtendBaseWidget(l)
	return fyne.NewSize(160, 80)
}

// CreateRenderer implements fyne.Widget.
func (l *lines) CreateRenderer() fyne.WidgetRenderer { return l.stage }

// AccessibilityLabel implements fyne.Accessible.
func (l *lines) AccessibilityLabel() string { return lang.L("Lines of the transcript") }

// AccessibilityRole implements fyne.Accessible.
func (l *lines) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
