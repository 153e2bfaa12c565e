package window

import (
	"time"

	"parley/app/chat"
	"parley/app/problem"
	"parley/views/words"
)

// countDown tells second by second how long a busy service asked to wait. It tries nothing by itself: that is for the person.
func (v *Window) countDown(m chat.Message) {
	if m.Request == nil || m.Request.Trouble == nil || m.Request.Trouble.Kind != problem.Busy || m.Request.Trouble.RetryAfter <= 0 {
		return
	}
	until := m.Request.Trouble.At.Add(m.Request.Trouble.RetryAfter)
	if v.countdown != nil {
		v.countdown()
	}
	id := m.ID
	var tick func()
	tick = func() {
		left := time.Until(until)
		if left <= 0 {
			v.view.SetBusy(id, "")
			v.countdown = nil
			return
		}
		v.view.SetBusy(id, words.Wait(left))
		v.countdown = v.thread.After(min(time.Second, left), tick)
	}
	tick()
}
