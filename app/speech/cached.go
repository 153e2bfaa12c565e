package speech

import (
	"parlando/app/speech/clips"
	"parlando/app/speech/speechtext"
)

// maxSearchedBytes is the length of the longest text in which IsFree looks for sound that is
// missing.
const maxSearchedBytes = 200_000

// IsFree reports whether Say needs no request: v is the voice of this computer, or the sound of
// every sentence is cached. For a text that is still being written or is very long it is false.
func (s *Speech) IsFree(t Text, v Voice) bool {
	v, address, _ := s.complete(v)
	if v.Local {
		return true
	}
	if t.Writing || len(t.Body) > maxSearchedBytes {
		return false
	}
	r := &reading{s: s, text: t, voice: v, address: address, pages: newPages(v.Speed)}
	r.read(&speechtext.Reader{Words: s.spoken()})
	return r.isCached(r.pages.sentenceOf(t.From))
}

// planner returns a planner that looks for the sound of sentences in the cache, by their keys.
func (s *Speech) planner(sentences []speechtext.Sentence, key func(text string) clips.Key) planner {
	return planner{sentences, func(text string) bool { return s.o.Clips.Has(key(text)) }}
}

// isCached reports whether the sound of all sentences from first on is cached.
func (r *reading) isCached(first int) bool {
	p := r.s.planner(r.pages.sentences, r.key())
	if first >= len(p.sentences) {
		return true
	}
	st, ok := p.around(first)
	for next := st.first + st.count; ok && next < len(p.sentences); {
		n := p.keptAt(next)
		next, ok = next+n, n > 0
	}
	return ok
}
