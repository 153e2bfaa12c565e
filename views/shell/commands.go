package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Command is an action invoked by a key or a menu on any page.
type Command int

// The commands. The current page handles a command; if it does not, the window does.
const (
	NewChat Command = iota + 1
	TemporaryChat
	OpenTranscribe
	OpenSpeak
	SearchEverything
	Find
	FindNext
	FindPrevious
	ChooseModel
	ChooseConnection
	TogglePanel
	PickPreset
	Quote
	ToggleSidebar
	AddFile
	FocusText
	Dictate
	TryAgain
	ReadAloud
	PreviousSentence
	NextSentence
	StopReading
	LargerText
	SmallerText
	NormalText
	OpenSettings
	// ToggleAnnouncements turns announcements on or off.
	ToggleAnnouncements
	// ShowHelp opens the help, ShowKeys its page of the keys.
	ShowHelp
	ShowKeys
	Quit
	// Cancel is the command of the Escape key when no overlay is shown; the window handles it.
	Cancel
)

// KeyGroup is a section of the list of keys. Sections are shown in the order of their values.
type KeyGroup int

// The groups.
const (
	WritingKeys KeyGroup = iota
	ChatKeys
	ReadingKeys
	NavigationKeys
	WindowKeys
	groups // number of groups
)

// Title returns the heading of a group.
func (g KeyGroup) Title() string {
	switch g {
	case WritingKeys:
		return i18n.Text("Writing")
	case ChatKeys:
		return i18n.Text("Chats and replies")
	case ReadingKeys:
		return i18n.TextIn("subject", "Reading aloud")
	case NavigationKeys:
		return i18n.Text("Search and navigation")
	case WindowKeys, groups:
	}
	return i18n.Text("Window and text")
}

// KeyBinding is a key combination that invokes a command.
type KeyBinding struct {
	Command Command
	Group   KeyGroup
	// DisplayedKeys is the combination shown in the list of keys, "" to omit it; Description
	// describes the action.
	DisplayedKeys, Description string
	Name                       fyne.KeyName
	Modifier                   fyne.KeyModifier
}

// KeyBindings returns the table of keys, used for registration and for the list of keys.
func KeyBindings() []KeyBinding {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	return []KeyBinding{
		{NewChat, ChatKeys, "Ctrl N", i18n.Text("New chat"), fyne.KeyN, ctrl},
		{TemporaryChat, ChatKeys, "Ctrl Shift N", i18n.Text("Temporary chat"), fyne.KeyN, ctrl | shift},
		{OpenTranscribe, NavigationKeys, "Ctrl Shift T", i18n.Text("Transcribe: turn recordings into text"), fyne.KeyT, ctrl | shift},
		{OpenSpeak, NavigationKeys, "Ctrl T", i18n.Text("Read aloud: turn any text into speech"), fyne.KeyT, ctrl},
		{SearchEverything, NavigationKeys, "Ctrl Shift F, Ctrl K", i18n.Text("Search everything"), fyne.KeyF, ctrl | shift},
		{Find, NavigationKeys, "Ctrl F", i18n.Text("Find in the open chat or transcript"), fyne.KeyF, ctrl},
		{FindNext, NavigationKeys, "F3", i18n.Text("Next match"), fyne.KeyF3, 0},
		{FindPrevious, NavigationKeys, "Shift F3", i18n.Text("Previous match"), fyne.KeyF3, shift},
		{ChooseModel, ChatKeys, "Ctrl M", i18n.Text("Choose a model"), fyne.KeyM, ctrl},
		{ChooseConnection, ChatKeys, "Ctrl Shift M", i18n.Text("Choose the service for this chat"), fyne.KeyM, ctrl | shift},
		{TogglePanel, ChatKeys, "Ctrl J", i18n.Text("Adjust replies"), fyne.KeyJ, ctrl},
		{PickPreset, ChatKeys, "Ctrl P", i18n.Text("Choose a preset"), fyne.KeyP, ctrl},
		{Quote, WritingKeys, "Ctrl U", i18n.Text("Quote the selection in your message"), fyne.KeyU, ctrl},
		{ToggleSidebar, WindowKeys, "Ctrl B", i18n.Text("Show or hide the sidebar"), fyne.KeyB, ctrl},
		{AddFile, WritingKeys, "Ctrl O", i18n.Text("Add a picture, document or recording"), fyne.KeyO, ctrl},
		{FocusText, NavigationKeys, "Ctrl L", i18n.Text("Move to the message box, text or list"), fyne.KeyL, ctrl},
		{Dictate, WritingKeys, "Ctrl Shift D", i18n.Text("Dictate into the message, or stop dictating"), fyne.KeyD, ctrl | shift},
		{TryAgain, ChatKeys, "Ctrl R", i18n.Text("Try the last reply again"), fyne.KeyR, ctrl},
		{ReadAloud, ReadingKeys, "Ctrl Shift Space", i18n.Text("Read the last reply aloud, pause or continue"), fyne.KeySpace, ctrl | shift},
		{PreviousSentence, ReadingKeys, "Ctrl Shift ,", i18n.Text("Previous sentence"), fyne.KeyComma, ctrl | shift},
		{NextSentence, ReadingKeys, "Ctrl Shift .", i18n.Text("Next sentence"), fyne.KeyPeriod, ctrl | shift},
		{StopReading, ReadingKeys, "Ctrl Shift S", i18n.Text("Stop reading aloud"), fyne.KeyS, ctrl | shift},
		{LargerText, WindowKeys, "Ctrl +", i18n.Text("Larger text"), fyne.KeyEqual, ctrl},
		{SmallerText, WindowKeys, "Ctrl -", i18n.Text("Smaller text"), fyne.KeyMinus, ctrl},
		{NormalText, WindowKeys, "Ctrl 0", i18n.Text("Normal text size"), fyne.Key0, ctrl},
		{OpenSettings, WindowKeys, "Ctrl ,", i18n.Text("Settings"), fyne.KeyComma, ctrl},
		{ToggleAnnouncements, WindowKeys, "Ctrl Shift A", i18n.Text("Turn announcements on or off"), fyne.KeyA, ctrl | shift},
		{ShowHelp, WindowKeys, "F1", i18n.Text("Help"), fyne.KeyF1, 0},
		{ShowKeys, WindowKeys, "Ctrl /", i18n.Text("Keyboard shortcuts"), fyne.KeySlash, ctrl},
		{Quit, WindowKeys, "Ctrl Q", i18n.Text("Close Parlando"), fyne.KeyQ, ctrl},
		{SearchEverything, NavigationKeys, "", "", fyne.KeyK, ctrl},
		// The key that types "+" depends on the keyboard layout.
		{LargerText, WindowKeys, "", "", fyne.KeyEqual, ctrl | shift},
		{LargerText, WindowKeys, "", "", fyne.KeyPlus, ctrl},
		{LargerText, WindowKeys, "", "", fyne.KeyPlus, ctrl | shift},
	}
}

