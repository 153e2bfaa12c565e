package client

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"time"

	"parlando/client/wire"
)

// parseSubtitles parses SRT or WebVTT leniently: with any line ends, without numbers, with a comma
// or a point in the times. format is "" if the text is neither.
func parseSubtitles(text string) (format TranscriptFormat, cues []Span) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	text = lyrics(bracketCue.ReplaceAllStringFunc(text, cueOfBracket))
	lines := strings.Split(strings.TrimSpace(text), "\n")
	vtt := lines[0] == "WEBVTT" || strings.HasPrefix(lines[0], "WEBVTT ") || strings.HasPrefix(lines[0], "WEBVTT\t")
	if !vtt && !startsWithCue(lines) {
		return "", nil
	}
	format = TranscriptSRT
	if vtt {
		format = TranscriptVTT
	}
	var words []string
	open := false
	flush := func() {
		if open {
			cues[len(cues)-1].Text = cueText(words, vtt)
		}
		words, open = nil, false
	}
	for i, line := range lines {
		if start, end, ok := cueTimes(line); ok {
			flush()
			if len(cues) >= maxSpans {
				break
			}
			cue := Span{Start: start, End: max(start, end), Timed: start >= 0}
			if !cue.Timed {
				cue.Start, cue.End = 0, 0
			}
			cues = append(cues, cue)
			open = true
			continue
		}
		if strings.TrimSpace(line) == "" {
			if vtt { // the next block may be a note
				flush()
			}
			continue
		}
		// A number followed by times begins the next cue, even without an empty line before it.
		if _, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && i+1 < len(lines) {
			if _, _, ok := cueTimes(lines[i+1]); ok {
				flush()
				continue
			}
		}
		if open {
			words = append(words, line)
		}
	}
	flush()
	return format, cues
}

// startsWithCue reports whether the first lines are a number and times, or just times.
func startsWithCue(lines []string) bool {
	if _, _, ok := cueTimes(lines[0]); ok {
		return true
	}
	if _, err := strconv.Atoi(strings.TrimSpace(lines[0])); err != nil || len(lines) < 2 {
		return false
	}
	_, _, ok := cueTimes(lines[1])
	return ok
}

// bracketCue matches a line in the format of whisper.cpp: "[00:00:01.000 --> 00:00:02.500] Hello",
// or as models print it: "[00:01.000 -> 00:02.500] Hello", "[1.00s -> 2.50s] Hello".
var bracketCue = regexp.MustCompile(`(?m)^[ \t]*\[([\d:.,]+)s? *(?:-->|->|→) *([\d:.,]+)s?\][ \t]*(.*)$`)

// cueOfBracket rewrites a match of bracketCue as a cue.
func cueOfBracket(line string) string {
	m := bracketCue.FindStringSubmatch(line)
	for i, at := range m[1:3] {
		if !strings.Contains(at, ":") {
			m[i+1] = "0:" + at
		}
	}
	return m[1] + " --> " + m[2] + "\n" + m[3]
}

// lyric matches a line with its start time: "[00:01.50] Hello".
var lyric = regexp.MustCompile(`^[ \t]*\[(\d{1,2}(?::\d{2}){1,2}(?:[.,]\d{1,3})?)\][ \t]*(\S.*)$`)

// lyrics converts a text to SRT cues if it has at least two lines and each begins with a time that
// is not before the previous one. A cue ends where the next one begins.
func lyrics(text string) string {
	var starts, words []string
	last := time.Duration(0)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		m := lyric.FindStringSubmatch(line)
		if m == nil {
			return text
		}
		start, ok := wire.ParseClock(m[1])
		if !ok || start < last {
			return text
		}
		last, starts, words = start, append(starts, m[1]), append(words, m[2])
	}
	if len(starts) < 2 {
		return text
	}
	var b strings.Builder
	for i, start := range starts {
		b.WriteString(start + " --> " + starts[min(i+1, len(starts)-1)] + "\n" + words[i] + "\n\n")
	}
	return b.String()
}

// cueTimes parses "00:00:01,000 --> 00:00:02,500" and ignores settings after the times. start is -1
// for a placeholder (noTime).
func cueTimes(line string) (start, end time.Duration, ok bool) {
	from, to, ok := strings.Cut(line, "-->")
	fields := strings.Fields(to)
	if !ok || len(fields) == 0 {
		return 0, 0, false
	}
	start, okStart := wire.ParseClock(strings.TrimSpace(from))
	if !okStart && noTime(strings.TrimSpace(from)) {
		start, okStart = -1, true
	}
	end, okEnd := wire.ParseClock(fields[0])
	return start, end, okStart && (okEnd || noTime(fields[0]))
}

// noTime reports whether a word is a service's placeholder for an unknown time.
func noTime(word string) bool {
	switch strings.ToLower(strings.TrimLeft(word, "-")) {
	case "nan", "none", "null", "undefined", "inf", "infinity", "nan:nan:nan", "nan:nan:nan,nan", "nan:nan:nan.nan":
		return true
	}
	return false
}

// cueText returns the spoken text of a cue, without speaker and style markup.
func cueText(lines []string, vtt bool) string {
	text := strings.TrimSpace(strings.Join(lines, " "))
	if strings.Contains(text, "<") {
		text = stripTags(text, vtt)
	}
	if vtt {
		text = html.UnescapeString(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// stripTags removes all tags of WebVTT, but only four of SRT, where "<" may be literal.
func stripTags(text string, vtt bool) string {
	var b strings.Builder
	for {
		at := strings.IndexByte(text, '<')
		if at < 0 {
			break
		}
		length := strings.IndexByte(text[at:], '>')
		if length < 0 {
			break
		}
		tag := strings.ToLower(strings.TrimPrefix(text[at+1:at+length], "/"))
		b.WriteString(text[:at])
		if !vtt && tag != "i" && tag != "b" && tag != "u" && tag != "font" && !strings.HasPrefix(tag, "font ") {
			b.WriteString(text[at : at+length+1])
		}
		text = text[at+length+1:]
	}
	b.WriteString(text)
	return b.String()
}
