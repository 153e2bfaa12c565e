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
	"parlando/views/widgets"
)

// open shows the page of a connection.
func (s *Sheets) open(id chat.ID) {
	state, ok := s.state(id)
	if !ok {
		return
	}
	var p *detailPage
	var o *widgets.SheetStep
	p = newDetailPage(state, form.Open(s.frame.Forms(), "account page/"+string(id)), detailCalls{
		OnRename:    func(name string) { s.ReportChange(s.owners.Connections.Rename(id, name)) },
		OnUse:       func() { s.UseForNewChats(id) },
		OnChangeKey: func() { s.connector.ChangeKey(id, s.show) },
		OnForget: func() {
			o.Hide()
			s.Remove(id)
		},
		OnScene:           func(scene string) { s.play(id, scene) },
		OnTest:            func(k connections.Check) { s.test(p, id, k) },
		OnCopy:            s.frame.Copy,
		OnDirect:          func(on bool) { s.ReportChange(s.owners.Connections.SetBypassProxy(id, on)) },
		OnAccountPage:     func(typed string) string { return s.setAccountPage(id, typed) },
		OnOpenAccountPage: func() { s.links.OpenURL(s.owners.Connections.AccountPage(id)) },
		OnModelUsed:       func() { s.change(id, func(c *connections.Connection) { c.Model = "" }) },
		OnModelAnswer: func(use bool) {
			if q := p.state.Question; use {
				s.change(id, func(c *connections.Connection) { c.Model = q.Instead })
			} else {
				s.owners.Models.KeepModel(id, p.state.Connection.Model, catalog.PurposeChat)
			}
		},
		OnDials: func(ofThisChat bool) {
			params := s.links.ChatParameters()
			s.change(id, func(c *connections.Connection) {
				c.Parameters = nil
				if ofThisChat {
					c.Parameters = &params
				}
			})
		},
		OnModel: func(under fyne.CanvasObject) {
			c, _ := s.owners.Connections.Find(id)
			s.links.ChooseModel(under, id, c.Model, func(model string) {
				s.change(id, func(c *connections.Connection) { c.Model = model })
			})
		},
	})
	o = shell.ShowStep(s.frame, i18n.Text("Connection"), p, 560, 680)
	o.OnHide = func() { s.page = nil }
	o.OnReturn = func() { p.Focus(s.frame.Canvas(), i18n.Text("Change key…")) }
	s.page, s.shown = p, id
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
		return i18n.Text("Enter an address that starts with https://")
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