// RegisterKeys registers the keys of KeyBindings, Escape, Ctrl+V, Ctrl+Z and the scroll keys for
// use while no text field has the focus. onKey receives each key first and reports whether it
// handled the key; onRune receives other typed characters, onPaste the paste shortcut.
func (f *Frame) RegisterKeys(onRune func(rune), onKey func(fyne.KeyName) bool, onPaste func()) {
	c := f.Canvas()
	// Fyne has no shortcuts without a modifier or with Shift alone, so these keys are looked up.
	type combination struct {
		name  fyne.KeyName
		shift bool
	}
	plain := map[combination]KeyBinding{}
	for _, k := range KeyBindings() {
		if k.Modifier == 0 || k.Modifier == fyne.KeyModifierShift {
			plain[combination{k.Name, k.Modifier != 0}] = k
			continue
		}
		c.AddShortcut(&desktop.CustomShortcut{KeyName: k.Name, Modifier: k.Modifier}, func(fyne.Shortcut) { f.press(k) })
	}
	c.AddShortcut(&fyne.ShortcutPaste{}, func(fyne.Shortcut) { onPaste() })
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { f.toasts.Undo() })
	c.SetOnTypedRune(onRune)
	c.SetOnTypedKey(func(e *fyne.KeyEvent) {
		k, ok := plain[combination{e.Name, widgets.ShiftIsDown()}]
		switch {
		case e.Name == fyne.KeyEscape:
			f.Escape()
		case onKey(e.Name):
		case ok:
			f.press(k)
		default:
			widgets.ScrollPage(c, e.Name)
		}
	})
}

// UnregisterKeys undoes RegisterKeys, before the window shows other content than the frame.
func (f *Frame) UnregisterKeys() {
	c := f.Canvas()
	for _, k := range KeyBindings() {
		c.RemoveShortcut(&desktop.CustomShortcut{KeyName: k.Name, Modifier: k.Modifier})
	}
	c.RemoveShortcut(&fyne.ShortcutPaste{})
	c.RemoveShortcut(&fyne.ShortcutUndo{})
	c.SetOnTypedRune(nil)
	c.SetOnTypedKey(nil)
}

// WorksOverOverlays reports whether a key works while an overlay is shown. Keys that would change
// the page below the overlay or open a second overlay do not work.
func (k KeyBinding) WorksOverOverlays() bool { return k.Group == ReadingKeys || k.Group == WindowKeys }

func (f *Frame) press(k KeyBinding) {
	if !f.HasOverlay() || k.WorksOverOverlays() {
		f.Do(k.Command)
	}
}

// Escape closes the topmost overlay, or else sends Cancel to the window.
func (f *Frame) Escape() {
	if !f.CloseTop() {
		f.onCommand(Cancel)
	}
}

// TypeOn types a character into the page's text field when nothing else handles it.
func (f *Frame) TypeOn(r rune) {
	if r == ' ' {
		return // the space bar scrolls, and no text begins with a space
	}
	before := f.Canvas().Focused()
	f.Do(FocusText)
	if now := f.Canvas().Focused(); now != nil && now != before {
		now.TypedRune(r)
	}
}

// Do carries out a command in the page, or else in the window.
func (f *Frame) Do(c Command) {
	if f.page == nil || !f.page.Do(c) {
		f.onCommand(c)
	}
}
