package client

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// thinkMark is a pair of tags that models put around reasoning in their text.
type thinkMark struct{ open, close string }

var thinkMarks = []thinkMark{
	{"<think>", "</think>"},
	{"<thinking>", "</thinking>"},
	{"<thought>", "</thought>"}, // Gemini
	{"<thoughts>", "</thoughts>"},
	{"<reasoning>", "</reasoning>"},
	{"<reason>", "</reason>"},
	{"<scratchpad>", "</scratchpad>"},
	{"<reasoning_scratchpad>", "</reasoning_scratchpad>"}, // Hermes
	{"<antThinking>", "</antThinking>"},
	{"<|think|>", "<|/think|>"},
	{"<|thinking|>", "<|/thinking|>"},
	{"<|startofthink|>", "<|endofthink|>"},
	{"<mm:think>", "</mm:think>"},                     // MiniMax
	{"<seed:think>", "</seed:think>"},                 // Seed
	{"<longcat_think>", "</longcat_think>"},           // LongCat
	{"[THINK]", "[/THINK]"},                           // Mistral
	{"◁think▷", "◁/think▷"},                           // Kimi
	{"<|begin_of_thought|>", "<|end_of_thought|>"},    // OpenThinker, Sky
	{"<|START_THINKING|>", "<|END_THINKING|>"},        // Cohere
	{"<|channel>thought", "<channel|>"},               // Gemma
	{"<unused94>thought", "<unused95>"},               // MedGemma
	{"<|inner_prefix|>", "<|inner_suffix|>"},          // Apertus
	{"<|reasoning_start|>", "<|reasoning_end|>"},      // the model's template spells it out
	{"<internal_reasoning>", "</internal_reasoning>"}, // the model's template spells it out
}

const (
	// maxLead bounds the white space before a tag that is buffered, in bytes. Only a malfunctioning
	// model writes more.
	maxLead = 1 << 10
	// strippedEnd ends reasoning in a harmony template without its special tokens, headlessEnd in
	// one that lacks only the first token.
	strippedEnd = "assistantfinal"
	headlessEnd = "<|end|><|start|>assistant<|channel|>final<|message|>"
)

// strippedStart matches the start of reasoning without special tokens: "analysisThe user asks".
var strippedStart = regexp.MustCompile(`^analysis[A-Z][a-z']* ["'A-Za-z]`)

// thinkTags extracts the reasoning that some models write into their text. An opening tag counts
// only at the very start, because later text may be about tags. A closing tag without an opening
// one, which may be in the model's prompt, makes all text before it reasoning. The zero value is
// ready to use.
type thinkTags struct {
	state   thinkState
	mark    thinkMark
	pending string
	// channels parses the text if it uses the harmony template; otherwise it is nil.
	channels *channels
	// texted means that text was returned. ticks is the number of backticks in that text, last its
	// last character.
	texted bool
	ticks  int
	last   rune
}

type thinkState byte

const (
	thinkStart  thinkState = iota // only white space so far
	thinkInside                   // between the tags
	thinkAfter                    // after the closing tag, only white space so far
	thinkWatch                    // in text that a closing tag may follow
	thinkOff                      // text to the end
)

// thinkSplit is the result of splitting one delta.
type thinkSplit struct {
	text, thought string
	// wasThought means that the text returned earlier was reasoning.
	wasThought bool
}

// split splits a delta into text and reasoning; the possible start of a tag is buffered.
func (t *thinkTags) split(delta string) thinkSplit {
	if t.state == thinkOff || delta == "" {
		return thinkSplit{text: delta}
	}
	s := t.pending + delta
	t.pending = ""
	var out thinkSplit
	for s != "" {
		if t.channels != nil {
			text, thought := t.channels.split(s)
			out.text, out.thought = out.text+text, out.thought+thought
			break
		}
		switch t.state {
		case thinkStart, thinkAfter:
			s = t.lead(s, &out)
		case thinkInside:
			at := indexMark(s, t.mark.close)
			if at < 0 {
				keep := partialSuffix(s, t.mark.close)
				out.thought += s[:len(s)-keep]
				t.pending, s = s[len(s)-keep:], ""
				break
			}
			out.thought += s[:at]
			t.state, s = thinkAfter, s[at+len(t.mark.close):]
		case thinkWatch:
			s = t.watch(s, &out)
		case thinkOff:
			out.text += s
			s = ""
		}
	}
	t.texted = t.texted || out.text != ""
	return out
}

