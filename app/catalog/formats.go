package catalog

import (
	"slices"

	"parlando/app/chat"
	"parlando/client/failure"
	"parlando/client/fieldname"
)

// RefusedFormats returns the known refusals of response_format for the model. How a schema must be
// wrapped depends on the service, so a refusal by one of its models applies to all, unless models
// contradict each other.
func (c *Catalog) RefusedFormats(connection chat.ID, model string) []Refusal {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all, ofOthers []Refusal
	for id, e := range c.index[connection] {
		for _, r := range e.Refusals {
			switch {
			case r.Field != fieldname.ResponseFormat:
			case id == model:
				all = append(all, r)
			case !r.AnyValue && slices.Contains([]string{failure.RefusedFormatStrict, failure.RefusedFormatName, failure.RefusedFormatBare}, r.Value):
				ofOthers = append(ofOthers, r)
			}
		}
	}
	refuses := func(value string) bool {
		return slices.ContainsFunc(slices.Concat(all, ofOthers), func(r Refusal) bool { return r.Value == value })
	}
	if !refuses(failure.RefusedFormatName) || !refuses(failure.RefusedFormatBare) {
		all = append(all, ofOthers...)
	}
	slices.SortFunc(all, func(a, b Refusal) int { return a.At.Compare(b.At) })
	return all
}

// RetryFormats clears the RefusedFormats of the model, for all chat models of the connection.
func (c *Catalog) RetryFormats(connection chat.ID, model string) {
	refused := c.RefusedFormats(connection, model)
	for _, m := range c.Models(connection) {
		c.dropRefusals(connection, m.ID, func(r Refusal) bool {
			return r.Field == fieldname.ResponseFormat && slices.ContainsFunc(refused, func(known Refusal) bool { return known.Value == r.Value })
		})
	}
}
