package export

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"parlando/app/transcripts"
)

// cue is a subtitle with its time.
type cue struct {
	start, end time.Duration
	speaker    string
	// begins reports that the cue is the first of a line with a new speaker.
	begins bool
	lines  []string
}

// defaultCueDuration is the length of a line without an end time, unless the next line begins
// earlier.
const defaultCueDuration = 2 * time.Second

// cuesOf returns the cues of lines. A line that is too long for one cue is divided, and its time in
// proportion. No cue begins before the previous one.
func cuesOf(lines []transcripts.Line) []cue {
	var all []cue
	last := ""
	for i, l := range lines {
		if n := len(all); n > 0 {
			l.Start = max(l.Start, all[n-1].start)
		}
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

// stamp formats a time for subtitles.
func stamp(d time.Duration, point string) string {
	ms := max(d, 0).Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, point, ms%1000)
}

// arrow separates the times of a cue; a line of text that contains it could be mistaken for times.
const arrow = "-->"

// tag matches text that a player may interpret as SubRip markup: <i>, </font>, {\an8}. The format
// has no escape for these characters.
var tag = regexp.MustCompile(`<(/?[A-Za-z!])|\{(\\)`)

// plainCue replaces characters that would start SubRip markup by similar ones.
func plainCue(s string) string {
	s = strings.ReplaceAll(s, arrow, "→")
	return tag.ReplaceAllStringFunc(s, func(m string) string {
		if m[0] == '<' {
			return "‹" + m[1:]
		}
		return "(" + m[1:]
	})
}

// srtOf returns SubRip, with the line ends that old players need.
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

// cueEscapes escapes the special characters of a WebVTT cue.
var cueEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// vttOf returns WebVTT, with the speaker as the voice of each cue.
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
