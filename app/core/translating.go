package core

import (
	"context"

	"parley/app/translations"
)

// translate makes the owner of translations; none is begun.
func (c *Core) translate(o Options) {
	c.Translations = translations.New(translations.Options{
		Transcripts: c.Transcripts, Gateways: gateways{c.Connections}, Refusals: c.Catalog, Marks: c.Marks, Now: o.Now, Log: c.Log,
	})
	c.closers = append(c.closers, closer{"translations", func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
		defer cancel()
		return c.Translations.Close(ctx)
	}})
}
