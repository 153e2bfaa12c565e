package composer

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// page records what a composer asks of it, and does the least that is promised.
type page struct {
	composer *Composer
	sent     []chat.Draft
	said     lastOffer
	// asked are the requests without a value, in their order.
	asked []string
	// opened and original are the names of attachments; pictures counts those that were pasted.
	opened, original []string
	pictures         int
}

// lastOffer is the last thing the composer offered.
type lastOffer struct {
	sentence, button string
	do               func()
}

func (p *page) Send(d chat.Draft) {
	p.sent = append(p.sent, d)
	p.composer.SetDraft(chat.Draft{})
}

func (p *page) DiscardEdit() {}

func (p *page) UndoElsewhere() {}

func (p *page) ShowEdited() {}

func (p *page) CancelEdit() {
	p.ask("cancel")
	p.composer.SetDraft(chat.Draft{})
}

func (p *page) AskForOriginal(part chat.Part) {
	p.original = append(p.original, part.Name)
	p.composer.SetOriginal(part, !part.AsIs)
}

func (p *page) End() bool {
	p.ask("end")
	return true
}

func (p *page) Say(sentence, button string, do func()) { p.said = lastOffer{sentence, button, do} }
func (p *page) Open(part chat.Part)                    { p.opened = append(p.opened, part.Name) }
func (p *page) PastePicture(bool)                      { p.pictures++ }
func (p *page) ShowMenu(fyne.CanvasObject)             { p.ask("menu") }
func (p *page) Stop()                                  { p.ask("stop") }
func (p *page) Dictate()                               { p.ask("dictate") }
func (p *page) StopListening()                         { p.ask("done") }
func (p *page) EnlargeVoiceChat()                      { p.ask("enlarge") }
func (p *page) ToggleVoiceChat()                       { p.ask("voice") }
func (p *page) ask(what string)                        { p.asked = append(p.asked, what) }
