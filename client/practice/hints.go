package practice

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// hintKind tells what a piece of a message looks like.
type hintKind int

const (
	hintQuote hintKind = iota // in quotation marks
	hintURL
	hintEmail
	hintDate // a day of the calendar, or "today"
	hintSum  // arithmetic
	hintNumber
	hintName  // capitalized
	hintWhere // a word in small letters after "in", "at", "from"
	hintPlace // a name after one of these
)

// hint is a piece of a message that may fill a field.
type hint struct {
	kind   hintKind
	text   string
	before []string // the two words before it, the nearest last
	after  string   // the word behind it, "" where other punctuation than a space stands between
}

// hints are what a message says, and the results of tools by the words of their names.
type hints struct {
	text    string
	words   []string
	all     []hint
	used    []bool
	results map[string]any
	today   time.Time
}

// maxSearched is how much of a message is searched for hints, in bytes.
const maxSearched = 8000

// hintPattern finds hints, one group for each kind in its order. A sum goes before the numbers in
// it.
var hintPattern = regexp.MustCompile(`["“„«]([^"”“»\n]+)["”“»]` + // hintQuote
	`|(https?://[^\s,;]*[\pL\d/])` + // hintURL
	`|([\w.+-]+@[\w.-]*\w)` + // hintEmail
	`|(\d{4}-\d\d-\d\d|\b(?i:today|tomorrow)\b)` + // hintDate
	`|(\(*-?\d[\d.]*\)*(?: ?[-+*/^×÷%] ?\(*-?\d[\d.]*\)*)+)` + // hintSum
	`|(-?\d+(?:,\d{3})*(?:\.\d+)?)` + // hintNumber
	`|(\p{Lu}[\pL'’-]*(?: \p{Lu}[\pL'’-]*)*)` + // hintName
	`|\b(?:in|at|near|from|to) (\p{Ll}+)(?:[\s.,;?!]|$)`) // hintWhere

// hintsOf finds the hints of a message; today is for dates that it does not name.
func hintsOf(text string, today time.Time) *hints {
	text = strings.TrimSpace(strings.ToValidUTF8(text[:min(len(text), maxSearched)], ""))
	h := &hints{text: text, words: wordsOf(text), results: map[string]any{}, today: today}
	for _, found := range hintPattern.FindAllStringSubmatchIndex(text, -1) {
		one := hint{kind: hintQuote}
		for found[2*int(one.kind)+2] < 0 {
			one.kind++
		}
		from, to := found[2*int(one.kind)+2], found[2*int(one.kind)+3]
		one.text = text[from:to]
		one.before = wordsOf(text[max(0, from-40):from])
		one.before = one.before[max(0, len(one.before)-2):]
		if rest, ok := strings.CutPrefix(text[to:], " "); ok {
			rest, _, _ = strings.Cut(rest, " ")
			one.after = strings.ToLower(strings.Trim(rest, ".,;:!?"))
		}
		if one.clean(text[to:], today) {
			h.all = append(h.all, one)
		}
	}
	h.used = make([]bool, len(h.all))
	return h
}

// clean writes a hint as a field takes it, and reports whether it is one; rest is what follows it.
func (h *hint) clean(rest string, today time.Time) bool {
	common := func(word string) bool { word = strings.ToLower(word); return idle()[word] || commands()[word] }
	switch h.kind {
	case hintDate:
		if days := slices.Index([]string{"today", "tomorrow"}, strings.ToLower(h.text)); days >= 0 {
			h.text = today.AddDate(0, 0, days).Format(time.DateOnly)
		}
	case hintNumber:
		h.text = strings.ReplaceAll(h.text, ",", "")
	case hintName:
		for first, others, _ := strings.Cut(h.text, " "); common(first); first, others, _ = strings.Cut(h.text, " ") {
			if h.text = others; others == "" {
				return false
			}
		}
		if n := len(h.before); n > 0 && slices.Contains([]string{"in", "at", "near", "from", "to"}, h.before[n-1]) {
			h.kind = hintPlace
		}
		return !strings.HasPrefix(rest, ":")
	case hintWhere:
		return !common(h.text)
	}
	return true
}

// commands are words that messages begin with and that are no names.
var commands = wordSet(`add book calculate call compute convert count create delete email extract fetch find fill generate invite look mail multiply
	open order play read remind rename reserve save schedule search send set start stop subtract sum summarize summarize translate turn weather
	write yes hey dear describe explain compare check`)

// find lists the unused hints of some kinds, those beside a word of the name first, then by kind;
// without others only those beside it.
func (h *hints) find(name string, kinds []hintKind, others bool) (found []int) {
	words := wordsOf(name)
	rank := func(i int) int {
		one := h.all[i]
		for n, w := range slices.Backward(one.before) {
			if mentions(words, w) {
				return n - 4
			}
		}
		if mentions(words, one.after) {
			return -1
		}
		return slices.Index(kinds, one.kind)
	}
	for i, one := range h.all {
		if !h.used[i] && slices.Contains(kinds, one.kind) && (others || rank(i) < 0) {
			found = append(found, i)
		}
	}
	slices.SortStableFunc(found, func(a, b int) int { return rank(a) - rank(b) })
	return found
}

// label is what the message says a field is: "title: Holidays", "size is large".
func (h *hints) label(name string) string {
	if name == "" {
		return ""
	}
	names := regexp.QuoteMeta(name) + "|" + regexp.QuoteMeta(key(name))
	found := regexp.MustCompile(`(?i)(?:^| )(?:` + names + `)(?:[:=]| is )(.+?)(?:[,;\n]|\. | and |$)`).FindStringSubmatch(h.text)
	if found == nil {
		return ""
	}
	return strings.Trim(found[1], " .!?\"'“”")
}

// names reports whether the message has the words of a field's name.
func (h *hints) names(name string) bool {
	words := telling(name)
	return len(words) > 0 && common(words, h.words) == len(words)
}

// denies reports whether the message says no to a field: "without sugar", "no sugar".
func (h *hints) denies(name string) bool {
	words := telling(name)
	for i, w := range h.words[min(1, len(h.words)):] {
		if mentions(words, w) && slices.Contains([]string{"no", "not", "without", "never"}, h.words[i]) {
			return true
		}
	}
	return false
}

// mentioned lists the values whose words the message has, those of more words first.
func (h *hints) mentioned(values []any) (found []any) {
	size := func(v any) int { return len(wordsOf(fmt.Sprint(v))) }
	for _, v := range values {
		if n := size(v); n > 0 && common(wordsOf(fmt.Sprint(v)), h.words) == n {
			found = append(found, v)
		}
	}
	slices.SortStableFunc(found, func(a, b any) int { return size(b) - size(a) })
	return found
}

// topic is what the message is about: what follows a colon, "for" or "about", else all of it.
func (h *hints) topic() string {
	text := strings.TrimRight(h.text, " ?!.\n")
	for _, lead := range []string{": ", " for ", " about ", " called ", " named "} {
		if _, after, ok := strings.Cut(text, lead); ok && strings.TrimSpace(after) != "" {
			after, _, _ = strings.Cut(after, ", ")
			return strings.TrimSpace(after)
		}
	}
	return text
}

// learn takes over the members of the result of a tool, by their names.
func (h *hints) learn(result []byte) {
	var members map[string]any
	if json.Unmarshal(result, &members) != nil {
		return
	}
	for name, value := range members {
		if _, known := h.results[key(name)]; !known {
			h.results[key(name)] = value
		}
	}
}
