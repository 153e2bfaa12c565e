package wordlist

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"unicode/utf8"
)

// commonWords are the 10,000 commonest words of twenty languages, sorted; each line says how many
// characters it shares with the one before ("a" for none), and the rest. They come from
// FrequencyWords by Hermit Dave, CC BY-SA 4.0 (wordlist/LICENSE).
//
//go:embed common.gz
var commonWords []byte

// common tells which of these words, in small letters, are words of a language. The list is read
// through once and not kept: it would take ten megabytes.
func common(words map[string]bool) map[string]bool {
	found := map[string]bool{}
	unpacked, err := gzip.NewReader(bytes.NewReader(commonWords))
	if err != nil {
		return found
	}
	var word []byte
	lines := bufio.NewScanner(unpacked)
	for lines.Scan() {
		line := lines.Bytes()
		keep := 0
		for range line[0] - 'a' {
			_, size := utf8.DecodeRune(word[keep:])
			keep += size
		}
		word = append(word[:keep], line[1:]...)
		if words[string(word)] {
			found[string(word)] = true
		}
	}
	return found
}
