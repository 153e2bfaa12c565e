package client

import (
	"cmp"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"parlando/client/wire"
)

func (p *transcriptParser) segments(list []json.RawMessage) {
	for _, raw := range list {
		o, ok := wire.ParseObject(raw)
		if !ok || !p.addSpan(&p.t.Segments, o, "text", "transcript", "sentence", "display") {
			continue
		}
		if words, ok := wire.ParseArray(o["words"]); ok {
			p.words(words)
		}
	}
}

func (p *transcriptParser) words(list []json.RawMessage) {
	for _, raw := range list {
		o, ok := wire.ParseObject(raw)
		// ElevenLabs lists the spaces between the words as entries, too.
		if kind, _ := wire.ParseString(o["type"]); ok && kind != "spacing" {
			p.addSpan(&p.t.Words, o, "word", "punctuated_word", "text")
		}
	}
}

// addSpan adds one segment or word; it reports false if the object is neither.
func (p *transcriptParser) addSpan(spans *[]Span, o map[string]json.RawMessage, names ...string) bool {
	if len(*spans) >= maxSpans {
		return false
	}
	for _, name := range names {
		text, ok := wire.ParseString(o[name])
		if !ok {
			continue
		}
		text, _ = wire.JoinUTF8("", text)
		s := Span{Text: strings.TrimSpace(tokenMarks.ReplaceAllString(text, ""))}
		if start, end, ok := spanTimes(o); ok {
			s.Start, s.End, s.Timed = start, max(start, end), true
		}
		s.Speaker = cmp.Or(wire.ScalarText(o["speaker"]), wire.ScalarText(o["speaker_id"]), wire.ScalarText(o["speaker_label"]))
		*spans = append(*spans, s)
		return true
	}
	return false
}

// spanTimes returns the start and end of a segment or word, under any of the known names. The end
// is 0 if not reported.
func spanTimes(o map[string]json.RawMessage) (start, end time.Duration, ok bool) {
	for _, names := range [][2]string{
		{"start", "end"},
		{"start_time", "end_time"},
		{"startTime", "endTime"},
		{"begin", "end"},
		{"from", "to"},
		{"start_s", "end_s"},
	} {
		if start, ok = seconds(o[names[0]]); ok {
			end, _ = seconds(o[names[1]])
			return start, end, true
		}
	}
	for _, name := range []string{"timestamp", "timestamps"} {
		if pair, isList := wire.ParseArray(o[name]); isList && len(pair) == 2 {
			if start, ok = seconds(pair[0]); ok {
				end, _ = seconds(pair[1])
				return start, end, true
			}
		}
		if inner, isObject := wire.ParseObject(o[name]); isObject { // whisper.cpp
			if start, ok = seconds(inner["from"]); ok {
				end, _ = seconds(inner["to"])
				return start, end, true
			}
		}
	}
	for _, names := range [][2]string{
		{"start_ms", "end_ms"}, {"offsetMilliseconds", ""}, {"begin_time", "end_time_ms"},
	} {
		if start, ok = seconds(o[names[0]]); ok {
			end, _ = seconds(o[names[1]])
			return start / 1000, end / 1000, true
		}
	}
	return 0, 0, false
}

// seconds parses a time: a number of seconds, possibly in a string, or 00:00:01.000.
func seconds(raw json.RawMessage) (time.Duration, bool) {
	s := wire.ScalarText(raw)
	if d, ok := wire.ParseClock(s); ok {
		return d, true
	}
	f, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "s"), 64)
	if err != nil || math.IsNaN(f) || f < -60 || f > 1e8 {
		return 0, false
	}
	f = max(f, 0) // some services report times slightly before the start
	return time.Duration(math.Round(f*1e6)) * time.Microsecond, true
}
