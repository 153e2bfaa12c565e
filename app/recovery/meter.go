package recovery

import "time"

// tellInterval is the least time between two reports of progress.
const tellInterval = 50 * time.Millisecond

// meter reports progress in bytes. Its methods may be called on the goroutine of Recover only.
type meter struct {
	tell func(Progress)
	Progress
	before int64 // Done at the start of the current part
	told   time.Time
}

func newMeter(tell func(Progress), total int64) *meter {
	if tell == nil {
		tell = func(Progress) {}
	}
	return &meter{tell: tell, Progress: Progress{Total: total}}
}

// set reports the number of bytes done of the current part.
func (m *meter) set(done int64) {
	m.Done = min(max(m.Done, m.before+done), m.Total)
	if now := time.Now(); now.Sub(m.told) >= tellInterval {
		m.told = now
		m.tell(m.Progress)
	}
}

// end reports that the current part is done and begins the next one; bytes is its size.
func (m *meter) end(bytes int64) {
	m.set(bytes)
	m.before = min(m.before+bytes, m.Total)
}
