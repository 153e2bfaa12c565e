package conversation

import (
	"reflect"
	"time"

	"fyne.io/fyne/v2"

	"parley/app/chat"
	"parley/app/markdown"
	"parley/views/textview/textflow"
	"parley/views/theme"
	"parley/views/words"
)

// Options are what the column asks and tells. Every callback may be nil and is called on the window's thread.
type Options struct {
	Sources
	MessageCalls
	TextCalls
	PictureCalls
}

// Sources are what the column asks for.
type Sources struct {
	// Measure tells the size of words; nil asks Fyne's driver.
	Measure textflow.Measure
	// Now is the clock for how long thinking took; nil is time.Now.
	Now func() time.Time
	// NameOf is what the user calls the model with an id; nil, or "" from it, shows the id.
	NameOf func(model string) string
	// Soon runs a function once the event that is handled is over: Fyne takes the focus from whatever a press or a release did not hit, so what
	// a button here gives the focus to would lose it at once. Without it the function is run at once.
	Soon func(func())
	// OnNeed asks for messages whose text will soon be seen; SetMessages gives them, at any time.
	OnNeed func(ids []chat.ID)
	// OnNeedPicture asks for a picture, its longest edge in units of the window; SetPicture gives it, or SetDamaged says that it cannot be shown,
	// or SetPictureUnread that it could not be read.
	OnNeedPicture func(sha256 string, edge float32)
	// OnHighlight asks for the colors of a piece of code; SetHighlight gives them under the same key.
	OnHighlight func(key, lang, code string)
	// SeeingModel returns the name of a model that sees pictures, "" for none.
	SeeingModel func() string
	// HasServicePage reports whether the service of this chat has a page that can be opened.
	HasServicePage func() bool
}

// MessageCalls are what is done with whole messages.
type MessageCalls struct {
	// OnRegenerate and OnContinue are about a reply, OnEdit about a message of the user, OnDelete about either.
	OnRegenerate, OnContinue, OnEdit, OnDelete func(id chat.ID)
	// OnChoose asks for the sibling one step older (-1) or younger (+1).
	OnChoose func(id chat.ID, step int)
	// OnCopyReply is given a reply that is to be copied as it looks.
	OnCopyReply func(m chat.Message)
	// OnSave and OnPrint are given a reply to be saved or printed. Without them neither is offered.
	OnSave, OnPrint func(id chat.ID)
	// OnFixTrouble is the button of a trouble other than Continue and Try again.
	OnFixTrouble func(id chat.ID, action words.Action)
	// OnSendAgain asks once more with another number for a field of the request, or with nil without it.
	OnSendAgain func(id chat.ID, field string, value *float64)
	// OnCopySupport is given the details of a trouble for the clipboard.
	OnCopySupport func(text string)
}

// TextCalls are what is done with the text of messages.
type TextCalls struct {
	// OnCopy is given a text for the clipboard.
	OnCopy func(text string)
	// OnCopySelection is given what was selected as plain text, and as passages of messages where all of it is one.
	OnCopySelection func(text string, passages []Passage)
	// OnQuote is given a passage, as markdown, that is to be quoted in a message. Without it nothing is offered to be quoted.
	OnQuote func(text string)
	// OnReadAloud is the loudspeaker of a message: it begins to read, or holds what is being read and goes on. from is the byte
	// of the text to begin at, -1 for the beginning or where it was. Without it nothing is offered to be read.
	OnReadAloud func(id chat.ID, from int)
	// OnReadFrom is a click on the message that is being read, at a byte of its text.
	OnReadFrom func(id chat.ID, at int)
	// OnOpenLink is given an address that was clicked, http, https or mailto.
	OnOpenLink func(addr string)
	// OnTime is given a time of a recording that was clicked in a message, where SetTimes says that there is one.
	OnTime func(id chat.ID, at time.Duration)
	// OnType is given what is typed while the column has the focus, so that writing can go on at once.
	OnType func(r rune)
	// OnPills says that PillsHeight gives another height than before.
	OnPills func()
}

// PictureCalls are what is done with pictures and documents in messages.
type PictureCalls struct {
	// OnShowPicture asks for a picture of a message to be shown large, OnOpenFile for a document of it to be opened in the program there is for
	// it, OnSavePicture for a picture to be saved as it came.
	OnShowPicture, OnOpenFile, OnSavePicture func(message chat.ID, sha256 string)
	// OnFetchRemoteImage is given the address of a picture that the user asked to see.
	OnFetchRemoteImage func(addr string)
}

// fill gives every missing option its default, so that nothing has to ask. What is offered only where there is a callback stays missing.
func fill(o Options) Options {
	if o.Measure == nil {
		o.Measure = func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
			return fyne.CurrentApp().Driver().RenderedTextSize(text, size, style, theme.FontFor(text, style))
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Soon == nil {
		o.Soon = func(f func()) { f() }
	}
	quote, read, save, print := o.OnQuote, o.OnReadAloud, o.OnSave, o.OnPrint
	fillCalls(reflect.ValueOf(&o).Elem())
	o.OnQuote, o.OnReadAloud, o.OnSave, o.OnPrint = quote, read, save, print
	return o
}

// fillCalls gives each function of a struct that is nil one that does nothing and returns zero values.
func fillCalls(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.Kind() == reflect.Struct:
			fillCalls(f)
		case f.IsNil():
			f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) (out []reflect.Value) {
				for n := range f.Type().NumOut() {
					out = append(out, reflect.Zero(f.Type().Out(n)))
				}
				return out
			}))
		}
	}
}

// colours is what is known of the colours of code, by key.
type colours map[string][][]markdown.Span
