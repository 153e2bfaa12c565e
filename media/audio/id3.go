package audio

import (
	"bytes"
	"io"

	"parley/media/container"
)

const (
	id3HeaderLength = 10
	// hunted is how far into unknown bytes the first frame of an MP3 is looked for.
	hunted = 24 << 10
)

// settle tells what a sound is that begins with a tag (ID3 stands before MP3, AAC and even FLAC) or with something
// unknown, and passes over what comes before it.
func settle(b *container.Reader) (Format, error) {
	if err := skipID3(b); err != nil {
		return "", err
	}
	head, err := b.Peek(sniffLength)
	if format := Sniff(head); format != "" && format != MP3 {
		return format, nil
	}
	if len(head) == 0 || looksLikeText(head) {
		return "", ErrUnknownFormat
	}
	if err != nil && len(head) < mp3HeaderLength {
		return "", ErrUnknownFormat
	}
	if _, ok := parseMP3Header(head); ok {
		return MP3, nil
	}
	head, err = b.Peek(hunted)
	for at := range head {
		if chained(head[at:], 3, parseMP3Header) {
			_, err = b.Discard(at)
			return MP3, err
		}
	}
	if err != nil && err != io.EOF { //nolint:errorlint // bufio gives it bare
		return "", err
	}
	return "", ErrUnknownFormat
}

// looksLikeText tells an answer of a service, or its web page, from a sound.
func looksLikeText(head []byte) bool {
	head = bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '<' || head[0] == '[')
}

// skipID3 passes over ID3v2 tags without keeping them: they hold pictures of any size.
func skipID3(b *container.Reader) error {
	for {
		head, err := b.Peek(id3HeaderLength)
		if err != nil || string(head[:3]) != "ID3" {
			return nil //nolint:nilerr // what is wrong with the reader shows at the next look
		}
		// Seven bits of each byte count.
		size := int64(head[6]&0x7f)<<21 | int64(head[7]&0x7f)<<14 | int64(head[8]&0x7f)<<7 | int64(head[9]&0x7f)
		if head[5]&0x10 != 0 {
			size += id3HeaderLength // a footer
		}
		if _, err := io.CopyN(io.Discard, b, id3HeaderLength+size); err != nil {
			return err
		}
	}
}
