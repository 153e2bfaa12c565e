package client

import (
	"slices"

	"parlando/client/fieldname"
)

// ReasoningEffort tells a model that thinks how much to do so before it answers; "" is not sent.
// The field is not in GATEWAY.md, and each service accepts other values.
type ReasoningEffort string

// The values that a user can choose.
const (
	EffortNone ReasoningEffort = "none"
	EffortLow  ReasoningEffort = "low"
	EffortHigh ReasoningEffort = "high"
)

// nearEfforts lists the values to send instead of a refused one, nearest first.
var nearEfforts = map[ReasoningEffort][]ReasoningEffort{
	EffortNone: {"minimal", EffortLow},
	EffortLow:  {"minimal", "medium"},
	EffortHigh: {"max", "medium"},
}

// accepted returns the value to send, with ChatRequest.Omit: e, or the nearest one that the model
// has not refused. ok is false if the model has refused all of them.
func (e ReasoningEffort) accepted(omit []string) (value ReasoningEffort, ok bool) {
	for _, v := range append([]ReasoningEffort{e}, nearEfforts[e]...) {
		if !slices.Contains(omit, fieldname.ReasoningEffort+"="+string(v)) {
			return v, true
		}
	}
	return "", false
}
