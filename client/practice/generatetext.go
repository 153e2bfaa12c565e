package practice

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formatExamples are texts in the formats that JSON Schema knows, but for dates.
var formatExamples = map[string]string{
	"time": "09:00:00Z", "duration": "PT1H", "period": "PT1H", "email": "practice@example.org", "idn-email": "practice@example.org",
	"hostname": "example.org", "idn-hostname": "example.org", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"uri": "https://example.org/practice", "iri": "https://example.org/practice", "uri-reference": "https://example.org/practice",
	"iri-reference": "https://example.org/practice", "uri-template": "https://example.org/practice",
	"uuid": "00000000-0000-4000-8000-000000000000", "regex": "practice", "json-pointer": "/practice",
	"relative-json-pointer": "0/practice", "semver": "1.0.0",
}

// text offers texts: what the message says, what the schema gives as examples, then what fits its
// rules.
func (g *generator) text(c constraints, at field, try func(any) bool) bool {
	least, most := c.bounds(func(s *jsonschema.Schema) (*int, *int) { return s.MinLength, s.MaxLength })
	if least > maxLettersMade {
		g.missed(c.all, maxDepth, "it asks for more than "+strconv.Itoa(maxLettersMade)+" characters")
		return false
	}
	// A text is offered as it is and cut to size.
	tryText := func(text string) bool {
		sized := resize(text, least, most)
		return try(text) || sized != text && try(sized)
	}
	if label := g.hints.label(at.name); at.row == 0 && label != "" && tryText(label) {
		return true
	}
	usual := c.usual(at.name)
	if g.hinted(at, usual.kinds, true, tryText) || slices.ContainsFunc(c.examples, try) {
		return true
	}
	if slices.ContainsFunc(g.patternMatches(c), tryText) {
		return true
	}
	if !slices.ContainsFunc(g.inventions(c, at, usual, least), tryText) {
		return false
	}
	if at.required {
		g.invented++
	}
	return true
}

// usual tells what a text field takes: by its format, or else by its name.
func (c constraints) usual(name string) usualField {
	for _, s := range c.all {
		if s.Format != nil {
			return usualFor(s.Format.Name, "")
		}
	}
	return usualFor(name, c.about)
}

// inventions are texts for a field that the message does not fill.
func (g *generator) inventions(c constraints, at field, usual usualField, least int) (all []string) {
	numbered := func(text string) string {
		if at.row > 0 {
			return text + " " + strconv.Itoa(at.row+1)
		}
		return text
	}
	for _, s := range c.all {
		if s.Format == nil {
			continue
		}
		day := g.hints.today.AddDate(0, 0, at.row).Format(time.DateOnly)
		all = append(all, map[string]string{"date": day, "date-time": day + "T09:00:00Z"}[s.Format.Name], formatExamples[s.Format.Name])
		all = slices.DeleteFunc(all, func(text string) bool { return text == "" })
	}
	if at.row == 0 && usual.free() {
		all = append(all, g.hints.topic())
	}
	name := key(at.name)
	if name == "" {
		name = "practice"
	}
	for _, text := range []string{usual.example(at.row, g.hints.today), numbered(name), numbered("practice " + name), numbered("Practice")} {
		if text != "" {
			all = append(all, text)
		}
	}
	return append(all, numbered(""), strings.Repeat("x", max(least, 1)))
}

// patternMatches are words of the message that match the patterns, and simple texts that do.
func (g *generator) patternMatches(c constraints) (all []string) {
	for _, s := range c.all {
		if s.Pattern == nil {
			continue
		}
		re, err := regexp.Compile(s.Pattern.String())
		parsed, parseErr := syntax.Parse(s.Pattern.String(), syntax.Perl)
		if err != nil || parseErr != nil {
			continue
		}
		for _, word := range strings.Fields(g.hints.text[:min(len(g.hints.text), 1000)]) {
			if word = strings.Trim(word, ".,;:!?\"'“”()"); re.MatchString(word) {
				all = append(all, word)
			}
		}
		for _, repeats := range []int{1, 2, 4, 8} {
			var b strings.Builder
			writeMatch(&b, parsed.Simplify(), repeats)
			all = append(all, b.String())
		}
	}
	return all
}

// resize makes a text at least and at most so many characters long; -1 is no limit.
func resize(text string, least, most int) string {
	if n := utf8.RuneCountInString(text); n < least {
		text += strings.Repeat(" practice", (least-n)/9+1)
		most = least
	}
	if runes := []rune(text); most >= 0 && len(runes) > most {
		return string(runes[:most])
	}
	return text
}

// writeMatch writes a short match of a regular expression, open repetitions taken at least so many
// times, until there are more letters than any field takes. Anchors and word boundaries are
// ignored: the caller validates.
func writeMatch(b *strings.Builder, re *syntax.Regexp, repeats int) {
	times := 1
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(oneOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			writeMatch(b, sub, repeats)
		}
	case syntax.OpPlus:
		times = repeats
	case syntax.OpStar:
		times = repeats - 1
	case syntax.OpQuest:
		times = min(repeats-1, 1)
	case syntax.OpRepeat:
		times = max(re.Min, 1)
	}
	if re.Op == syntax.OpConcat || len(re.Sub) == 0 {
		return
	}
	for range times {
		before := b.Len()
		if before > maxLettersMade {
			return
		}
		writeMatch(b, re.Sub[0], repeats)
		if b.Len() == before {
			return // more of nothing is nothing
		}
	}
}

// oneOf is a readable character of a class: a letter, a digit, else the first.
func oneOf(ranges []rune) rune {
	for _, want := range "aA10 -_." {
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
