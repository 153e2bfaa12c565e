package catalog

import (
	"slices"
	"strconv"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
)

// maxRefusals is the number of refusals of one model that are kept.
const maxRefusals = 32

// Refusal is a refused field or value of a request, with its time. Its words are stored.
type Refusal struct {
	problem.Refusal
	At time.Time `json:"at,omitzero"`
}

// Covers reports whether the refusal holds for a value, written without quotes: for every value,
// for the numbers outside the range, or else for the refused value alone.
func (r Refusal) Covers(value string) bool {
	if r.AnyValue {
		return true
	}
	if r.Min == nil && r.Max == nil {
		return value == r.Value
	}
	v, err := strconv.ParseFloat(value, 64)
	return err == nil && (r.Min != nil && v < *r.Min || r.Max != nil && v > *r.Max)
}

// Refusals returns what the model has refused, the oldest first.
func (c *Catalog) Refusals(connection chat.ID, model string) []Refusal {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][model]; e != nil {
		return slices.Clone(e.Refusals)
	}
	return nil
}

// Without returns the request fields that the model refuses whatever their value, by their names on
// the wire.
func (c *Catalog) Without(connection chat.ID, model string) []string {
	var names []string
	for _, r := range c.Refusals(connection, model) {
		if r.AnyValue {
			names = append(names, r.Field)
		}
	}
	return names
}

// RefusedTools returns the names of the tools that the model's service does not accept, as for
// their parameters. A model that takes none has No as its Tools.
func (c *Catalog) RefusedTools(connection chat.ID, model string) []string {
	var names []string
	for _, r := range c.Refusals(connection, model) {
		if r.Field == "tools" && !r.AnyValue {
			names = append(names, r.Value)
		}
	}
	return names
}

// LearnRefusals remembers what the model has just refused, except what it refused for one request
// alone. For each field it keeps one refusal of every value, or one with a range, or else one for
// each refused value.
func (c *Catalog) LearnRefusals(connection chat.ID, model string, refused []failure.Refusal) {
	refused = slices.DeleteFunc(slices.Clone(refused), func(r failure.Refusal) bool { return r.Once })
	if len(refused) == 0 {
		return
	}
	now := c.now().UTC().Truncate(time.Second)
	c.set(connection, model, func(e *entry) {
		kept := slices.Clone(e.Refusals)
		for _, r := range refused {
			learned := Refusal{problem.Refusal(r), now}
			learned.Field, learned.Reason = cleanID(r.Field), cleanReason(r.Reason)
			if learned.Field == "" {
				continue
			}
			kept = slices.DeleteFunc(kept, func(old Refusal) bool { return learned.replaces(old) })
			if len(kept) < maxRefusals {
				kept = append(kept, learned)
			}
		}
		e.Refusals = kept
	})
}

// replaces reports whether r makes an older refusal superfluous.
func (r Refusal) replaces(old Refusal) bool {
	ranged := func(r Refusal) bool { return r.Min != nil || r.Max != nil }
	return r.Field == old.Field && (r.AnyValue || old.AnyValue || ranged(r) || ranged(old) || r.Value == old.Value)
}

// ForgetRefusals lets a model be tried again with the given fields, or with all if none is given.
func (c *Catalog) ForgetRefusals(connection chat.ID, model string, fields ...string) {
	c.dropRefusals(connection, model, func(r Refusal) bool {
		return len(fields) == 0 || slices.Contains(fields, r.Field)
	})
}

// LearnAccepted remembers that the model took a value it refused before.
func (c *Catalog) LearnAccepted(connection chat.ID, model, field, value string) {
	c.dropRefusals(connection, model, func(r Refusal) bool {
		return r.Field == field && r.Covers(value)
	})
}

func (c *Catalog) dropRefusals(connection chat.ID, model string, drop func(Refusal) bool) {
	if slices.ContainsFunc(c.Refusals(connection, model), drop) {
		c.set(connection, model, func(e *entry) {
			e.Refusals = slices.DeleteFunc(slices.Clone(e.Refusals), drop)
		})
	}
}
