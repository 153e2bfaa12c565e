package transcriber_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"parlando/media/audio"
)

// A stored plan that no longer fits its converted file is dropped together with its responses: they
// belong to other parts of the sound.
func TestResponsesOfAPlanThatNoLongerFitsAreNotUsed(t *testing.T) {
	said := speechOf(6, 8)
	w := newWorld(t, said)
	data, ok := encodable(t, audio.FLAC, said)
	if !ok {
		t.Skip("FLAC cannot be encoded here")
	}
	j := w.job(w.file("long.flac", data))
	j.Limit = 60_000
	w.fail(func(n int, rw http.ResponseWriter, _ *http.Request) bool {
		if n == 2 {
			http.Error(rw, `{"error":{"code":"invalid_api_key"}}`, http.StatusUnauthorized)
		}
		return n == 2
	})
	if _, err := w.Transcribe(t.Context(), j, nil); err == nil {
		t.Fatal("the second part was accepted")
	}
	if n := len(w.paid()); n != 1 {
		t.Fatalf("%d parts were paid for", n)
	}
	w.fail(nil)

	file := filepath.Join(j.Keep, "plan.json")
	stored, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var plan map[string]any
	if err := json.Unmarshal(stored, &plan); err != nil {
		t.Fatal(err)
	}
	plan["limit"] = 40_000 // as if the file had been converted with another bit rate
	if stored, err = json.Marshal(plan); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, stored, 0o600); err != nil {
		t.Fatal(err)
	}
	parts := len(plan["parts"].([]any))
	same(t, w.write(j).Text, said.Text())
	if n := len(w.paid()); n != parts {
		t.Errorf("%d of %d parts were asked for again", n, parts)
	}
}
