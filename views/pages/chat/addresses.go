package chat

import (
	"net/url"
	"strings"

	"parlando/app/connections"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/shell"
)

// addresses opens web addresses in the browser after the user has confirmed them.
type addresses struct {
	*base
	connections *connections.Connections
}

// servicePage returns the web page of a connection's service: its account page, else the host of
// its address without the prefix "api.". It returns "" for practice and for programs on this
// computer.
func (a *addresses) servicePage(connection chat.ID) string {
	if page := a.connections.AccountPage(connection); page != "" {
		return page
	}
	c, _ := a.connections.Find(connection)
	u, err := url.Parse(c.Address)
	if c.Kind != settings.Service || err != nil || u.Host == "" {
		return ""
	}
	page := url.URL{Scheme: u.Scheme, Host: strings.TrimPrefix(u.Host, "api."), Path: "/"}
	return page.String()
}

// HasServicePage reports whether the service of the open chat has a page.
func (a *addresses) HasServicePage() bool { return a.servicePage(a.open.connection()) != "" }

// safe parses an address and checks the normalized form, which is the one to show and open. If that
// form may not be opened, safe shows an error.
func (a *addresses) safe(address string) (*url.URL, bool) {
	if u, err := url.Parse(address); err == nil {
		if _, ok := markdown.LinkInfo(u.String()); ok {
			return u, true
		}
	}
	a.Frame.Toasts().Say(i18n.Text("Parlando doesn't open this kind of address. You can copy it."), "", nil)
	return nil, false
}

// OpenLink shows the whole address before opening it: the text of a link and its target can differ.
func (a *addresses) OpenLink(address string) {
	if u, ok := a.safe(address); ok {
		shell.Ask(a.Frame, i18n.Text("Open this address?"), u.String(), i18n.Text("Open"), func() { a.visitPage(u) })
	}
}

// OpenPicture shows the address of a picture in a reply. Parlando does not fetch the picture,
// because the request would tell the picture's host who is looking.
func (a *addresses) OpenPicture(address string) {
	u, ok := a.safe(address)
	if !ok {
		return
	}
	detail := u.String() + "\n\n" + i18n.Text("Your browser will open {{.Host}}, which can then see that you looked at the picture.", map[string]any{"Host": u.Host})
	shell.Ask(a.Frame, i18n.Text("Open this picture in the browser?"), detail, i18n.Text("Open in browser"), func() { a.visitPage(u) })
}

func (a *addresses) visitPage(u *url.URL) {
	shell.ShowInBrowser(a.Frame, a.Log, u.String())
}
