package speech

import (
	"parlando/app/speech/clips"
	"parlando/app/speech/speechtext"
)

// speechPart is one stretch and its sound. All but its constant fields are guarded by Speech.mu.
type speechPart struct {
	stretch
	text string
	key  clips.Key
	// body is set while the sound is in memory. tries counts the bodies so far, so that a reader of
	// an interrupted one can wait for the next.
	state partState
	body  *body
	tries int
	// wanted reports that playback waits for this part.
	wanted bool
	err    error
}

// partState is the progress of a part.
type partState uint8

const (
	missing partState = iota
	loading
	there
)

func newPart(s stretch, sentences []speechtext.Sentence, key func(text string) clips.Key) *speechPart {
	text := speechtext.JoinSentences(sentences[s.first : s.first+s.count]).Text
	return &speechPart{stretch: s, text: text, key: key(text)}
}
