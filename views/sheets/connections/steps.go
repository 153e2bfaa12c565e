package connections

import (
	"errors"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
)

// open shows the page of a connection.
func (s *Sheets) open(id chat.ID) {
	state, ok := s.state(id)
	if !ok {
		return
	}
	p := newDetailPage(state)
	o := shell.ShowStep(s.frame, i18n.Text("Connection"), p, 560, 680)
	account := form.Open(s.frame.Forms(), "account page/"+string(id))
	account.Keep("address", p.account.field)
	o.OnHide = func() { s.page = nil }
	o.OnReturn = func() { p.reach(i18n.Text("Change key…")) } // it may be built anew
	s.page, s.shown = p, id
	p.OnRename = func(name string) { s.ReportChange(s.owners.Connections.Rename(id, name)) }
	p.OnUse = func() { s.UseForNewChats(id) }
	p.OnChangeKey = func() { s.connector.ChangeKey(id, s.show) }
	p.OnForget = func() {
		o.Hide()
		s.Remove(id)
	}
	p.OnScene = func(scene string) { s.play(id, scene) }
	p.OnTest = func(k connections.Check) { s.test(p, id, k) }
	p.OnCopy = s.frame.Copy
	p.OnDirect = func(on bool) { s.ReportChange(s.owners.Connections.SetBypassProxy(id, on)) }
	p.OnAccountPage = func(typed string) string {
		refused := s.setAccountPage(id, typed)
		if refused == "" {
			account.Used()
		}
		return refused
	}
	p.OnOpenAccountPage = func() { s.links.OpenURL(s.owners.Connections.AccountPage(id)) }
	p.OnModelUsed = func() { s.change(id, func(c *connections.Connection) { c.Model = "" }) }
	p.OnModelAnswer = func(use bool) {
		if q := p.state.Question; use {
			s.change(id, func(c *connections.Connection) { c.Model = q.Instead })
		} else {
			s.owners.Models.KeepModel(id, p.state.Connection.Model, catalog.PurposeChat)
		}
	}
	p.OnDials = func(ofThisChat bool) {
		params := s.links.ChatParameters()
		s.change(id, func(c *connections.Connection) {
			c.Parameters = nil
			if ofThisChat {
				c.Parameters = &params
			}
		})
	}
	p.OnModel = func(under fyne.CanvasObject) {
		c, _ := s.owners.Connections.Find(id)
		s.links.ChooseModel(under, id, c.Model, func(model string) {
			s.change(id, func(c *connections.Connection) { c.Model = model })
		})
	}
}

// change changes the defaults of new chats with a connection.
func (s *Sheets) change(id chat.ID, change func(*connections.Connection)) {
	c, ok := s.owners.Connections.Find(id)
	if !ok {
		return
	}
	change(&c)
	s.ReportChange(s.owners.Connections.SetDefaults(id, c.Model, c.Parameters))
}

// setAccountPage stores the typed account page, and returns why it is invalid, "" if it is valid.
func (s *Sheets) setAccountPage(id chat.ID, typed string) string {
	err := s.owners.Connections.SetAccountPage(id, typed)
	switch {
	case err == nil, errors.Is(err, connections.ErrNoConnection):
		s.ReportChange(err)
		return ""
	case errors.Is(err, connections.ErrUserInfo):
		return i18n.Text("Remove the name and password from the address.")
	case errors.Is(err, connections.ErrNotHTTP):
		return i18n.Text("Only addresses that start with https:// or http:// can be opened.")
	}
	return i18n.Text("This isn't a web address. Example: https://example.org/usage")
}

// play makes practice play a scene.
func (s *Sheets) play(id chat.ID, scene string) {
	s.thread.Go(func() func() {
		err := s.owners.Connections.Play(s.frame.Context(), id, scene)
		return func() {
			if err != nil {
				s.log.Warn("Practice does not play this", "scene", scene, "error", err)
			}
			s.show()
		}
	})
}

// test runs a check.
func (s *Sheets) test(p *detailPage, id chat.ID, k connections.Check) {
	s.thread.Go(func() func() {
		checked, err := s.owners.Connections.RunCheck(s.frame.Context(), id, k)
		return func() {
			if err != nil {
				s.log.Warn("Connection was not tested", "error", err)
				p.NotTested(k)
			} else {
				p.Tested(checked)
			}
			s.show()
		}
	})
}
