package connections

import (
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
)

// Abilities holds the observed abilities of a connection and the result of its last request.
// Nothing in it is guessed.
type Abilities struct {
	// Lists reports whether the service has a model list, which had Models entries at Lists.At.
	Lists  catalog.Evidence
	Models int
	// Evidence for each of the other abilities.
	Chats, Streams, Sees, Reads, Speaks, Transcribes, CallsTools catalog.Evidence
	// UseTools is the number of models that support tools, by the list or by observation.
	// ToolsKnown reports whether tool support is known for at least one model.
	UseTools   int
	ToolsKnown bool
	// Success is the time of the last request that succeeded; zero if none did.
	Success time.Time
	// Problem is the last problem, without any key; nil if there was none.
	Problem *problem.Problem
	// ProblemResolved reports whether a request has succeeded since Problem.
	ProblemResolved bool
}

// Abilities returns the observed abilities of a connection; "" is the current one.
func (c *Connections) Abilities(id chat.ID) Abilities {
	if id == "" {
		id = c.options.Settings.Get().Connection
	}
	known := c.options.Catalog.Condition(id)
	of := func(a catalog.Ability) catalog.Evidence { return known.Abilities[a] }
	a := Abilities{
		Lists: of(catalog.ListsModels), Models: known.Models, Chats: of(catalog.RepliesToMessages), Streams: of(catalog.StreamsReplies), Sees: of(catalog.AcceptsPictures),
		Reads: of(catalog.AcceptsPDF), Speaks: of(catalog.SynthesizesSpeech), Transcribes: of(catalog.TranscribesAudio), CallsTools: of(catalog.CallsTools),
		Success: known.Success, Problem: known.Problem,
		ProblemResolved: known.Problem != nil && !known.Problem.At.After(known.Success),
	}
	for _, m := range c.options.Catalog.Models(id) {
		a.ToolsKnown = a.ToolsKnown || m.Tools != catalog.Unknown
		if m.Tools == catalog.Yes {
			a.UseTools++
		}
	}
	return a
}
