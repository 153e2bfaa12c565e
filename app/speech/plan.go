package speech

import "parlando/app/speech/speechtext"

// stretch is which sentences one request or clip is of.
type stretch struct{ first, count int }

// planner chooses the stretches of a text so that paid sound is used wherever it begins. kept
// reports whether the sound of a text is there.
type planner struct {
	sentences []speechtext.Sentence
	kept      func(text string) bool
}

// next is the stretch that begins at an existing sentence; made is the number of stretches before
// it since reading began. It ends where a stretch that is kept begins.
func (p planner) next(first, made int) stretch {
	if n := p.keptAt(first); n > 0 {
		return stretch{first, n}
	}
	part, _ := speechtext.Next(p.sentences[first:], made)
	for n := 1; n < len(part.Sentences); n++ {
		if p.keptAt(first+n) > 0 {
			return stretch{first, n}
		}
	}
	return stretch{first, len(part.Sentences)}
}

// around is a stretch that is kept and holds a sentence, best one that begins with it; ok is false
// if there is none.
func (p planner) around(sentence int) (s stretch, ok bool) {
	if sentence >= len(p.sentences) {
		return stretch{}, false
	}
	for first := sentence; first >= 0 && speechtext.Fitting(p.sentences[first:sentence+1]) == sentence+1-first; first-- {
		if n := p.keptAt(first); first+n > sentence {
			return stretch{first, n}, true
		}
	}
	return stretch{}, false
}

// keptAt is the length of the longest stretch from a sentence on that is kept, 0 if none is.
func (p planner) keptAt(first int) int {
	for n := speechtext.Fitting(p.sentences[first:]); n > 0; n-- {
		if p.kept(speechtext.Join(p.sentences[first : first+n]).Text) {
			return n
		}
	}
	return 0
}
