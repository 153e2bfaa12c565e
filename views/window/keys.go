package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	settingsview "parley/views/settings"
	"parley/views/widgets"
)

// shortcut is one key combination, what it does, and the words for it on the sheet.
type shortcut struct {
	about subject
	keys  string
	key   fyne.KeyName
	mod   fyne.KeyModifier
	what  string
	do    func()
}

// subject is what a key is about: the sheet shows the keys under one heading for each, in this order.
type subject int

const (
	aboutWriting subject = iota
	aboutChats
	aboutReading
	aboutGoing
	aboutWindow
	subjects // how many there are
)

// words are the heading on the sheet.
func (s subject) words() string {
	switch s {
	case aboutWriting:
		return lang.L("Writing")
	case aboutChats:
		return lang.L("Chats and replies")
	case aboutReading:
		return lang.L("Reading aloud")
	case aboutGoing:
		return lang.L("Finding and going")
	case aboutWindow, subjects:
	}
	return lang.L("Window and text")
}

// works reports whether its keys work while a card lies over the window: those of what is behind the card do not, and none opens twice.
func (s subject) works() bool { return s == aboutReading || s == aboutWindow }

// sheet is what the sheet of keys shows.
func (v *Window) sheet() []settingsview.Shortcuts {
	out := make([]settingsview.Shortcuts, subjects)
	for i := range out {
		out[i].Subject = subject(i).words()
	}
	for _, s := range append(v.unregistered(), v.shortcuts()...) {
		out[s.about].Keys = append(out[s.about].Keys, [2]string{s.keys, s.what})
	}
	return out
}

// shortcuts is the one table of keys: they are registered from it and the sheet shows it.
func (v *Window) shortcuts() []shortcut {
	const ctrl = fyne.KeyModifierShortcutDefault
	return []shortcut{
		{aboutChats, "Ctrl N", fyne.KeyN, ctrl, lang.L("New chat"), v.newChat},
		{aboutGoing, "Ctrl Shift T", fyne.KeyT, ctrl | fyne.KeyModifierShift, lang.L("Transcribe: turn recordings into text"), v.showTranscribe},
		{aboutGoing, "Ctrl T", fyne.KeyT, ctrl, lang.L("Speak: turn any text into speech"), v.showSpeak},
		{aboutGoing, "Ctrl K", fyne.KeyK, ctrl, lang.L("Search everything"), v.searchEverything},
		{aboutGoing, "Ctrl F", fyne.KeyF, ctrl, lang.L("Search in the transcript that is open"), v.findInTranscript},
		{aboutChats, "Ctrl M", fyne.KeyM, ctrl, lang.L("Choose a model"), func() { v.shown.chooseModel() }},
		{aboutChats, "Ctrl Shift M", fyne.KeyM, ctrl | fyne.KeyModifierShift, lang.L("Choose the connection of this chat"), v.chooseService},
		{aboutChats, "Ctrl J", fyne.KeyJ, ctrl, lang.L("Adjust replies"), func() { v.shown.togglePanel() }},
		{aboutChats, "Ctrl P", fyne.KeyP, ctrl, lang.L("Pick a preset"), v.pickPresetByKey},
		{aboutWriting, "Ctrl U", fyne.KeyU, ctrl, lang.L("Quote what is selected in the message"), v.quoteByKey},
		{aboutWindow, "Ctrl B", fyne.KeyB, ctrl, lang.L("Show or hide the sidebar"), v.frame.toggleSidebar},
		{aboutWriting, "Ctrl O", fyne.KeyO, ctrl, lang.L("Add a picture, a text file or a recording"), func() { v.shown.chooseFile() }},
		{aboutGoing, "Ctrl L", fyne.KeyL, ctrl, lang.L("Go to the message box, the text or the list"), func() { v.shown.focusText() }},
		{aboutWriting, "Ctrl Shift D", fyne.KeyD, ctrl | fyne.KeyModifierShift, lang.L("Dictate into the message, or end the dictation"), v.dictate},
		{aboutChats, "Ctrl R", fyne.KeyR, ctrl, lang.L("Try the last reply again"), func() { v.shown.again() }},
		{aboutReading, "Ctrl Shift Space", fyne.KeySpace, ctrl | fyne.KeyModifierShift, lang.L("Read the last reply aloud, pause, or go on"), v.readOn},
		{aboutReading, "Ctrl Shift ,", fyne.KeyComma, ctrl | fyne.KeyModifierShift, lang.L("Back by a sentence"), v.core.Speech.Previous},
		{aboutReading, "Ctrl Shift .", fyne.KeyPeriod, ctrl | fyne.KeyModifierShift, lang.L("On by a sentence"), v.core.Speech.Next},
		{aboutReading, "Ctrl Shift S", fyne.KeyS, ctrl | fyne.KeyModifierShift, lang.L("Stop reading aloud"), v.stopReading},
		{aboutWindow, "Ctrl +", fyne.KeyEqual, ctrl, lang.L("Larger text"), func() { v.stepText(1) }},
		{aboutWindow, "Ctrl -", fyne.KeyMinus, ctrl, lang.L("Smaller text"), func() { v.stepText(-1) }},
		{aboutWindow, "Ctrl 0", fyne.Key0, ctrl, lang.L("Text of the usual size"), func() { v.setText(1) }},
		{aboutWindow, "Ctrl ,", fyne.KeyComma, ctrl, lang.L("Settings"), v.showSettings},
		{aboutWindow, "F1, Ctrl /", fyne.KeyF1, 0, lang.L("Keyboard shortcuts"), v.showShortcuts},
		{aboutWindow, "Ctrl Q", fyne.KeyQ, ctrl, lang.L("Quit"), v.quit},
	}
}

