package client

import (
	"strings"

	"parlando/client/wire"
)

const (
	// pictureAddress is the prefix of an address that contains the picture.
	pictureAddress = "data:image/"
	// maxAlt bounds the words for a picture in Markdown, in bytes: a longer text in brackets is not
	// waited for.
	maxAlt = 300
	// addressBytes may stand in a base64 address beside letters and digits.
	addressBytes = "+/=;,:%._-"
)

// inlinePictures takes pictures out of a text that stand in it as Markdown data addresses,
// ![words](data:image/…), which may come in pieces. In code they stay text. The zero value is
// ready.
type inlinePictures struct {
	pending []byte // what may be the beginning of a picture
	// data is the offset in held at which the address begins, 0 before it has begun.
	data int
	// title: behind the address, up to the closing bracket.
	title bool
	// inCode: an odd number of backticks came.
	inCode bool
}

// split divides a piece into text and pictures; what may be part of a picture is held back.
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

// ends reports whether a character is no part of the address, or of the title behind it.
func (p *inlinePictures) ends(r rune) bool {
	if p.title {
		return r == ')' || r == '\n'
	}
	return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(addressBytes, r))
}

// lead looks for the beginning of a picture in text, hands over what stands before it and returns
// what was not looked at.
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

// hand notes the code in text that is handed over.
func (p *inlinePictures) hand(text string) {
	p.inCode = p.inCode != (strings.Count(text, "`")%2 == 1)
}

// flush gives what was held back. Of a picture whose end is missing only the words are left.
func (p *inlinePictures) flush() string {
	pending := string(p.pending)
	if p.data > 0 {
		pending = pending[:p.data] + ")"
	}
	*p = inlinePictures{inCode: p.inCode}
	return pending
}