// lead looks for an opening tag at the start of the text and returns the text after the tag, or the
// whole text if there is no tag.
func (t *thinkTags) lead(s string, out *thinkSplit) string {
	trimmed := strings.TrimLeft(s, " \t\r\n")
	if trimmed == "" {
		if t.state == thinkStart && len(s) <= maxLead {
			t.pending = s
		} else if t.state == thinkStart {
			t.state = thinkWatch
			return s
		}
		return ""
	}
	for _, m := range thinkMarks {
		if hasPrefixFold(trimmed, m.open) {
			t.state, t.mark = thinkInside, m
			return strings.TrimLeft(trimmed[len(m.open):], "\r\n")
		}
	}
	next := thinkWatch
	if t.state == thinkAfter {
		next, s = thinkOff, trimmed
	}
	for _, m := range channelMarks {
		if strings.HasPrefix(trimmed, m) && t.state == thinkStart {
			t.channels = &channels{}
			return trimmed
		}
	}
	if t.state == thinkStart {
		if strippedStart.MatchString(trimmed) {
			t.state, t.mark = thinkInside, thinkMark{"", strippedEnd}
			return trimmed[len("analysis"):]
		}
		if len(trimmed) >= 4 && len(trimmed) < 40 &&
			(strings.HasPrefix("analysis", trimmed) || strippedBegins(trimmed)) {
			t.pending = s
			return ""
		}
	}
	if len(s) <= maxLead && beginsMark(trimmed, t.state == thinkStart) {
		t.pending = s
		return ""
	}
	t.state = next
	return s
}

// strippedBegins reports whether s may be the start of a match of strippedStart.
func strippedBegins(s string) bool {
	rest, ok := strings.CutPrefix(s, "analysis")
	if !ok {
		return false
	}
	word, behind, space := strings.Cut(rest, " ")
	if space && behind != "" {
		return false
	}
	for i, r := range word {
		if i == 0 && (r < 'A' || r > 'Z') || i > 0 && r != '\'' && (r < 'a' || r > 'z') {
			return false
		}
	}
	return true
}

// beginsMark reports whether s is the start of an opening tag, or of a channel mark.
func beginsMark(s string, start bool) bool {
	for _, m := range thinkMarks {
		if len(s) < len(m.open) && strings.EqualFold(s, m.open[:len(s)]) {
			return true
		}
	}
	for _, m := range channelMarks {
		if start && strings.HasPrefix(m, s) {
			return true
		}
	}
	return false
}

// watch passes on text up to a closing tag without an opening tag and returns the text after it.
func (t *thinkTags) watch(s string, out *thinkSplit) string {
	at, mark, opens := strings.Index(s, strippedEnd), strippedEnd, false
	keep := partialSuffix(s, headlessEnd)
	if i := strings.Index(s, headlessEnd); i >= 0 && (at < 0 || i < at) {
		at, mark = i, headlessEnd
	}
	if strings.HasSuffix(s, "assistant") { // strippedEnd may follow in the next delta
		keep = len("assistant")
	}
	marks := thinkMarks
	if !strings.ContainsAny(s, "<[") && !strings.Contains(s, "◁") {
		marks = nil // usually no tag can begin in s
	}
	for _, m := range marks {
		keep = max(keep, partialSuffix(s, m.open), partialSuffix(s, m.close))
		for _, word := range []string{m.open, m.close} {
			if i := indexMark(s, word); i >= 0 && (at < 0 || i < at) {
				at, mark, opens = i, word, word == m.open
			}
		}
	}
	if at < 0 {
		t.hand(s[:len(s)-keep], out)
		t.pending = s[len(s)-keep:]
		return ""
	}
	t.hand(s[:at], out)
	if opens || t.ticks%2 == 1 || strings.ContainsRune("\"'“‘«", t.last) {
		// An opening tag here, or a quoted one, means that the text is about tags.
		t.state = thinkOff
		return s[at:]
	}
	// If nothing precedes the closing mark, the reasoning was sent in a separate field.
	if strings.TrimSpace(out.text) != "" {
		out.thought += out.text
	}
	out.text, out.wasThought = "", t.texted
	t.state = thinkAfter
	return s[at+len(mark):]
}

// hand adds text to out and updates ticks and last.
func (t *thinkTags) hand(text string, out *thinkSplit) {
	if text == "" {
		return
	}
	out.text += text
	t.ticks += strings.Count(text, "`")
	t.last, _ = utf8.DecodeLastRuneInString(text)
}

// flush returns the buffered text at the end of the reply.
func (t *thinkTags) flush() (text, thought string) {
	if t.channels != nil {
		return t.channels.flush()
	}
	pending := t.pending
	t.pending = ""
	if t.state == thinkInside {
		return "", pending
	}
	return pending, ""
}

// partialSuffix returns the length of the longest suffix of s that is a prefix of tag.
func partialSuffix(s, tag string) int {
	for n := min(len(s), len(tag)-1); n > 0; n-- {
		if s[len(s)-n] == tag[0] && strings.EqualFold(tag[:n], s[len(s)-n:]) {
			return n
		}
	}
	return 0
}

// indexMark returns the index of a tag in s, ignoring case, or -1.
func indexMark(s, mark string) int {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], mark[0])
		if i < 0 {
			return -1
		}
		from += i
		if hasPrefixFold(s[from:], mark) {
			return from
		}
		from++
	}
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
