package client

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"

	"parlando/client/failure"
	"parlando/client/wire"
)

const (
	// maxTokenCount bounds each count, so that sums cannot overflow.
	maxTokenCount = 100_000_000
	// maxRawUsage is the longest Usage.Raw in bytes; a longer one is dropped.
	maxRawUsage = 4 << 10
)

// usageOf returns the tokens and cost in a reply or an event; nil if there are none.
func usageOf(o map[string]json.RawMessage) (u *Usage) {
	for _, name := range []string{"usage", "usageMetadata", "usage_metadata", "meta", "extra_info", "timings"} {
		if u = readUsage(o[name]); u != nil {
			break
		}
	}
	if _, native := o["eval_count"]; native && u == nil { // Ollama
		u = newCounts(o).usage()
		if !u.counted() {
			u = nil
		}
	}
	if u == nil || u.Cost == nil {
		u = u.and(costAlone(costBeside(o)))
	}
	return u
}

// costAlone returns a Usage that has only a cost, nil if cost is nil.
func costAlone(cost *Money) *Usage {
	if cost == nil {
		return nil
	}
	return &Usage{Cost: cost}
}

// hideKey hides the key in Raw; u may be nil.
func (u *Usage) hideKey(mask *failure.KeyMask) {
	if u != nil && mask != nil && u.Raw != nil {
		u.Raw = json.RawMessage(mask.JSON(string(u.Raw)))
	}
}

// and returns u updated with a later usage of the same request: with its counts, if it has any, and
// with its cost. Either may be nil.
func (u *Usage) and(later *Usage) *Usage {
	switch {
	case later == nil:
		return u
	case u == nil:
		return later
	}
	all := *u
	if later.counted() {
		all = *later
	}
	if all.Cost = later.Cost; all.Cost == nil {
		all.Cost = u.Cost
	}
	return &all
}

// counted reports whether u has more than a cost.
func (u *Usage) counted() bool { return u.Total > 0 || u.AudioSeconds > 0 || u.Characters > 0 }

// readUsage parses a usage object. It returns nil if all counts are 0 and there is no cost, since
// every request has tokens.
func readUsage(raw json.RawMessage) *Usage {
	o, ok := wire.ParseObject(raw)
	if !ok {
		return nil
	}
	all := newCounts(o)
	c := all
	for _, name := range []string{"billed_units", "tokens"} { // Cohere: the billed counts are used
		if inner := all.object(name); inner.of("input_tokens", "output_tokens") > 0 {
			c = inner
			break
		}
	}
	u := c.usage()
	for _, name := range []string{"seconds", "prompt_audio_seconds", "audio_seconds", "duration_seconds"} {
		if d, ok := seconds(o[name]); ok && u.AudioSeconds == 0 {
			u.AudioSeconds = d.Seconds()
		}
	}
	u.Characters = all.of("characters", "character_count", "input_characters", "usage_characters", "billed_characters")
	u.Cost = costOf(o)
	if !u.counted() {
		if u.Cost != nil && u.Cost.Micros == 0 {
			u.Cost = nil
		}
		return costAlone(u.Cost)
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) == nil && compact.Len() <= maxRawUsage {
		u.Raw = compact.Bytes()
	}
	return u
}

// counts has the members of a usage object, with names in snake case.
type counts map[string]json.RawMessage

func newCounts(o map[string]json.RawMessage) counts {
	c := make(counts, len(o))
	for name, value := range o {
		if snake := underscored(name); snake == name || wire.IsNull(o[snake]) {
			c[snake] = value
		}
	}
	return c
}

