package connections

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// proxyForm is the form for the proxy of all requests.
type proxyForm struct {
	// OnSet is called with the user's choice. The callee answers with Done, ShowProblem or
	// AskKeepUntilQuit.
	OnSet func(connections.ProxyChoice)

	now settings.Proxy
	// writing means that the address of a new proxy is being typed.
	writing                 bool
	content                 *fyne.Container
	address, name, password *widgets.Field
	problem                 *widgets.Text
	extra                   *widgets.Button
	// draft keeps what is typed; nil keeps nothing.
	draft   *form.Draft
	changed func()
}

// newProxyForm returns a form; changed is called when its height has changed.
func newProxyForm(changed func()) *proxyForm {
	p := &proxyForm{changed: func() {}, now: settings.Proxy{Mode: settings.ProxySystem}}
	p.address = widgets.NewField(i18n.Text("Proxy address"), "http://proxy.example:3128")
	p.name = widgets.NewField(i18n.Text("Proxy user name"), i18n.Text("Only if the service requires one"))
	p.password = widgets.NewSecretField(i18n.Text("Proxy password"), "")
	p.problem = widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
	p.extra = widgets.NewButton(i18n.Text("Keep until I quit"), widgets.Secondary, func() { p.save(true) })
	for _, f := range []*widgets.Field{p.address, p.name, p.password} {
		f.OnSubmitted = func(string) { p.save(false) }
		f.OnChanged = func(string) { p.say("", false) }
	}
	p.content = container.New(&widgets.Column{Gap: 6})
	p.build()
	p.changed = changed
	return p
}

// Set shows the proxy setting. Text being typed is kept.
func (p *proxyForm) Set(now settings.Proxy) {
	if p.now == now {
		return
	}
	p.now = now
	if !p.writing {
		p.address.SetText(now.Address)
	}
	p.build()
}

// Keep keeps what is typed until it is used or discarded, the password in memory alone. Call it
// after Set.
func (p *proxyForm) Keep(d *form.Draft) {
	p.draft = d
	d.Keep("address", p.address)
	d.Keep("name", p.name)
	d.Keep("password", p.password)
	p.writing = p.writing || !d.Empty()
	p.build()
}

// Done shows that the setting was changed.
func (p *proxyForm) Done(now settings.Proxy) {
	p.writing, p.now = false, now
	p.password.SetText("")
	if p.draft != nil {
		p.draft.Used()
	}
	p.say("", false)
	p.build()
}

// ShowProblem shows why the setting was not changed.
func (p *proxyForm) ShowProblem(sentence string) { p.say(sentence, false) }

// AskKeepUntilQuit shows why the password was not stored, and offers to keep it until Parlando
// quits.
func (p *proxyForm) AskKeepUntilQuit(sentence string) { p.say(sentence, true) }

func (p *proxyForm) say(sentence string, offer bool) {
	if p.problem.Text() == sentence && p.extra.Visible() == offer {
		return
	}
	p.problem.SetText(sentence)
	widgets.SetVisible(p.problem, sentence != "")
	widgets.SetVisible(p.extra, offer)
	p.changed()
}

func (p *proxyForm) build() {
	modes := []settings.ProxyMode{settings.ProxySystem, settings.ProxyNone, settings.ProxyCustom}
	chosen := p.now.Mode
	if p.writing {
		chosen = settings.ProxyCustom
	}
	choices := container.New(&widgets.Flow{Gap: 8})
	for i, w := range []string{i18n.Text("Same as system"), i18n.Text("None"), i18n.Text("Custom")} {
		b := widgets.NewButton(w, widgets.Secondary, func() { p.choose(modes[i]) })
		if modes[i] == chosen {
			b.SetIcon("check").SetChosen(true)
		}
		choices.Add(b)
	}
	p.content.Objects = []fyne.CanvasObject{
		widgets.NewHeading(i18n.Text("Proxy")).NoMargin(),
		widgets.NewMuted(i18n.Text("How Parlando connects to the internet. Programs on this computer are always reached directly.")).NoMargin(), choices,
	}
	widgets.SetVisible(p.problem, p.problem.Text() != "")
	if chosen == settings.ProxyCustom {
		save := widgets.NewButton(i18n.Text("Use this proxy"), widgets.Secondary, func() { p.save(false) })
		buttons := container.New(&widgets.Flow{Gap: 8}, save, p.extra)
		if p.draft != nil {
			buttons.Add(p.draft.DiscardButton())
		}
		p.password.SetPlaceHolder("")
		if p.now.Login {
			p.password.SetPlaceHolder(i18n.Text("Saved. Enter a new one to change it."))
		}
		p.content.Objects = append(p.content.Objects,
			widgets.NewMuted(i18n.Text("Proxy address")).NoMargin(), p.address,
			widgets.NewMuted(i18n.Text("Proxy user name")).NoMargin(), p.name,
			widgets.NewMuted(i18n.Text("Proxy password")).NoMargin(), p.password,
			p.problem, buttons)
	}
	widgets.SetVisible(p.extra, p.extra.Visible() && p.problem.Text() != "")
	p.content.Refresh()
	p.changed()
}

func (p *proxyForm) choose(m settings.ProxyMode) {
	p.say("", false)
	p.writing = m == settings.ProxyCustom && p.now.Mode != m
	if p.writing {
		p.build()
		if c := widgets.CanvasOf(p.address); c != nil {
			c.Focus(p.address)
		}
		return
	}
	p.build()
	if m != p.now.Mode && p.OnSet != nil {
		p.OnSet(connections.ProxyChoice{Mode: m})
	}
}

func (p *proxyForm) save(untilQuit bool) {
	if p.OnSet != nil {
		p.OnSet(connections.ProxyChoice{
			Mode: settings.ProxyCustom, Address: p.address.Text, Name: p.name.Text, Password: p.password.Text,
			KeepLogin: p.name.Text == "" && p.password.Text == "", KeepUntilQuit: untilQuit,
		})
	}
}

// proxy adds the connection's proxy. A service on this computer is always reached directly.
func (p *detailPage) proxy() {
	c := p.state.Connection
	if d, err := connections.Describe(c.Address); c.Kind != settings.Service || err == nil && d.Here {
		return
	}
	p.heading(i18n.Text("Proxy"))
	all := i18n.Text("Same as system, like all connections")
	switch p.state.Proxy.Mode {
	case settings.ProxyNone:
		all = i18n.Text("None, like all connections")
	case settings.ProxyCustom:
		all = i18n.Text("{{.Address}}, like all connections", map[string]any{"Address": p.state.Proxy.Address})
	case settings.ProxySystem:
	}
	direct := widgets.NewCheck(i18n.Text("Never use a proxy"))
	direct.Set(c.Direct)
	direct.OnChanged = func(on bool) {
		widgets.CallWith(p.OnDirect, on)
	}
	if !c.Direct {
		p.add(widgets.NewMuted(all).NoMargin())
	}
	p.add(direct)
}
