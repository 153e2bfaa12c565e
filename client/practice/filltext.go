package practice

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// strings are the texts to try for a field: what the message says, then what the schema offers, then what fits its rules.
func (f *filler) strings(s *shape, at field, yield func(any) bool) {
	if s.minLength > maxLettersMade {
		f.missed(s.all, maxLevels, "it asks for more than "+strconv.Itoa(maxLettersMade)+" characters")
		return
	}
	// try offers a text as it is and cut to size; true when that was taken.
	try := func(text string) bool {
		return !yield(text) || s.fit(text) != text && !yield(s.fit(text))
	}
	if at.item == 0 {
		if said := f.explicit(at.name); said != "" && try(said) {
			return
		}
	}
	if kinds := f.kinds(s, at.name); len(kinds) > 0 {
		for _, text := range f.texts(s, at, kinds) {
			if try(text.text) {
				text.use()
				return
			}
		}
	}
	for _, v := range s.defaults {
		if !yield(v) {
			return
		}
	}
	for _, pattern := range s.patterns {
		for _, text := range f.matching(pattern) {
			if try(text) {
				return
			}
		}
	}
	f.invent(s, at, try)
}

// textFact is a text that comes from facts.
type textFact struct {
	text string
	from []*fact
}

func (t textFact) use() {
	for _, one := range t.from {
		one.used = true
	}
}

// texts are what the facts of some kinds say for a field.
func (f *filler) texts(s *shape, at field, kinds []factKind) []textFact {
	var all []textFact
	best := f.pick(at.name, false, kinds...)
	if best == nil {
		return nil
	}
	if slices.Contains(s.formats, "date-time") {
		hour := textFact{"09:00:00", nil}
		if clock := f.pick(at.name, false, aTime); clock != nil {
			hour = textFact{clock.text, []*fact{clock}}
		}
		return []textFact{{best.text + "T" + hour.text + "Z", append(hour.from, best)}}
	}
	if best.kind == aTime {
		short := strings.TrimSuffix(best.text, ":00")
		if slices.Contains(s.formats, "time") {
			short = best.text + "Z"
		}
		return []textFact{{short, []*fact{best}}, {best.text, []*fact{best}}}
	}
	all = append(all, textFact{best.text, []*fact{best}})
	for _, one := range f.facts.all {
		if one != best && !one.used && slices.Contains(kinds, one.kind) {
			all = append(all, textFact{one.text, []*fact{one}})
		}
	}
	return all
}

// matching are the texts for a pattern: pieces of the message that match it, and the simplest text that does.
func (f *filler) matching(pattern string) []string {
	var all []string
	if re, err := regexp.Compile(pattern); err == nil {
		for _, one := range f.facts.all {
			if re.MatchString(one.text) {
				all = append(all, one.text)
			}
		}
		for _, w := range strings.Fields(f.facts.text) {
			if w = strings.Trim(w, `.,;:!?"'()`); w != "" && re.MatchString(w) {
				all = append(all, w)
			}
		}
	}
	if len(all) > 20 {
		all = all[:20]
	}
	if parsed, err := syntax.Parse(pattern, syntax.Perl); err == nil {
		for _, repeats := range []int{1, 2, 4, 8} {
			all = append(all, matchOf(parsed.Simplify(), repeats))
		}
	}
	return all
}

// samples are texts in the formats that JSON Schema knows.
func (f *filler) sample(format string) (string, bool) {
	switch format {
	case "date":
		return f.today.Format(time.DateOnly), true
	case "date-time":
		return f.today.Format(time.DateOnly) + "T09:00:00Z", true
	case "time":
		return "09:00:00Z", true
	case "duration", "period":
		return "PT1H", true
	case "email", "idn-email":
		return "practice@example.org", true
	case "hostname", "idn-hostname":
		return "example.org", true
	case "ipv4":
		return "192.0.2.1", true
	case "ipv6":
		return "2001:db8::1", true
	case "uri", "iri", "uri-reference", "iri-reference", "uri-template":
		return "https://example.org/practice", true
	case "uuid":
		return "00000000-0000-4000-8000-000000000000", true
	case "regex":
		return "practice", true
	case "json-pointer":
		return "/practice", true
	case "relative-json-pointer":
		return "0/practice", true
	case "semver":
		return "1.0.0", true
	}
	return "", false
}

