package connections

import (
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
)

// Abilities are the proven abilities of a connection, and the result of its last request. Nothing
// in it is a guess.
type Abilities struct {
	// Lists: it has a list of models, with Models entries at Lists.At.
	Lists  catalog.Evidence
	Models int
	// Chats, Streams (its answers come while they are written), Sees (pictures), Reads (documents),
	// Speaks, Transcribes and CallsTools.
	Chats, Streams, Sees, Reads, Speaks, Transcribes, CallsTools catalog.Evidence
	// UseTools counts its models that use tools, by its list or by what was learned. ToolsKnown is
	// true if this is known of at least one model.
	UseTools   int
	ToolsKnown bool
	// Success is the time of the last request that succeeded; zero if none did.
	Success time.Time
	// Problem is the last one, without a key in it; nil if there was none. Over: something has
	// worked since.
	Problem *problem.Problem
	Over    bool
}

// Abilities returns what a connection has shown it can do; "" is the current one.
func (c *Connections) Abilities(id chat.ID) Abilities {
	if id == "" {
		id = c.options.Settings.Get().Connection
	}
	known := c.options.Catalog.Condition(id)
	of := func(a catalog.Ability) catalog.Evidence { return known.Abilities[a] }
	a := Abilities{
		Lists: of(catalog.Lists), Models: known.Models, Chats: of(catalog.Chats), Streams: of(catalog.Streams), Sees: of(catalog.Sees),
		Reads: of(catalog.Reads), Speaks: of(catalog.Speaks), Transcribes: of(catalog.Transcribes), CallsTools: of(catalog.CallsTools),
		Success: known.Success, Problem: known.Problem,
		Over: known.Problem != nil && !known.Problem.At.After(known.Success),
	}
	for _, m := range c.options.Catalog.Models(id) {
		a.ToolsKnown = a.ToolsKnown || m.Tools != catalog.Unknown
		if m.Tools == catalog.Yes {
			a.UseTools++
		}
	}
	return a
}
