package concat

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"
	"unicode/utf16"
)

// chapter is a titled range of the file.
type chapter struct {
	title      string
	start, end time.Duration
}

// mostChapters is the largest number of chapters in an ID3 table of contents.
const mostChapters = 255

// chaptersOf returns the chapters of the file. Parts before the first one belong to no chapter.
func chaptersOf(parts []Part, r Result) []chapter {
	var all []chapter
	for i, p := range parts {
		if p.Chapter == "" || len(all) == mostChapters {
			continue
		}
		if n := len(all); n > 0 {
			all[n-1].end = r.Starts[i]
		}
		all = append(all, chapter{p.Chapter, r.Starts[i], r.Length})
	}
	return all
}

// id3 returns an ID3v2.3 tag, the most widely supported version, with title, artist, and chapters
// according to "ID3v2 Chapter Frame Addendum 1.0". It is empty if there is no metadata.
func id3(o Options, chapters []chapter) []byte {
	var frames []byte
	if o.Title != "" {
		frames = append(frames, textFrame("TIT2", o.Title)...)
	}
	if o.Artist != "" {
		frames = append(frames, textFrame("TPE1", o.Artist)...)
	}
	if len(chapters) > 0 {
		frames = append(frames, contentsFrame(len(chapters))...)
	}
	for i, c := range chapters {
		frames = append(frames, chapterFrame(i, c)...)
	}
	if len(frames) == 0 {
		return nil
	}
	n := len(frames)
	head := []byte{'I', 'D', '3', 3, 0, 0, byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
	return append(head, frames...)
}

func id3Frame(id string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32([]byte(id), uint32(len(body)))
	return append(append(b, 0, 0), body...)
}

// mostTitle is the number of characters to which a title is truncated, so that 255 chapters fit
// into a tag.
const mostTitle = 250

func textFrame(id, text string) []byte {
	body := []byte{1, 0xff, 0xfe} // UTF-16, little-endian
	runes := []rune(text)
	for _, unit := range utf16.Encode(runes[:min(len(runes), mostTitle)]) {
		body = binary.LittleEndian.AppendUint16(body, unit)
	}
	return id3Frame(id, body)
}

func chapterName(i int) string { return fmt.Sprintf("chp%d", i) }

func contentsFrame(count int) []byte {
	const topLevel, ordered = 2, 1
	body := append([]byte("toc\x00"), topLevel|ordered, byte(count))
	for i := range count {
		body = append(append(body, chapterName(i)...), 0)
	}
	return id3Frame("CTOC", body)
}

func chapterFrame(i int, c chapter) []byte {
	body := append([]byte(chapterName(i)), 0)
	for _, at := range []time.Duration{c.start, c.end} {
		body = binary.BigEndian.AppendUint32(body, uint32(min(at.Milliseconds(), math.MaxUint32)))
	}
	body = append(body, "\xff\xff\xff\xff\xff\xff\xff\xff"...) // no byte offsets
	return id3Frame("CHAP", append(body, textFrame("TIT2", c.title)...))
}
