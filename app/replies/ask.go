package replies

import (
	"parlando/client/failure"
)

// refusals returns the refusals that the stream reports or that err contains.
func refusals(s Stream, err error) []failure.Refusal {
	all := failure.Refusals(err)
	if d, ok := s.(interface{ Dropped() []failure.Refusal }); ok {
		all = append(d.Dropped(), all...)
	}
	return all
}
