package client

import (
	"parlando/client/failure"
	"parlando/client/wire"
)

// cut shortens the texts of a delta to what is left for the choice. Once something did not fit,
// nothing else does.
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

// reachesBound reports whether the choice is longer than it may be. The arguments of tool calls
// count; calls that end the reply so are not complete, and none of them runs.
func (c *choice) reachesBound() bool {
	arguments, isBroken := c.calls.size()
	return c.left < 0 || arguments > c.left || isBroken
}

// endTooLong ends reading because a choice reaches its bound. Choices that have not finished end
// with it, for all are paid as long as the request runs.
func (s *Stream) endTooLong(c *choice) {
	s.end, s.complete, c.finish = true, false, ""
	s.err = s.failure(failure.ReplyTooLong, "", nil)
}
