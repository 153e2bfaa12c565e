package replies

import "testing"

func TestOnlyATranscriptWithTimesIsSaidToHaveThem(t *testing.T) {
	for text, want := range map[string]bool{
		"[0:07] a": true, "(Left out.)\n[1:02:03] b": true, "no [0:07] times": false, "[Music] plays": false, "": false,
	} {
		if got := timed(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
