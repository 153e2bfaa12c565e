package transcript

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// note is a sentence above the lines about one of their problems, with a button if an action helps.
type note struct {
	widget.BaseWidget

	words  *widgets.Text
	button *widgets.Button
	box    *widgets.Box
	does   bool
}

func newNote(sentence, button string, do func()) *note {
	n := &note{does: button != ""}
	n.words = widgets.NewText(sentence, theme.ColorCaution, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	n.button = widgets.NewButton(button, widgets.Secondary, do).SetSmall()
	n.ExtendBaseWidget(n)
	n.box = widgets.NewBox(n, theme.ColorCautionGround, "", theme.RadiusControl, 12, 7)
	return n
}

// newNews returns a note about something that is not a problem, such as work in progress.
func newNews(sentence, button string, do func()) *note {
	n := newNote(sentence, button, do)
	n.words.SetColor(fynetheme.ColorNameForeground)
	n.box.SetColors(theme.ColorSidebar, theme.ColorLine, 1)
	return n
}

// CreateRenderer implements fyne.Widget.
func (n *note) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{MinSize: n.least, Place: n.place, RefreshesChildren: true}.Of(n, n.words, n.button)
}

func (n *note) least() fyne.Size {
	if width := n.Size().Width; width > 0 {
		n.words.Resize(fyne.NewSize(n.room(width), n.words.Size().Height))
	}
	h := n.words.MinSize().Height
	if n.does {
		h = max(h, n.button.MinSize().Height)
	}
	return fyne.NewSize(120, h)
}

func (n *note) place(size fyne.Size) {
	n.words.Resize(fyne.NewSize(n.room(size.Width), 0))
	h := n.words.MinSize().Height
	widgets.Place(n.words, 0, (size.Height-h)/2, n.room(size.Width), h)
	widgets.SetVisible(n.button, n.does)
	m := n.button.MinSize()
	widgets.Place(n.button, size.Width-m.Width, (size.Height-m.Height)/2, m.Width, m.Height)
}

func (n *note) room(width float32) float32 {
	if n.does {
		width -= n.button.MinSize().Width + 12
	}
	return max(width, 80)
}

// matter returns the notes about the shown transcript: its problems, and work in progress.
func (v *View) matter() []*note {
	t := v.t
	if !v.has || !v.readable() {
		return nil
	}
	var all []*note
	add := func(show func(sentence, button string, do func()) *note, sentence, button string, do func()) {
		if v.hidden[sentence] {
			return
		}
		if do == nil {
			button, do = i18n.Text("OK"), func() { v.hidden[sentence] = true; v.showMatter() }
		}
		all = append(all, show(sentence, button, do))
	}
	say := func(sentence, button string, do func()) { add(newNote, sentence, button, do) }
	tell := func(sentence string) { add(newNews, sentence, "", nil) }
	if v.unkept != nil {
		say(i18n.Text("Your latest changes couldn't be saved yet. Check whether the disk is full."), i18n.Text("Try again"), func() { v.unkept() })
	}
	if v.news.sentence != "" {
		all = append(all, newNews(v.news.sentence, v.news.button, func() { v.news.do() }))
	}
	if t.Missing {
		say(i18n.Text("The audio file was moved or deleted. You can still read and edit the text."), i18n.Text("Locate file…"), v.o.Actions.Locate)
	}
	if sentence := words.LanguageNotHeard(t.ChosenLanguage, t.Language); sentence != "" {
		tell(sentence)
	}
	if !t.Timed && t.Lines > 0 {
		say(i18n.Text("The service sent no times, so single lines can't be played."), "", nil)
	}
	if open := t.Length - t.Covered; t.Covered > 0 && open >= leastOpen {
		say(i18n.Text("The last {{.Length}} of the recording are missing from the text.", map[string]any{"Length": clockOf(open)}), "", nil)
	}
	if n := t.AskedAgain; n > 0 {
		say(i18n.Plural("{{.N}} parts came back almost empty, so they were sent again in smaller pieces. This may cost extra.", n), "", nil)
	}
	if v.damaged {
		say(i18n.Text("Parts of the recording are damaged and play as silence. Some words may be missing."), "", nil)
	}
	return all
}
