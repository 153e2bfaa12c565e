package catalog

import (
	"parlando/app/chat"
	"parlando/app/cost"
)

// Price returns the price of a model, and whether the user typed it; ok is false if no price is
// known.
func (c *Catalog) Price(connection chat.ID, model string) (p cost.Price, typed, ok bool) {
	m, _ := c.Model(connection, model)
	if m.Price == nil {
		return cost.Price{}, false, false
	}
	return *m.Price, m.PriceTyped, true
}

// SetPrice sets the user's price of a model, which overrides the listed one. nil clears it.
func (c *Catalog) SetPrice(connection chat.ID, model string, p *cost.Price) {
	c.set(connection, model, func(e *entry) { e.PriceTyped = p })
}

// Billable returns the models of a connection that may cost something: models that were used,
// speech and transcription models, and models whose price the user typed.
func (c *Catalog) Billable(connection chat.ID) []Model {
	return c.models(connection, func(e *entry) bool {
		return !e.LastUsed.IsZero() || e.Purpose == PurposeSpeech || e.Purpose == PurposeTranscription || len(e.Works) > 0 || e.Transcript != "" || e.AudioSeconds != 0 || e.PriceTyped != nil
	})
}

// Currency returns the currency of a connection's prices: that of a price typed by the user,
// otherwise that of a listed price, otherwise US dollars.
func (c *Catalog) Currency(connection chat.ID) string {
	currency := "USD"
	for i, m := range c.PricedModels(connection) {
		if m.PriceTyped {
			return m.Price.Currency
		}
		if i == 0 {
			currency = m.Price.Currency
		}
	}
	return currency
}

// PricedModels returns the models of a connection whose price is known.
func (c *Catalog) PricedModels(connection chat.ID) []Model {
	return c.models(connection, func(e *entry) bool { return e.PriceTyped != nil || e.PriceListed != nil })
}
