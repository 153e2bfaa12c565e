package conversation

import (
	"time"

	"fyne.io/fyne/v2"

	"parley/app/chat"
	"parley/app/markdown"
	"parley/views/conversation/textflow"
	"parley/views/theme"
	"parley/views/words"
)

// Options are what the column asks and tells. Every callback may be nil and is called on the window's thread.
type Options struct {
	// Measure tells the size of words; nil asks Fyne's driver.
	Measure textflow.Measure
	// Now is the clock for how long thinking took; nil is time.Now.
	Now func() time.Time
	// NameOf is what the person calls the model with an id; nil, or "" from it, shows the id.
	NameOf func(model string) string

	// Soon runs a function once the event that is handled is over: Fyne takes the focus from whatever a press or a release did not hit, so what
	// a button here gives the focus to would lose it at once. Without it the function is run at once.
	Soon func(func())

	// OnNeed asks for messages whose text will soon be seen; SetMessages gives them, at any time.
	OnNeed func(ids []chat.ID)
	// OnNeedPicture asks for a picture, its longest edge in units of the window; SetPicture gives it, or SetDamaged says that it cannot be shown,
	// or SetPictureUnread that it could not be read.
	OnNeedPicture func(sha256 string, edge float32)
	// OnHighlight asks for the colours of a piece of code; SetHighlight gives them under the same key.
	OnHighlight func(key, lang, code string)

	// OnCopy is given a text for the clipboard.
	OnCopy func(text string)
	// OnCopySelection is given what was selected as plain text, and as passages of messages where all of it is one.
	OnCopySelection func(text string, passages []Passage)
	// OnCopyReply is given a reply that is to be copied as it looks.
	OnCopyReply func(m chat.Message)
	// OnSave and OnPrint are given a reply to be saved or printed. Without them neither is offered.
	OnSave, OnPrint func(id chat.ID)
	// OnQuote is given a passage, as markdown, that is to be quoted in a message. Without it nothing is offered to be quoted.
	OnQuote func(text string)
	// OnCopySupport is given the details of a trouble for the clipboard.
	OnCopySupport func(text string)
	// OnRegenerate and OnContinue are about a reply, OnEdit about a message of the person, OnDelete about either.
	OnRegenerate, OnContinue, OnEdit, OnDelete func(id chat.ID)
	// OnReadAloud is the loudspeaker of a message: it begins to read, or holds what is being read and goes on. from is the byte
	// of the text to begin at, -1 for the beginning or where it was. Without it nothing is offered to be read.
	OnReadAloud func(id chat.ID, from int)
	// OnReadFrom is a click on the message that is being read, at a byte of its text.
	OnReadFrom func(id chat.ID, at int)
	// OnChoose asks for the sibling one step older (-1) or younger (+1).
	OnChoose func(id chat.ID, step int)
	// OnOpenLink is given an address that was clicked, http, https or mailto.
	OnOpenLink func(addr string)
	// OnTime is given a time of a recording that was clicked in a message, where SetTimes says that there is one.
	OnTime func(id chat.ID, at time.Duration)
	// OnShowPicture asks for a picture of a message to be shown large, OnOpenFile for a document of it to be opened in the program there is for
	// it, OnSavePicture for a picture to be saved as it came.
	OnShowPicture, OnOpenFile, OnSavePicture func(message chat.ID, sha256 string)
	// OnFetchRemoteImage is given the address of a picture that the person asked to see.
	OnFetchRemoteImage func(addr string)
	// OnFixTrouble is the button of a trouble other than Continue and Try again.
	OnFixTrouble func(id chat.ID, action words.Action)
	// SeeingModel returns the name of a model that sees pictures, "" for none.
	SeeingModel func() string
	// HasServicePage reports whether the service of this chat has a page that can be opened.
	HasServicePage func() bool
	// OnSendAgain asks once more with another number for a field of the request, or with nil without it.
	OnSendAgain func(id chat.ID, field string, value *float64)
	// OnPills says that PillsHeight gives another height than before.
	OnPills func()
	// OnType is given what is typed while the column has the focus, so that writing can go on at once.
	OnType func(r rune)
}

// fill gives every missing callback an empty one, so that nothing has to ask.
func (o Options) fill() Options {
	if o.Measure == nil {
		o.Measure = func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
			return fyne.CurrentApp().Driver().RenderedTextSize(text, size, style, theme.FontFor(text, style))
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NameOf == nil {
		o.NameOf = func(string) string { return "" }
	}
	if o.Soon == nil {
		o.Soon = func(f func()) { f() }
	}
	if o.OnNeed == nil {
		o.OnNeed = func([]chat.ID) {}
	}
	if o.OnHighlight == nil {
		o.OnHighlight = func(string, string, string) {}
	}
	for _, f := range []*func(string){
		&o.OnCopy, &o.OnCopySupport, &o.OnOpenLink, &o.OnFetchRemoteImage,
	} {
		if *f == nil {
			*f = func(string) {}
		}
	}
	for _, f := range []*func(chat.ID, string){&o.OnShowPicture, &o.OnOpenFile, &o.OnSavePicture} {
		if *f == nil {
			*f = func(chat.ID, string) {}
		}
	}
	for _, f := range []*func(chat.ID){&o.OnRegenerate, &o.OnContinue, &o.OnEdit, &o.OnDelete} {
		if *f == nil {
			*f = func(chat.ID) {}
		}
	}
	if o.OnCopySelection == nil {
		o.OnCopySelection = func(string, []Passage) {}
	}
	if o.OnCopyReply == nil {
		o.OnCopyReply = func(chat.Message) {}
	}
	if o.OnNeedPicture == nil {
		o.OnNeedPicture = func(string, float32) {}
	}
	if o.OnReadFrom == nil {
		o.OnReadFrom = func(chat.ID, int) {}
	}
	if o.OnTime == nil {
		o.OnTime = func(chat.ID, time.Duration) {}
	}
	if o.OnChoose == nil {
		o.OnChoose = func(chat.ID, int) {}
	}
	if o.OnFixTrouble == nil {
		o.OnFixTrouble = func(chat.ID, words.Action) {}
	}
	if o.OnPills == nil {
		o.OnPills = func() {}
	}
	if o.SeeingModel == nil {
		o.SeeingModel = func() string { return "" }
	}
	if o.HasServicePage == nil {
		o.HasServicePage = func() bool { return false }
	}
	if o.OnSendAgain == nil {
		o.OnSendAgain = func(chat.ID, string, *float64) {}
	}
	if o.OnType == nil {
		o.OnType = func(rune) {}
	}
	return o
}

// colours is what is known of the colours of code, by key.
type colours map[string][][]markdown.Span
