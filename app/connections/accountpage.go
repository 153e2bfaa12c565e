package connections

import (
	"net/url"
	"strings"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/client"
)

// AccountPage returns the web page with usage and billing of a connection: the one the user
// entered, otherwise the known one of its host, otherwise "". Parlando never fetches the page; a
// click opens it in the browser.
func (c *Connections) AccountPage(id chat.ID) string {
	connection, ok := c.Find(id)
	if !ok || connection.Kind != Service {
		return ""
	}
	// Validate again: the user may have edited the settings file.
	if page, err := readAccountPage(connection.Account); err == nil && page != "" {
		return page
	}
	return KnownAccountPage(connection.Address)
}

// KnownAccountPage returns the account page of the service at an address, "" if none is known.
func KnownAccountPage(address string) string {
	s, _ := KnownServiceAt(address)
	return s.AccountPage
}

// SetAccountPage stores the account page the user entered; "" restores the known one. The error is
// ErrNotHTTP, ErrUserInfo, ErrBadAddress or another error of Describe, or ErrNoConnection. After an
// error nothing is stored.
func (c *Connections) SetAccountPage(id chat.ID, typed string) error {
	page, err := readAccountPage(typed)
	if err != nil {
		return err
	}
	return c.edit(id, func(connection *Connection) { connection.Account = page })
}

// readAccountPage validates the address of a page and returns it with its query and fragment. It
// accepts only addresses that links in replies may have.
func readAccountPage(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return "", nil
	}
	base := typed
	if i := strings.IndexAny(typed, "?#"); i >= 0 {
		base = typed[:i] // a query may hold a second address
	}
	address, err := client.ParseAddress(base)
	if err != nil {
		return "", err
	}
	if !strings.Contains(base, "://") {
		scheme := "https://"
		if address.IsUnencrypted() {
			scheme = "http://"
		}
		typed = scheme + strings.TrimLeft(typed, "/")
	}
	u, err := url.Parse(typed)
	if err != nil {
		return "", ErrBadAddress // the error of url.Parse repeats the input
	}
	if _, ok := markdown.LinkInfo(u.String()); !ok {
		return "", ErrBadAddress
	}
	return u.String(), nil
}

// hostname returns the host of an address in lower case, without its port.
func hostname(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}
