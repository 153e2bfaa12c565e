package client

import (
	"parlando/client/failure"
	"parlando/client/wire"
)

// cut shortens the texts of a delta to the number of bytes that the choice has left. After a text
// had to be shortened, all later texts of the choice become empty.
func (c *choice) cut(d *Delta) {
	for _, text := range d.texts() {
		if c.left < 0 {
			*text = ""
			continue
		}
		if c.left -= len(*text); c.left < 0 {
			*text = wire.Truncate(*text, c.left+len(*text))
		}
	}
}

// reachesBound reports whether the choice is longer than ChatRequest.MaxBytes allows, including the
// arguments of its tool calls. Calls of such a choice are incomplete and must not run.
func (c *choice) reachesBound() bool {
	arguments, isBroken := c.calls.size()
	return c.left < 0 || arguments > c.left || isBroken
}

// endTooLong ends the reply because the choice c reached its bound. Unfinished choices end too: as
// long as the request runs, all choices are billed.
func (s *Stream) endTooLong(c *choice) {
	s.end, s.complete, c.finish = true, false, ""
	s.err = s.failure(failure.ReplyTooLong, "", nil)
}
