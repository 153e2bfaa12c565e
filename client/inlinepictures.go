package client

import (
	"strings"

	"parlando/client/wire"
)

const (
	// pictureAddress is the prefix of a data address with a picture.
	pictureAddress = "data:image/"
	// maxAlt bounds the alternative text of a picture in Markdown, in bytes. A longer text in
	// brackets is not the start of a picture.
	maxAlt = 300
	// addressBytes lists the characters of a base64 data address besides letters and digits.
	addressBytes = "+/=;,:%._-"
)

// inlinePictures extracts pictures from a streamed text that contains them as Markdown with data:
// URLs, ![words](data:image/…), except in code. The zero value is ready to use.
type inlinePictures struct {
	pending []byte // possible start of a picture
	// data is the offset in pending at which the address begins, 0 before it has begun.
	data int
	// title means that pending has the title after the URL, up to the closing bracket.
	title bool
	// inCode means that the number of backticks so far is odd.
	inCode bool
}

// split splits a delta into text and pictures, and buffers what may be a part of a picture.
func (p *inlinePictures) split(delta string) (text string, pictures []string) {
	if len(p.pending) == 0 && strings.IndexByte(delta, '!') < 0 {
		p.hand(delta)
		return delta, nil
	}
	var b strings.Builder
	for delta != "" {
		if p.data == 0 {
			delta = p.lead(string(p.pending)+delta, &b)
			continue
		}
		end := strings.IndexFunc(delta, p.ends)
		if end < 0 && len(p.pending)+len(delta) <= wire.MaxLine {
			p.pending = append(p.pending, delta...)
			break
		}
		end = max(end, 0)
		p.pending = append(p.pending, delta[:end]...)
		address := string(p.pending[p.data:])
		switch {
		case delta[end] == ' ' && !p.title && strings.Contains(address, ";base64,"):
			p.title, delta = true, delta[end:]
			continue
		case delta[end] == ')' && strings.Contains(address, ";base64,"):
			address, _, _ = strings.Cut(address, " ")
			pictures = append(pictures, address)
			end++
		default:
			b.Write(p.pending)
			p.hand(string(p.pending))
		}
		p.pending, p.data, p.title = nil, 0, false
		delta = delta[end:]
	}
	return b.String(), pictures
}

// ends reports whether a character cannot be part of the address, or of the title after it.
func (p *inlinePictures) ends(r rune) bool {
	if p.title {
		return r == ')' || r == '\n'
	}
	return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(addressBytes, r))
}

// lead looks for the start of a picture in text, writes everything before it to b, and returns the
// rest.
func (p *inlinePictures) lead(text string, b *strings.Builder) (rest string) {
	p.pending = nil
	at := strings.Index(text, "![")
	if at < 0 {
		at = len(strings.TrimSuffix(text, "!"))
		p.pending = []byte(text[at:])
		b.WriteString(text[:at])
		p.hand(text[:at])
		return ""
	}
	b.WriteString(text[:at])
	p.hand(text[:at])
	text = text[at:]
	words, _, closed := strings.Cut(text[:min(len(text), maxAlt)], "](")
	address := text[min(len(text), len(words)+2):]
	switch {
	case p.inCode, strings.Contains(words, "\n"), !closed && len(text) > maxAlt,
		closed && !strings.HasPrefix(address, pictureAddress) && !strings.HasPrefix(pictureAddress, address):
		b.WriteString(text[:2])
		return text[2:]
	case !closed, len(address) < len(pictureAddress):
		p.pending = []byte(text)
		return ""
	}
	p.data = len(words) + 2
	p.pending = []byte(text[:p.data])
	return address
}

// hand updates inCode for text that split returns to the caller.
func (p *inlinePictures) hand(text string) {
	p.inCode = p.inCode != (strings.Count(text, "`")%2 == 1)
}

// flush returns the buffered text. Of an incomplete picture it returns only the alternative text.
func (p *inlinePictures) flush() string {
	pending := string(p.pending)
	if p.data > 0 {
		pending = pending[:p.data] + ")"
	}
	*p = inlinePictures{inCode: p.inCode}
	return pending
}
