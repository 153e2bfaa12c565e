package speech

import (
	"parlando/app/speech/clips"
	"parlando/app/speech/script"
)

// part is one stretch and its sound. Guarded by Speech.mu, but for what never changes.
type part struct {
	stretch
	text string
	key  clips.Key
	// state, and body where it is in memory; tries counts the bodies, so that a reader of a broken
	// one knows the next.
	state state
	body  *body
	tries int
	// wanted: the sound waits for it.
	wanted bool
	err    error
}

// state is the progress of a part.
type state uint8

const (
	missing state = iota
	loading
	there
)

func newPart(s stretch, sentences []script.Sentence, key func(text string) clips.Key) *part {
	text := script.Join(sentences[s.first : s.first+s.count]).Text
	return &part{stretch: s, text: text, key: key(text)}
}
