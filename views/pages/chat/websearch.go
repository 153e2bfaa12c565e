package chat

import (
	"parlando/app/catalog"
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/views/composer"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// webSearch is the switch for searches of the web.
type webSearch struct {
	*base
	connections *connections.Connections
	parameters  *parameters
}

// showSearch shows the switch where the model can search, and where it is on although the model has
// refused to.
func (b *base) showSearch() {
	m, on := b.knownModel(), b.open.Params.SearchWeb
	s := composer.Search{Shown: m.MaySearch() || on && m.SearchRefused, On: on}
	if m.AlwaysSearches() {
		s = composer.Search{Shown: true, On: true, Always: i18n.Text("This model always searches the web.")}
	}
	b.composer.SetSearch(s)
}

// knownModel returns what is known about the model of the open chat.
func (b *base) knownModel() catalog.Model {
	m, _ := b.catalog.Model(b.open.connection(), b.open.model())
	return m
}

// toggle switches the search on or off for this chat.
func (w *webSearch) toggle() {
	on := !w.open.Params.SearchWeb
	if on && w.mustAsk() {
		w.ask(func() { w.set(true) })
		return
	}
	w.set(on)
}

// maySend reports whether a message may be sent. A chat that was moved to another connection may
// search there before the user knows what that costs; then maySend asks and calls send later.
func (w *webSearch) maySend(send func()) bool {
	if w.Compact || !w.open.Params.SearchWeb || !w.mustAsk() {
		return true
	}
	w.set(false)
	w.ask(func() {
		w.set(true)
		send()
	})
	return false
}

func (w *webSearch) set(on bool) {
	p := w.open.Params.Clone()
	p.SearchWeb = on
	w.parameters.set(p)
}

// mustAsk reports whether a search may cost something that the user does not know of.
func (w *webSearch) mustAsk() bool {
	c := w.open.service()
	return c.Kind == settings.Service && !c.SearchKnown && w.knownModel().MaySearch()
}

// ask says once for each connection what a search costs.
func (w *webSearch) ask(search func()) {
	c := w.open.service()
	detail := i18n.Text("The service may charge extra for each search.")
	if w.knownModel().SearchesByOpenRouter() {
		detail = i18n.Text("A search costs about $0.02 a question with this service.")
	}
	named := map[string]any{"Name": words.ShortName(words.ConnectionName(c), words.MaxNameInSentence)}
	widgets.Ask(w.Frame.Canvas(), i18n.Text("Search the web with {{.Name}}?", named), widgets.NewBody(detail), i18n.TextIn("action", "Search"), i18n.Text("Don't search"), func() {
		if w.Links.ReportConnection(w.connections.SetSearchKnown(c.ID)) {
			search()
		}
	})
}
