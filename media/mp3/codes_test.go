package mp3

import "testing"

// The words of a code fill all bit patterns, and each value has one.
func TestCodesAreComplete(t *testing.T) {
	t.Parallel()
	for number, c := range codes {
		table := &tables()[number]
		values := map[uint32]bool{}
		const longest = 19
		for word := uint64(0); word < 1<<longest; {
			v, length := table.next(word << (64 - longest))
			values[v] = true
			if length < 1 || length > longest {
				t.Fatalf("table %d: a word of %d bits", number, length)
			}
			word += 1 << (longest - length)
		}
		if len(values) != len(c.lengths) || len(c.values) != 2*len(c.lengths) {
			t.Errorf("table %d: %d values of %d words", number, len(values), len(c.lengths))
		}
	}
}
