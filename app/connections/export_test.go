package connections

import (
	"crypto/x509"
	"net/http"
	"net/url"
	"time"

	"parlando/app/chat"
)

// Patient lets FindLocal wait as long as a slow computer takes.
func (c *Connections) Patient() { c.soon = time.Minute }

// Trust lets certificates of a test count.
func (c *Connections) Trust(roots *x509.CertPool) { c.network.roots, c.direct.roots = roots, roots }

// ProxyOf is the proxy that a request of a connection would take.
func (c *Connections) ProxyOf(id chat.ID) (*url.URL, error) {
	connection, _ := c.Find(id)
	r, err := http.NewRequest(http.MethodGet, connection.Address, nil) //nolint:noctx // It is not sent.
	if err != nil {
		return nil, err
	}
	return c.transport(connection).(*network).current().Proxy(r)
}

// DescribeProxy is the address that an input is understood as.
func DescribeProxy(input string) (address string, err error) {
	address, _, _, err = readProxy(input)
	return address, err
}
