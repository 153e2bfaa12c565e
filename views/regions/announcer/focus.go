package announcer

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/announcements"
	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/screenreader"
	"parlando/views/seen"
	"parlando/views/textview/edit"
	"parlando/views/widgets"
)

// focusInterval is the interval at which the focus is looked at while announcements are on, because
// Fyne reports to nobody that it has moved. It also drops what is only passed through.
const focusInterval = 100 * time.Millisecond

// keyEffect is the maximum time between a key and the change of a value that it causes.
const keyEffect = time.Second

// typingPause is the time without a change after which the result of a search is said.
const typingPause = time.Second

// maxDescription is the maximum length of a description, in characters: a text may have pages.
const maxDescription = 300

// Place identifies the content of a window.
type Place struct {
	Canvas fyne.Canvas
	// Page identifies the page, Conversation the chat on it. Title is the title of both.
	Page         any
	Conversation chat.ID
	Title        string
}

// focus records the last announcement about a window.
type focus struct {
	// shown identifies what is shown: a sheet, or a page with a chat.
	shown       any
	focused     fyne.Focusable
	description string
	// steps counts the keys that went through the parts of focused; see screenreader.FocusStepper.
	steps int
	// search is the text of the focused field and the result of the search for it, which have not
	// changed since changed. told means that the result was said.
	search  [2]string
	changed time.Time
	told    bool
}

// FollowFocus announces what has the focus, and the title of what opens, as long as announcements
// are on. places returns what each visible window shows.
func (a *Announcer) FollowFocus(places func() []Place) {
	a.places = places
	a.pollFocus()
}

// pollFocus starts or stops looking at the focus.
func (a *Announcer) pollFocus() {
	if a.stopPoll != nil {
		a.stopPoll()
		a.stopPoll = nil
	}
	if a.on && a.places != nil {
		a.focus = nil
		a.stopPoll = a.thread.Poll(focusInterval, a.lookAtFocus)
	}
}

// lookAtFocus announces the changes since the last look. While a text is read aloud it does not
// look, so that the change is said once the reading is paused or has ended.
func (a *Announcer) lookAtFocus() {
	if a.ctx.Err() != nil {
		a.stopPoll()
		return
	}
	if a.owners.Speech.Snapshot().Phase.CanPause() {
		return
	}
	before := a.focus
	a.focus = map[fyne.Canvas]focus{}
	for _, p := range a.places() {
		is, said := look(p, before[p.Canvas])
		a.focus[p.Canvas] = is
		if said != "" {
			a.owners.Announcements.Say(announcements.Focus, said)
		}
		if is.told && !before[p.Canvas].told {
			a.owners.Announcements.Say(search, is.search[1])
		}
	}
}

// look returns what a window shows now, and what is to be said about it.
func look(p Place, was focus) (is focus, said string) {
	shown, title := whatIsShown(p)
	is = focus{shown: shown, focused: p.Canvas.Focused()}
	if o, ok := is.focused.(fyne.CanvasObject); ok {
		is.description = cut(screenreader.NameAndRole(o))
	}
	stepper, steps := is.focused.(screenreader.FocusStepper)
	if steps {
		is.description, is.steps = stepper.FocusDescription(), stepper.FocusSteps()
	}
	is.followSearch(was, time.Now())
	if is.shown == was.shown {
		title = ""
	}
	said = is.description
	if is.focused == was.focused {
		said = ""
		switch {
		case steps && is.steps != was.steps:
			said = is.description
		case !takesText(is.focused) && widgets.SinceKey() < keyEffect:
			said = changed(was.description, is.description)
		}
	}
	return is, format.Sentences(sentence(title), said)
}

// followSearch notes the result of the search in the focused field, and whether it is said now.
func (f *focus) followSearch(was focus, now time.Time) {
	if field, ok := f.focused.(*widgets.Field); ok {
		f.search = [2]string{field.Text, field.Result}
	}
	f.changed = now
	if f.search == was.search && f.focused == was.focused {
		f.changed, f.told = was.changed, was.told
	}
	f.told = f.told || f.search[1] != "" && now.Sub(f.changed) >= typingPause
}

// takesText reports whether a control has a text, which is not repeated while the user types.
func takesText(f fyne.Focusable) bool {
	switch f.(type) {
	case *widgets.Field, *edit.Box:
		return true
	}
	return false
}

// whatIsShown identifies the topmost sheet, or the page with its chat, and returns its title.
func whatIsShown(p Place) (shown any, title string) {
	sheet := p.Canvas.Overlays().Top()
	if sheet == nil {
		return [2]any{p.Page, p.Conversation}, p.Title
	}
	title = screenreader.DescribeMenu("")
	if menu, ok := sheet.(*widgets.Overlay); ok {
		title = screenreader.DescribeMenu(menu.Name())
	}
	first := p.Canvas.Size().Width + p.Canvas.Size().Height
	seen.Walk(p.Canvas, true, func(o fyne.CanvasObject, at fyne.Position) {
		// A section of the sheet may have its title on the same line, further right.
		if heading := headingOf(o); heading != "" && at.X+at.Y < first {
			title, first = heading, at.X+at.Y
		}
	})
	return [2]any{sheet, title}, title
}

// headingOf returns the text of a heading, also of one in Fyne's own dialogs; "" for other objects.
func headingOf(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *widgets.Text:
		if o.IsHeading() {
			return o.Text()
		}
	case *widget.Label:
		if o.TextStyle.Bold {
			return o.Text
		}
	}
	return ""
}

// sentence ends a title with a full stop.
func sentence(title string) string {
	if last, _ := utf8.DecodeLastRuneInString(title); title == "" || strings.ContainsRune(".?!:…。？！", last) {
		return title
	}
	return format.Period(title)
}

// separator matches the text between name, kind and value in the descriptions of controls.
var separator = regexp.MustCompile(`, |、`)

// changed returns the part of a description that differs from the one before: of "Animals, list,
// Dog" after "Animals, list, Cat", "Dog".
func changed(was, is string) string {
	if was == is {
		return ""
	}
	same := 0
	for _, at := range separator.FindAllStringIndex(is, 2) { // after the name and the kind
		if strings.HasPrefix(was, is[:at[1]]) {
			same = at[1]
		}
	}
	return is[same:]
}

// cut shortens a long description.
func cut(description string) string {
	if runes := []rune(description); len(runes) > maxDescription {
		return string(runes[:maxDescription]) + "…"
	}
	return description
}
