package audio

import "testing"

// vorbisBooks is a setup header with codebooks of the largest size.
func vorbisBooks(count int) []byte {
	header := []byte("\x05vorbis")
	free := 0
	put := func(v, n int) {
		for i := range n {
			if free == 0 {
				header, free = append(header, 0), 8
			}
			header[len(header)-1] |= byte(v >> i & 1 << (8 - free))
			free--
		}
	}
	put(count-1, 8)
	for range count {
		put(0x564342, 24)
		put(1, 16)
		put(vorbisBook, 24)
		put(1, 1)           // the lengths of the words are in order
		put(14-1, 5)        // and all the same
		put(vorbisBook, 15) // how many
		put(0, 4)           // no values
	}
	return header
}

func TestTheCodebooksOfAVorbisAreBoundedTogether(t *testing.T) {
	t.Parallel()
	if err := checkVorbisSetup(vorbisBooks(vorbisEntries / vorbisBook)); err != nil {
		t.Error(err)
	}
	if checkVorbisSetup(vorbisBooks(vorbisEntries/vorbisBook+1)) == nil {
		t.Error("more entries than allowed")
	}
}