// underscored converts a name to snake case: "inputTokens" to "input_tokens".
func underscored(name string) string {
	if len(name) > 64 || !strings.ContainsFunc(name, unicode.IsUpper) {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// of returns the first of the named counts that is positive, at most maxTokenCount; 0 if there is
// none.
func (c counts) of(names ...string) int {
	for _, name := range names {
		if n, ok := wire.ParseInt(c[name]); ok && n > 0 {
			return min(n, maxTokenCount)
		}
	}
	return 0
}

// object returns the first of the named members that is an object, as counts. A list of counts by
// modality, as Gemini sends it, gives the audio tokens.
func (c counts) object(names ...string) counts {
	for _, name := range names {
		if o, ok := wire.ParseObject(c[name]); ok {
			return newCounts(o)
		}
		list, _ := wire.ParseArray(c[name])
		for _, raw := range list[:min(len(list), maxFormats)] {
			o, _ := wire.ParseObject(raw)
			if kind, _ := wire.ParseString(o["modality"]); strings.EqualFold(kind, "audio") {
				return counts{"audio_tokens": newCounts(o)["token_count"]}
			}
		}
	}
	return nil
}

// usage finds out from the member names which counts include others; see tally.
func (c counts) usage() *Usage {
	output := c.object("completion_tokens_details", "completion_token_details", "output_tokens_details", "output_token_details", "candidates_tokens_details")
	t := tally{
		completion: c.of("completion_tokens", "output_tokens", "candidates_token_count", "output_token_count", "eval_count", "predicted_n"),
		total:      c.of("total_tokens", "total_token_count"),
		reasoning:  countPart{n: output.of("reasoning_tokens"), open: true},
	}
	c.readPrompt(&t)
	if t.reasoning.n == 0 {
		thoughts := c.of("thoughts_token_count") // Gemini
		t.reasoning.n, t.reasoning.beside = max(c.of("reasoning_tokens"), thoughts), thoughts > 0
	}
	t.distribute()
	return t.usage(output.of("audio_tokens"))
}

// readPrompt reads the counts of the prompt.
func (c counts) readPrompt(t *tally) {
	details := c.object("prompt_tokens_details", "prompt_token_details", "input_tokens_details", "input_token_details")
	t.prompt = c.of("prompt_tokens", "prompt_token_count", "prompt_eval_count")
	named := t.prompt > 0
	if !named {
		t.prompt = c.of("input_tokens", "input_token_count", "prompt_n")
	}
	// These counts are included in the prompt.
	t.read.n = details.of("cached_tokens", "cache_read_tokens", "cache_read_input_tokens")
	if t.read.n == 0 {
		t.read.n = c.of("cached_tokens", "cached_input_tokens", "prompt_cache_hit_tokens", "cached_content_token_count", "num_cached_tokens")
	}
	t.write.n = details.of("cache_write_tokens", "cache_creation_tokens", "cached_creation_tokens", "cache_creation_input_tokens")
	// These counts are not included in input_tokens. If the service sends prompt_tokens instead,
	// only the total shows whether they are included.
	read := c.of("cache_read_input_tokens", "cache_read_tokens", "cache_n")
	write := c.of("cache_creation_input_tokens", "cache_write_input_tokens", "cache_write_tokens", "cache_creation_tokens")
	if each := c.object("cache_creation"); write == 0 {
		write = min(each.of("ephemeral_5m_input_tokens")+each.of("ephemeral_1h_input_tokens"), maxTokenCount)
	}
	beside := !named && t.read.n == 0 && t.write.n == 0
	if t.read.n == 0 {
		t.read = countPart{n: read, beside: beside, open: !beside}
	}
	if t.write.n == 0 {
		t.write = countPart{n: write, beside: beside, open: !beside}
	}
	if t.prompt == 0 { // DeepSeek
		t.prompt = min(c.of("prompt_cache_hit_tokens")+c.of("prompt_cache_miss_tokens"), maxTokenCount)
	}
	t.prompt += c.of("tool_use_prompt_token_count") // Gemini
	t.audio = countPart{n: details.of("audio_tokens"), open: true}
	if t.audio.n == 0 {
		t.audio.n = c.of("audio_tokens") // Mistral
	}
	t.cachedAudio = details.object("cached_tokens_details").of("audio_tokens")
	if t.cachedAudio == 0 {
		t.cachedAudio = c.object("cache_tokens_details").of("audio_tokens")
	}
}
