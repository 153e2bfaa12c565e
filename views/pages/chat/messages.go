package chat

import (
	"parlando/app/chat"
	"parlando/views/words"
)

// messages performs the actions on messages of the chat.
type messages struct {
	*sender
	*reader
	*repairs
}

// inMain opens the main window for message actions that the quick window does not have.
type inMain struct {
	messages
	open func()
}

func (m inMain) Edit(chat.ID)                        { m.open() }
func (m inMain) Delete(chat.ID)                      { m.open() }
func (m inMain) DeleteAlone(chat.ID)                 { m.open() }
func (m inMain) Choose(chat.ID, int)                 { m.open() }
func (m inMain) PerformAction(chat.ID, words.Action) { m.open() }
func (m inMain) SendAgain(chat.ID, string, *float64) { m.open() }
func (m inMain) ShowPicture(chat.ID, string)         { m.open() }
func (m inMain) SavePicture(chat.ID, string)         { m.open() }
func (m inMain) ChangePicture(chat.ID, string)       { m.open() }