// invent makes up a text that the rules of a field allow.
func (f *filler) invent(s *shape, at field, try func(string) bool) {
	made := func(text string) bool {
		if at.item > 0 {
			text += " " + strconv.Itoa(at.item+1)
		}
		if !try(text) {
			return false
		}
		if at.required {
			f.invented++
		}
		return true
	}
	for _, format := range s.formats {
		if text, ok := f.sample(format); ok && (try(text) || at.item > 0 && made(text)) {
			return
		}
	}
	if kinds := kindsFor(at.name, s.about); at.item == 0 && (kinds == nil || kinds[0] == aQuote) {
		// Free text: what stands in quotation marks, else what the message is about.
		if one := f.pick(at.name, false, aQuote); one != nil && try(one.text) {
			one.used = true
			return
		}
		if topic := f.facts.topic(); topic != "" && try(topic) {
			if at.required {
				f.invented++
			}
			return
		}
	} else if len(kinds) > 0 && (kinds[0] == aPlace || kinds[0] == aName) {
		if where := f.after("in", "at", "near", "for", "from", "to", "of"); where != "" && at.item == 0 && try(where) {
			return
		}
	}
	name := key(at.name)
	if name == "" {
		name = "practice"
	}
	if made(name) || made("practice "+name) || made("Practice") || made("") {
		return
	}
	made(strings.Repeat("x", max(s.minLength, 1)))
}

// after is what follows a preposition in small letters: "weather in paris".
func (f *filler) after(prepositions ...string) string {
	words := strings.Fields(f.facts.text)
	for i, w := range words[:max(0, len(words)-1)] {
		if !slices.Contains(prepositions, strings.ToLower(w)) {
			continue
		}
		next := strings.Trim(words[i+1], `.,;:!?"'()`)
		if lower := strings.ToLower(next); lower != "" && !idle()[lower] {
			return next
		}
	}
	return ""
}

// fit makes a text long and short enough.
func (s *shape) fit(text string) string {
	if n := utf8.RuneCountInString(text); n < s.minLength {
		text += strings.Repeat(" practice", (s.minLength-n)/9+1)
		text = string([]rune(text)[:s.minLength])
	}
	if runes := []rune(text); s.maxLength >= 0 && len(runes) > s.maxLength {
		text = string(runes[:s.maxLength])
	}
	return text
}

// matchOf is a short text that matches a regular expression, open repetitions taken at least so many times. Anchors and
// word boundaries are not looked at: who uses it checks.
func matchOf(re *syntax.Regexp, repeats int) string {
	var b strings.Builder
	writeMatch(&b, re, repeats)
	return b.String()
}

// writeMatch writes a match, until there are more letters than any field takes.
func writeMatch(b *strings.Builder, re *syntax.Regexp, repeats int) {
	times := func(n int) {
		for range n {
			if b.Len() > maxLettersMade {
				return
			}
			before := b.Len()
			writeMatch(b, re.Sub[0], repeats)
			if b.Len() == before {
				return // more of nothing is nothing
			}
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(oneOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpCapture:
		times(1)
	case syntax.OpPlus:
		times(repeats)
	case syntax.OpStar:
		times(repeats - 1)
	case syntax.OpQuest:
		times(min(repeats-1, 1))
	case syntax.OpRepeat:
		times(max(re.Min, 1))
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			writeMatch(b, sub, repeats)
		}
	case syntax.OpAlternate:
		writeMatch(b, re.Sub[0], repeats)
	}
}

// oneOf is a character of a class that people like to see: a letter, a digit, else the first.
func oneOf(ranges []rune) rune {
	for _, want := range []rune{'a', 'A', '1', '0', ' ', '-', '_', '.'} {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= want && want <= ranges[i+1] {
				return want
			}
		}
	}
	if len(ranges) == 0 {
		return 'a'
	}
	return ranges[0]
}
