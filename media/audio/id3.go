package audio

import (
	"bytes"
	"io"

	"parlando/media/container"
)

const (
	// hunted is the number of bytes searched at a time for the first frame of an MP3, and the limit
	// for data without a tag. huntedBehindTag is the limit after a tag, as some tags declare too
	// small a size and contain a picture.
	hunted, huntedBehindTag = 24 << 10, 1 << 20
)

// detectBehindTag detects the format of a sound that begins with an ID3 tag (used before MP3, AAC
// and even FLAC) or with unknown bytes, and skips everything before the sound.
func detectBehindTag(b *container.Reader) (Format, error) {
	begin := b.Offset()
	if err := container.SkipID3(b); err != nil {
		return "", err
	}
	head, err := b.Peek(sniffLength)
	if format := DetectFormat(head); format != "" && format != MP3 {
		return format, nil
	}
	if len(head) == 0 || looksLikeText(head) {
		return "", ErrUnknownFormat
	}
	if err != nil && len(head) < container.MP3HeaderSize {
		return "", ErrUnknownFormat
	}
	if _, ok := container.ParseMP3(head); ok {
		return MP3, nil
	}
	limit := hunted
	if b.Offset() > begin {
		limit = huntedBehindTag
	}
	for ; limit > 0 && err == nil; limit -= hunted / 2 {
		head, err = b.Peek(hunted)
		for at := range head {
			if container.StartsMP3(head[at:]) {
				_, err = b.Discard(at)
				return MP3, err
			}
		}
		if err == nil {
			_, err = b.Discard(hunted / 2) // the next frames may start in the other half
		}
	}
	if err != nil && err != io.EOF { //nolint:errorlint // bufio returns it unwrapped
		return "", err
	}
	return "", ErrUnknownFormat
}

// looksLikeText reports whether the bytes are text, such as a JSON response or a web page.
func looksLikeText(head []byte) bool {
	head = bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '<' || head[0] == '[')
}
