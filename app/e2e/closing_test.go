//go:build e2e

package e2e_test

import (
	"testing"
	"time"
)

// A shutdown is not held up, and what was there is kept.
func TestEndToEndAShutdownTakesNoTime(t *testing.T) {
	p := speak(t)
	p.click("Write a message…")
	p.typ("Tell me a long story about a lighthouse")
	p.key("Return")
	p.sees("Stop")
	p.typ("half a thought")
	p.key("ctrl+shift+t")
	p.click("=Record now")
	p.says(3 * time.Second)
	took, err := p.program.Terminate(p.ctx)
	p.do("end it", err)
	t.Logf("it took %v", took)
	if took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
	if n := p.recorded(); n < 2*time.Second {
		t.Errorf("%v of 3 s are recorded", n)
	}
	if n := count(t, p.library, "select count(*) from message"); n != 2 {
		t.Errorf("%d messages, want a question and its reply", n)
	}
	if n := count(t, p.library, "select count(*) from draft where text like '%half a thought%'"); n != 1 {
		t.Errorf("%d drafts, want 1", n)
	}
}