// untold are other keys for the same: where "+" is depends on the keyboard, and the sheet of keys has two.
func (v *Window) untold() []shortcut {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	larger := func() { v.stepText(1) }
	return []shortcut{
		{about: aboutWindow, key: fyne.KeyEqual, mod: ctrl | shift, do: larger},
		{about: aboutWindow, key: fyne.KeyPlus, mod: ctrl, do: larger},
		{about: aboutWindow, key: fyne.KeyPlus, mod: ctrl | shift, do: larger},
		{about: aboutWindow, key: fyne.KeySlash, mod: ctrl, do: v.showShortcuts},
	}
}

// unregistered are the keys that live in a region and are told on the sheet all the same.
func (v *Window) unregistered() []shortcut {
	send, line := v.sendKeys()
	return []shortcut{
		{about: aboutWriting, keys: send, what: lang.L("Send the message")},
		{about: aboutWriting, keys: line, what: lang.L("Begin a new line")},
		{about: aboutWriting, keys: "Up", what: lang.L("Edit the last message, in an empty message box")},
		{about: aboutWriting, keys: "Alt Left, Right", what: lang.L("Move an attachment, once the keyboard is at it")},
		{about: aboutChats, keys: "Esc", what: lang.L("Stop the reply, or close what is open")},
		{about: aboutChats, keys: "Space", what: lang.L("In a conversation by voice: send what you said, or interrupt the reply")},
		{about: aboutGoing, keys: "Tab", what: lang.L("Go to the next control")},
	}
}

func (v *Window) addShortcuts() {
	c := v.window.Canvas()
	typed := map[fyne.KeyName]func(){} // without Ctrl a key is none of Fyne's shortcuts
	for _, s := range append(v.shortcuts(), v.untold()...) {
		do := func() {
			if c.Overlays().Top() == nil || s.about.works() {
				s.do()
			}
		}
		if s.mod == 0 {
			typed[s.key] = do
			continue
		}
		c.AddShortcut(&desktop.CustomShortcut{KeyName: s.key, Modifier: s.mod}, func(fyne.Shortcut) { do() })
	}
	c.AddShortcut(&fyne.ShortcutPaste{}, func(fyne.Shortcut) { v.pasted() })
	c.SetOnTypedRune(func(r rune) { // nothing has the focus
		switch {
		case v.ahead != nil:
			v.ahead.typed = append(v.ahead.typed, r)
		case c.Overlays().Top() == nil && !v.atWelcome():
			v.typeOn(r)
		}
	})
	c.SetOnTypedKey(func(e *fyne.KeyEvent) {
		switch {
		case e.Name == fyne.KeyEscape:
			v.escape()
			return
		case e.Name == fyne.KeyBackspace && v.ahead != nil:
			v.ahead.typed = v.ahead.typed[:max(len(v.ahead.typed)-1, 0)]
			return
		case typed[e.Name] != nil:
			typed[e.Name]()
			return
		}
		widgets.TurnPage(c, e.Name)
	})
}

// escape closes what is open, else stops what the page does.
func (v *Window) escape() {
	if !v.closeTop() && !v.endDictation() {
		v.shown.escape()
	}
}

// closeTop closes what lies on top of the conversation, and reports whether anything did.
func (v *Window) closeTop() bool {
	switch {
	case v.closePopup():
	case v.frame.sidebarSheet || v.frame.panelOver:
		v.frame.closeSheets()
	default:
		return false
	}
	return true
}

func (v *Window) searchEverything() {
	if v.frame.alone {
		return
	}
	if v.frame.folded() {
		v.frame.toggleSidebar()
	}
	v.sidebar.FocusSearch()
}
