package client

import "testing"

func TestTheRehearsalGoesAllTheWay(t *testing.T) {
	if n := rehearse(); n != 2 {
		t.Errorf("it came to %d texts of 2", n)
	}
}
