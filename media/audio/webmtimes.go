package audio

import (
	"time"

	"parlando/media/container"
)

// timeSpread is the range of differences between the timestamps of blocks and the duration of the
// sound before them. Timestamps are rounded, and some vary by several milliseconds.
type timeSpread struct {
	count             int
	least, most, mean time.Duration
}

func (s *timeSpread) add(offset time.Duration) {
	if s.count++; s.count == 1 {
		*s = timeSpread{1, offset, offset, offset}
	}
	s.least, s.most = min(s.least, offset), max(s.most, offset)
	s.mean += (offset - s.mean) / time.Duration(s.count)
}

// trembles reports whether the differences vary by more than rounding to milliseconds.
func (s *timeSpread) trembles() bool { return s.most-s.least > 2*time.Millisecond }

// blockTimes compares the timestamps of consecutive blocks with the sound in them, without decoding
// it.
type blockTimes struct {
	rate   int
	frames int64 // samples per channel in the blocks so far
	spread timeSpread
}

// add adds a block that starts at a time and has the given number of samples per channel. It
// returns false, without adding the block, if a hole or damage precedes the block.
func (b *blockTimes) add(at time.Duration, frames int64) bool {
	offset := at - container.Duration(b.frames, b.rate)
	if b.spread.count > 0 && (offset-b.spread.mean).Abs() > webmJitter {
		return false
	}
	b.spread.add(offset)
	b.frames += frames
	return true
}
