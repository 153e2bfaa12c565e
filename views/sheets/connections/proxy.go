package connections

import (
	"slices"

	"fyne.io/fyne/v2"

	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// proxyForm adds the section for the proxy of all requests to a form. The form's draft stores typed
// text, the password in memory only.
type proxyForm struct {
	// OnSet is called with the user's choice. The callee answers with Done, ShowProblem or
	// AskKeepUntilQuit.
	OnSet func(connections.ProxyChoice)

	form *form.Form
	now  settings.Proxy
	// writing is true while the user enters a custom proxy; typed holds the texts of the fields.
	writing bool
	typed   connections.ProxyChoice
	// problem is the error below the fields, "" for none; offer adds the button that keeps the
	// password until Parlando quits.
	problem string
	offer   bool
}

// Set shows the proxy setting. Text that the user is typing does not change.
func (p *proxyForm) Set(now settings.Proxy) {
	if p.now == now {
		return
	}
	p.now = now
	if !p.writing {
		p.typed.Address = now.Address
	}
	p.form.Update()
}

// Keep stores typed text in d until it is used or discarded. Call Keep after Set.
func (p *proxyForm) Keep(d *form.Draft) {
	p.form.Draft = d
	p.form.Update()
	p.writing = p.writing || !d.Empty()
	p.form.Update()
}

// Done shows that the setting was changed.
func (p *proxyForm) Done(now settings.Proxy) {
	p.writing, p.now = false, now
	p.typed.Password = ""
	if now.Mode == settings.ProxyCustom {
		p.typed = connections.ProxyChoice{Address: now.Address}
	}
	if p.form.Draft != nil {
		p.form.Draft.Used()
	}
	p.problem, p.offer = "", false
	p.form.Update()
}

// ShowProblem shows why the setting was not changed.
func (p *proxyForm) ShowProblem(sentence string) { p.say(sentence, false) }

// AskKeepUntilQuit shows why the password was not stored, and offers to keep it until Parlando
// quits.
func (p *proxyForm) AskKeepUntilQuit(sentence string) { p.say(sentence, true) }

func (p *proxyForm) say(sentence string, offer bool) {
	if p.problem != sentence || p.offer != offer {
		p.problem, p.offer = sentence, offer
		p.form.Update()
	}
}

// fill adds the choice of the proxy, and the fields of a custom proxy.
func (p *proxyForm) fill() {
	f := p.form
	f.Heading(i18n.Text("Proxy"))
	f.Muted(i18n.Text("Only needed if your network (for example at work) uses a proxy. AI programs on this computer never use it."))
	modes := []settings.ProxyMode{settings.ProxySystem, settings.ProxyNone, settings.ProxyCustom}
	chosen := p.now.Mode
	if p.writing {
		chosen = settings.ProxyCustom
	}
	f.AddRow(f.Segments(i18n.Text("Proxy"), []string{i18n.Text("Same as this computer"), i18n.TextIn("proxy", "None"), i18n.Text("Custom")}, slices.Index(modes, chosen), func(i int) { p.choose(modes[i]) }))
	saved := ""
	if p.now.Login {
		saved = i18n.Text("Saved. Enter a new one to change it.")
	}
	own := f.Group(&widgets.Column{Gap: lineGap}, func() {
		p.field("address", proxyAddress(), "http://proxy.example:3128", false, &p.typed.Address)
		p.field("name", i18n.Text("Proxy user name"), i18n.Text("Only if the service requires one"), false, &p.typed.Name)
		p.field("password", i18n.Text("Proxy password"), saved, true, &p.typed.Password)
	})
	if chosen != settings.ProxyCustom {
		return // build the fields anyway: a draft in them selects Custom
	}
	f.Add(own)
	if p.problem != "" {
		f.Wrong(p.problem)
	}
	buttons := []fyne.CanvasObject{f.Button(i18n.Text("Use this proxy"), func() { p.save(false) })}
	if p.offer {
		buttons = append(buttons, f.Button(i18n.Text("Keep the key until I close Parlando"), func() { p.save(true) }))
	}
	if f.Draft != nil {
		buttons = append(buttons, f.Draft.DiscardButton())
	}
	f.AddRow(buttons...)
}

func proxyAddress() string { return i18n.Text("Proxy address") }

// field adds a text field below its name.
func (p *proxyForm) field(kept, name, placeholder string, secret bool, text *string) {
	p.form.Muted(name)
	p.form.Add(p.form.Field(form.Field{
		Name: name, Placeholder: placeholder, Secret: secret, Value: *text, Kept: kept,
		OnChange: func(typed string) {
			*text = typed
			p.say("", false)
		},
		OnSubmit: func() { p.save(false) },
	}))
}

func (p *proxyForm) choose(m settings.ProxyMode) {
	p.problem, p.offer = "", false
	p.writing = m == settings.ProxyCustom && p.now.Mode != m
	p.form.Update()
	switch {
	case p.writing:
		p.form.Focus(widgets.CanvasOf(p.form.Object()), proxyAddress())
	case m != p.now.Mode:
		widgets.CallWith(p.OnSet, connections.ProxyChoice{Mode: m})
	}
}

func (p *proxyForm) save(untilQuit bool) {
	choice := p.typed
	choice.Mode, choice.KeepUntilQuit = settings.ProxyCustom, untilQuit
	choice.KeepLogin = choice.Name == "" && choice.Password == ""
	widgets.CallWith(p.OnSet, choice)
}
