package export

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"parlando/app/transcripts"
)

// cue is a text that is shown at a time.
type cue struct {
	start, end time.Duration
	speaker    string
	// begins: it is the first of its line, which somebody else said than the one before.
	begins bool
	lines  []string
}

// defaultCueDuration is the length of a line without an end after its start, if the next one does
// not begin before.
const defaultCueDuration = 2 * time.Second

// cuesOf parts lines that are too long to be shown at once, and gives each part its share of the
// time.
func cuesOf(lines []transcripts.Line) []cue {
	var all []cue
	last := ""
	for i, l := range lines {
		if l.End <= l.Start {
			l.End = l.Start + defaultCueDuration
			if i+1 < len(lines) && lines[i+1].Start > l.Start {
				l.End = min(l.End, lines[i+1].Start)
			}
		}
		text, translation := wrap(l.Text), wrap(l.Translation)
		parts := max((len(text)+cueLines-1)/cueLines, (len(translation)+cueLines-1)/cueLines)
		total, done := 0, 0
		for _, s := range text {
			total += utf8.RuneCountInString(s)
		}
		start := l.Start
		for n := range parts {
			share := func(lines []string) []string { return lines[n*len(lines)/parts : (n+1)*len(lines)/parts] }
			own := share(text)
			for _, s := range own {
				done += utf8.RuneCountInString(s)
			}
			part := float64(n+1) / float64(parts)
			if total > 0 {
				part = float64(done) / float64(total)
			}
			end := l.Start + time.Duration(part*float64(l.End-l.Start)).Round(time.Millisecond)
			if n == parts-1 {
				end = l.End
			}
			all = append(all, cue{
				start: start, end: end, speaker: l.Speaker, begins: n == 0 && l.Speaker != "" && l.Speaker != last,
				lines: append(append([]string(nil), own...), share(translation)...),
			})
			start = end
		}
		last = l.Speaker
	}
	return all
}

// stamp is a time as subtitles write it.
func stamp(d time.Duration, point string) string {
	ms := max(d, 0).Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, point, ms%1000)
}

// arrow is the sign between the times of a cue: a line that has it may be taken for one.
const arrow = "-->"

// tag matches text that a player may take for a mark in SubRip: <i>, </font>, {\an8}. The format
// has no way to write these characters as such.
var tag = regexp.MustCompile(`<(/?[A-Za-z!])|\{(\\)`)

// plainCue is a text without what is a mark in SubRip; a letter that looks alike stands in its
// place.
func plainCue(s string) string {
	s = strings.ReplaceAll(s, arrow, "→")
	return tag.ReplaceAllStringFunc(s, func(m string) string {
		if m[0] == '<' {
			return "‹" + m[1:]
		}
		return "(" + m[1:]
	})
}

// srtOf is SubRip, with the line ends that old players need.
func srtOf(d Document, _ Options) string {
	var b strings.Builder
	for i, c := range cuesOf(d.Lines) {
		fmt.Fprintf(&b, "%d\r\n%s %s %s\r\n", i+1, stamp(c.start, ","), arrow, stamp(c.end, ","))
		for j, line := range c.lines {
			if j == 0 && c.begins {
				line = c.speaker + ": " + line
			}
			b.WriteString(plainCue(line) + "\r\n")
		}
		b.WriteString("\r\n")
	}
	return b.String()
}

// cueEscapes are the characters that mean something in a cue of WebVTT.
var cueEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// vttOf is WebVTT, with the speaker as the voice of each cue.
func vttOf(d Document, _ Options) string {
	var b strings.Builder
	b.WriteString("WEBVTT\n\n")
	for _, c := range cuesOf(d.Lines) {
		fmt.Fprintf(&b, "%s %s %s\n", stamp(c.start, "."), arrow, stamp(c.end, "."))
		for j, line := range c.lines {
			line = cueEscapes.Replace(line)
			if j == 0 && c.speaker != "" {
				line = "<v " + cueEscapes.Replace(c.speaker) + ">" + line
			}
			b.WriteString(line + "\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}
