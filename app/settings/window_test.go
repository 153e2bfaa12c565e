package settings

import "testing"

// After three messages the key that sends is known; another key has to be learned anew.
func TestTheKeyThatSendsIsKnownAfterThreeMessages(t *testing.T) {
	t.Parallel()
	c := defaultComfort()
	for n := range 5 {
		if c.KnowsSendKey() != (n >= 3) {
			t.Errorf("after %d messages the key is known: %v", n, c.KnowsSendKey())
		}
		c.CountSent()
	}
	c.SendWith = SendShiftEnter
	if c.KnowsSendKey() {
		t.Error("another key is known at once")
	}
	if c.CountSent(); c.Sent != 1 {
		t.Errorf("with another key %d messages are counted", c.Sent)
	}
}
