package speech

import "parlando/app/speech/speechtext"

// stretch is the range of sentences of one request or clip.
type stretch struct{ first, count int }

// planner divides a text into stretches so that cached sound is reused, wherever reading begins.
// kept reports whether the sound of a text is cached.
type planner struct {
	sentences []speechtext.Sentence
	kept      func(text string) bool
}

// next returns the stretch that begins at the sentence first, which must exist. It ends before the
// next cached stretch. made is the number of earlier stretches.
func (p planner) next(first, made int) stretch {
	if n := p.keptAt(first); n > 0 {
		return stretch{first, n}
	}
	part, _ := speechtext.NextPart(p.sentences[first:], made)
	for n := 1; n < len(part.Sentences); n++ {
		if p.keptAt(first+n) > 0 {
			return stretch{first, n}
		}
	}
	return stretch{first, len(part.Sentences)}
}

// around returns a cached stretch that contains a sentence, preferably one that begins with it; ok
// is false if there is none.
func (p planner) around(sentence int) (s stretch, ok bool) {
	if sentence >= len(p.sentences) {
		return stretch{}, false
	}
	for first := sentence; first >= 0 && speechtext.CountFitting(p.sentences[first:sentence+1]) == sentence+1-first; first-- {
		if n := p.keptAt(first); first+n > sentence {
			return stretch{first, n}, true
		}
	}
	return stretch{}, false
}

// keptAt returns the number of sentences of the longest cached stretch that begins at first, or 0.
func (p planner) keptAt(first int) int {
	for n := speechtext.CountFitting(p.sentences[first:]); n > 0; n-- {
		if p.kept(speechtext.JoinSentences(p.sentences[first : first+n]).Text) {
			return n
		}
	}
	return 0
}
