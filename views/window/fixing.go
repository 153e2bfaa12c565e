package window

import (
	"context"
	"net/url"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/settings"
	"parley/views/uithread"
	"parley/views/words"
)

// fix does what the button of a problem promises.
func (v *Window) fix(id chat.ID, action words.Action) {
	switch action {
	case words.EnterKey, words.CheckAddress, words.ChooseService:
		v.enterKey(id)
	case words.CheckProxy:
		v.showConnections()
	case words.ChooseModel:
		v.top.OpenPicker()
	case words.Continue:
		v.goOn(id)
	case words.NewChat:
		v.newChat()
	case words.OpenService:
		v.askToOpen(v.servicePage())
	case words.SendPlain:
		v.sendWith(id, chat.Parameters{Instructions: v.open.Params.Instructions})
	case words.SmallerPictures:
		v.editQuestion(id, true)
	case words.EditMessage:
		v.editQuestion(id, false)
	default:
		v.regenerate(id)
	}
}

// servicePage returns the web page of the service that is in use, "" for practice and programs on this computer. It is
// the host of its address, without the label that many put before it for programs.
func (v *Window) servicePage() string {
	c, _ := v.core.Settings.Get().Find(v.connection())
	u, err := url.Parse(c.Address)
	if c.Kind != settings.Service || err != nil || u.Host == "" {
		return ""
	}
	page := url.URL{Scheme: u.Scheme, Host: strings.TrimPrefix(u.Host, "api."), Path: "/"}
	return page.String()
}

// sendAgain asks again with another number for a field of the request, or with nil without it.
func (v *Window) sendAgain(id chat.ID, field string, value *float64) {
	v.sendWith(id, v.open.Params.With(field, value))
}

// sendWith asks for another reply beside this one, with other parameters, which the chat keeps.
func (v *Window) sendWith(id chat.ID, params chat.Parameters) {
	v.saveParams.drop()
	v.open.Params = params
	c := v.open
	v.adjust.Set(c.Params)
	v.showPresetName()
	v.ask(func(ctx context.Context) error {
		if err := v.core.History.SetParameters(ctx, c.ID, c.Params); err != nil {
			return err
		}
		_, err := v.core.Replies.Regenerate(ctx, id)
		return err
	})
}

// editQuestion shows the question of a reply for editing; with smaller, its pictures come at half their width and height.
func (v *Window) editQuestion(reply chat.ID, smaller bool) {
	read := func() (chat.Draft, error) {
		m, err := v.readMessage(reply)
		if err != nil {
			return chat.Draft{}, err
		}
		if m, err = v.readMessage(m.Parent); err != nil {
			return chat.Draft{}, err
		}
		d := draftOf(m)
		for i := range d.Parts {
			if !smaller {
				break
			}
			if d.Parts[i], err = v.core.Attachments.Smaller(v.ctx, d.Parts[i]); err != nil {
				return chat.Draft{}, err
			}
		}
		return d, nil
	}
	again := func() { v.editQuestion(reply, smaller) }
	uithread.Load(v.chatReads, read, v.beginEdit, v.couldNotRead(lang.L("This message could not be read."), again))
}
