package speechtext

import (
	"strings"
)

// Sentences returns the sentences of a complete text.
func Sentences(source string, words Words) []Sentence {
	r := Reader{Words: words}
	return r.End(source)
}

// Reader splits a text into sentences while it is being written. Returned sentences never change.
//
// Without Words it silently leaves out unreadable content. A Reader is not safe for concurrent use.
type Reader struct {
	// Words must be set before the first text.
	Words Words
	// seam is the source offset at which the next parse starts; given is the end of the last
	// returned sentence.
	seam, given int
	some        bool
}

// Grow takes the whole text so far and returns the sentences finished since the last call: those
// followed by another sentence or by the end of the paragraph. Sentences after open markup that may
// change how they are read wait until it is closed or the paragraph ends.
func (r *Reader) Grow(text string) []Sentence { return r.read(text, false) }

// End takes the complete text and returns the remaining sentences.
func (r *Reader) End(text string) []Sentence { return r.read(text, true) }

func (r *Reader) read(text string, end bool) []Sentence {
	if r.seam > len(text) {
		return nil
	}
	tail := text[r.seam:]
	page := read(tail, r.seam, r.Words)
	complete := r.seam + strings.LastIndexByte(tail, '\n') + 1
	var out []Sentence
	for i := range page.blocks {
		b := &page.blocks[i]
		closed := end || b.firm && blankAfter(text, b.end)
		if !closed && i+1 < len(page.blocks) {
			next := page.blocks[i+1].start
			closed = next < complete || blankBefore(tail[:strings.LastIndexByte(tail[:next-r.seam], '\n')+1])
		}
		out = r.take(out, b, closed, b.stop(text))
		if !closed {
			complete = min(complete, b.start)
			break
		}
	}
	r.advance(page, tail, complete)
	return out
}

// take appends the finished sentences of a block that were not returned before. Sentences that end
// after stop wait unless the block is closed.
func (r *Reader) take(out []Sentence, b *block, closed bool, stop int) []Sentence {
	if closed {
		b.finish()
	}
	until := len(b.text)
	if stop >= 0 {
		until = b.before(stop)
	}
	start, fresh := 0, true
	for _, at := range b.boundaries(until) {
		s, ok := b.sentence(start, at.end)
		start = at.end
		if !ok {
			continue
		}
		s.Break, fresh = fresh, false
		if r.some && s.Start < r.given {
			continue
		}
		if !closed && !at.sure {
			break
		}
		out = append(out, s)
		r.some, r.given = true, max(s.End, s.Start+1)
	}
	return out
}

// stop returns the source offset from which later text may change how the block is read: open
// markup, or a line that may become a table header. It returns -1 if there is none.
func (b *block) stop(text string) int {
	end := min(b.end, len(text))
	last := strings.LastIndexByte(text[b.start:end], '\n') + 1 + b.start
	if last > b.start && strings.Trim(text[last:end], " \t\r\n|:-") == "" {
		last = strings.LastIndexByte(text[b.start:max(b.start, last-1)], '\n') + 1 + b.start
	}
	if strings.IndexByte(text[last:end], '|') >= 0 && (b.open < 0 || last < b.open) {
		return last
	}
	return b.open
}

// advance moves the start of the next parse to the last block that follows a blank line and begins
// no later than complete, up to which all blocks have ended.
func (r *Reader) advance(page *reading, tail string, complete int) {
	for i := len(page.top) - 1; i > 0; i-- {
		at := strings.LastIndexByte(tail[:page.top[i]], '\n') + 1
		if r.seam+at > complete || at < 2 || !blankBefore(tail[:at]) {
			continue
		}
		r.seam += at
		return
	}
}

// blankBefore reports whether the last line of a text is blank.
func blankBefore(head string) bool {
	head = strings.TrimSuffix(head, "\n")
	return strings.TrimSpace(head[strings.LastIndexByte(head, '\n')+1:]) == ""
}

// blankAfter reports whether a blank line follows an offset.
func blankAfter(text string, at int) bool {
	if at > 0 && text[at-1] == '\n' {
		at--
	}
	rest := text[at:]
	for range 2 {
		i := strings.IndexByte(rest, '\n')
		if i < 0 || strings.TrimSpace(rest[:i]) != "" {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}
