package historytest_test

import (
	"testing"
	"time"

	"parlando/app/history"
	"parlando/app/history/historytest"
)

func TestALibraryIsFilledAsAskedAndTheSameEachTime(t *testing.T) {
	end := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	var first string
	for round := range 2 {
		s, err := history.Open(t.Context(), t.TempDir(), history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ids, err := historytest.Fill(t.Context(), s, 30, 100, end)
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.Order(t.Context())
		if err != nil || len(list) != 30 || len(ids) != 30 || list[0].ID != ids[29] || list[0].Updated != end.UnixMilli() {
			t.Fatalf("%d conversations, %d ids, %v", len(list), len(ids), err)
		}
		heads, err := s.Thread(t.Context(), ids[7])
		if err != nil || len(heads) != 100 {
			t.Fatalf("%d messages, %v", len(heads), err)
		}
		hits, err := s.Search(t.Context(), historytest.Rare, 50)
		places := 0
		for _, h := range hits {
			places += h.Places
		}
		if err != nil || places != 3 {
			t.Fatalf("%d rare places, %v", places, err)
		}
		if round == 0 {
			first = hits[0].Snippet
		} else if hits[0].Snippet != first {
			t.Fatalf("%q, then %q", first, hits[0].Snippet)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
