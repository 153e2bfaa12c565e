package core

import (
	"parlando/app/translations"
)

// translate makes the owner of translations; none is begun.
func (c *Core) translate() {
	c.Translations = translations.New(translations.Options{
		Transcripts: c.Transcripts, Gateways: gateways{c.Connections}, Refusals: c.Catalog, Common: c.common,
	})
	c.atCloseWithin("translations", c.Translations.Close)
}
