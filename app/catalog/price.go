package catalog

import (
	"parley/app/chat"
	"parley/app/cost"
)

// Price returns the price of a model, and whether the user typed it; ok is false when none is known.
func (c *Catalog) Price(connection chat.ID, model string) (p cost.Price, typed, ok bool) {
	m, _ := c.Model(connection, model)
	if m.Price == nil {
		return cost.Price{}, false, false
	}
	return *m.Price, m.PriceTyped, true
}

// SetPrice is the user's word on the price of a model; it wins over that of the list. nil takes it back.
func (c *Catalog) SetPrice(connection chat.ID, model string, p *cost.Price) {
	c.set(connection, model, func(e *entry) { e.PriceTyped = p })
}
