package conversation

import (
	"reflect"
	"time"

	"parley/app/chat"
	"parley/views/conversation/cards"
)

// Options are what the column asks and tells. Every callback may be nil and is called on the window's thread.
type Options struct {
	cards.Calls
	// Soon runs a function once the event that is handled is over: Fyne takes the focus from whatever a press or a release did not hit, so what
	// a button here gives the focus to would lose it at once. Without it the function is run at once.
	Soon func(func())
	// OnNeed asks for messages whose text will soon be seen; SetMessages gives them, at any time.
	OnNeed func(ids []chat.ID)
	// OnNeedPicture asks for a picture, its longest edge in units of the window; SetPicture gives it, or SetDamaged says that it cannot be shown,
	// or SetPictureUnread that it could not be read.
	OnNeedPicture func(sha256 string, edge float32)
	// OnCopySelection is given what was selected as plain text, and as passages of messages where all of it is one.
	OnCopySelection func(text string, passages []Passage)
	// OnQuote is given a passage, as markdown, that is to be quoted in a message. Without it nothing is offered to be quoted.
	OnQuote func(text string)
	// OnReadFrom is a click on the message that is being read, at a byte of its text.
	OnReadFrom func(id chat.ID, at int)
	// OnType is given what is typed while the column has the focus, so that writing can go on at once.
	OnType func(r rune)
	// OnPills says that PillsHeight gives another height than before.
	OnPills func()
}

// fill gives every missing option its default, so that nothing has to ask. What is offered only where there is a callback stays missing.
func fill(o Options) Options {
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
