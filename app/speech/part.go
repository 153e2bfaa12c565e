package speech

import (
	"parley/app/speech/clips"
	"parley/app/speech/script"
)

// part is one stretch and its sound. Guarded by Speech.mu, but for what never changes.
type part struct {
	stretch
	text string
	// starts has the character where each sentence begins, as a share of the part, 0 to 1.
	starts []float64
	key    clips.Key
	// state, and body where it is in memory; tries counts the bodies, so that a reader of a broken one knows the next.
	state state
	body  *body
	tries int
	// wanted: the sound waits for it.
	wanted bool
	err    error
}

// state is how far a part has come.
type state uint8

const (
	missing state = iota
	loading
	there
)

func newPart(s stretch, sentences []script.Sentence, key func(text string) clips.Key) *part {
	joined := script.Join(sentences[s.first : s.first+s.count])
	p := &part{stretch: s, text: joined.Text, key: key(joined.Text)}
	all := float64(script.Characters(joined.Text))
	for _, at := range joined.Starts {
		p.starts = append(p.starts, float64(script.Characters(joined.Text[:at]))/all)
	}
	return p
}

// sentenceAt is the sentence of the part that is read at a share of its time.
func (p *part) sentenceAt(share float64) int {
	for i := len(p.starts) - 1; i > 0; i-- {
		if p.starts[i] <= share {
			return p.first + i
		}
	}
	return p.first
}

// shareOf is where a sentence of the part begins; a hair later, so that it is found there.
func (p *part) shareOf(sentence int) float64 {
	if i := sentence - p.first; i > 0 && i < len(p.starts) {
		return min(p.starts[i]+1e-6, 1)
	}
	return 0
}
