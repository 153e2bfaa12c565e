package catalog

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
	"parlando/client/fieldname"
)

// maxRefusals is the maximum number of refusals stored per model.
const maxRefusals = 32

// Refusal is a refused request field or value, with the time of the refusal. It is stored.
type Refusal struct {
	problem.Refusal
	At time.Time `json:"at,omitzero"`
}

// Covers reports whether the refusal applies to a value, written without quotes: to any value, to
// values not in Allowed, to numbers outside Min and Max, or otherwise only to the refused value.
func (r Refusal) Covers(value string) bool {
	if r.AnyValue {
		return true
	}
	if len(r.Allowed) > 0 {
		return !slices.ContainsFunc(r.Allowed, func(v string) bool { return strings.EqualFold(v, value) })
	}
	if r.Min == nil && r.Max == nil {
		return value == r.Value
	}
	v, err := strconv.ParseFloat(value, 64)
	return err == nil && (r.Min != nil && v < *r.Min || r.Max != nil && v > *r.Max)
}

// Refusals returns what the model has refused, oldest first.
func (c *Catalog) Refusals(connection chat.ID, model string) []Refusal {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][model]; e != nil {
		return slices.Clone(e.Refusals)
	}
	return nil
}

// ofConnections lists the fields that the service itself processes, so that a refusal by one model
// applies to all models of the connection.
var ofConnections = []string{fieldname.StreamOptions, failure.FieldNullContent, failure.FieldNoContent}

// RefusedFields returns the JSON names of the request fields that the model refuses with any value,
// and the languages it refuses (failure.Refusal.Omission).
func (c *Catalog) RefusedFields(connection chat.ID, model string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var names []string
	for id, e := range c.index[connection] {
		for _, r := range e.Refusals {
			leftOut := failure.Refusal(r.Refusal).Omission()
			if (id == model || slices.Contains(ofConnections, r.Field)) && (r.AnyValue || leftOut != r.Field) && !slices.Contains(names, leftOut) {
				names = append(names, leftOut)
			}
		}
	}
	slices.Sort(names)
	return names
}

// refusedFields returns the names of the fields that the model refuses with any value.
func (e *entry) refusedFields() (names []string) {
	for _, r := range e.Refusals {
		if r.AnyValue {
			names = append(names, r.Field)
		}
	}
	return names
}

// RefusedTools returns the names of the tools that the model's service refuses, for example because
// of their parameters. If a model accepts no tools at all, Model.Tools is No instead.
func (c *Catalog) RefusedTools(connection chat.ID, model string) []string {
	var names []string
	for _, r := range c.Refusals(connection, model) {
		if r.Field == fieldname.Tools && !r.AnyValue {
			names = append(names, r.Value)
		}
	}
	return names
}

// LearnRefusals records what the model has just refused, except refusals that concern one request
// only. Each field has either one refusal of every value, one with a range, or one for each refused
// value.
func (c *Catalog) LearnRefusals(connection chat.ID, model string, refused []failure.Refusal) {
	refused = slices.DeleteFunc(slices.Clone(refused), func(r failure.Refusal) bool { return r.ThisRequestOnly })
	if len(refused) == 0 {
		return
	}
	now := c.now().UTC().Truncate(time.Second)
	c.set(connection, model, func(e *entry) {
		kept := slices.Clone(e.Refusals)
		for _, r := range refused {
			learned := Refusal{problem.Refusal(r), now}
			learned.Field, learned.Reason = cleanID(r.Field), cleanReason(r.Reason)
			learned.Allowed = slices.DeleteFunc(slices.Clone(r.Allowed), func(v string) bool { return v != cleanName(v) })
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

// replaces reports whether r makes an older refusal redundant.
func (r Refusal) replaces(old Refusal) bool {
	ranged := func(r Refusal) bool { return r.Min != nil || r.Max != nil }
	if failure.Refusal(r.Refusal).Reverses(old.Field) {
		return true
	}
	return r.Field == old.Field && (r.AnyValue || old.AnyValue || ranged(r) || ranged(old) || len(r.Allowed) > 0 || r.Value == old.Value)
}

// named returns the refusals that name the values that the model accepts.
func named(all []Refusal) (kept []Refusal) {
	for _, r := range all {
		if len(r.Allowed) > 0 {
			kept = append(kept, r)
		}
	}
	return kept
}

// ForgetRefusals clears the refusals of the given fields, or all refusals, so that they are tried
// again.
func (c *Catalog) ForgetRefusals(connection chat.ID, model string, fields ...string) {
	c.dropRefusals(connection, model, func(r Refusal) bool {
		return len(fields) == 0 || slices.Contains(fields, r.Field)
	})
}

// LearnAccepted records that the model accepted a value it had refused before.
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
