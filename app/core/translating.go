package core

import (
	"parlando/app/translations"
)

// translate creates the translations. No translation is started.
func (c *Core) translate() {
	c.Translations = translations.New(translations.Options{
		Transcripts: c.Transcripts, Services: c.Connections, WaitReason: c.waitReason, CommonOptions: c.common,
	})
	c.atCloseWithin("translations", c.Translations.Close)
}
