package practice

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// hintKind tells what a piece of a message looks like.
type hintKind int

const (
	hintNumber hintKind = iota
	hintDate            // 2026-05-01
	hintEmail
	hintURL
	hintQuote // in quotation marks
	hintPlace // a capitalized name after "in", "at", "from"
	hintName  // another capitalized name
	hintWhere // a word in small letters after "in", "at", "from"
	hintSum   // arithmetic
)

// hint is a piece of a message that may fill a field: so many tokens, at the first of them.
type hint struct {
	kind   hintKind
	text   string
	at     int
	tokens int
}

// hints are what a message says, and the results of tools by the words of their names.
type hints struct {
	text    string
	words   []string
	tokens  []token
	all     []hint
	used    []bool
	results map[string]any
	today   time.Time
}

// token is a quotation, or a word without the punctuation around it.
type token struct {
	text    string
	quoted  bool
	heading bool // a colon follows
	ends    bool // other punctuation follows
}

// maxSearched is how much of a message is searched for hints, in bytes.
const maxSearched = 8000

// hintsOf finds the hints of a message; today is for dates that it does not name.
func hintsOf(text string, today time.Time) *hints {
	text = strings.TrimSpace(strings.ToValidUTF8(text[:min(len(text), maxSearched)], ""))
	h := &hints{text: text, words: wordsOf(text), tokens: tokensOf(text), results: map[string]any{}, today: today}
	name := -1 // the name that the token before belongs to
	for i, t := range h.tokens {
		kind, value, ok := h.kindOf(i)
		isName := ok && (kind == hintName || kind == hintPlace)
		switch {
		case isName && name >= 0:
			h.all[name].text += " " + value // "New York"
			h.all[name].tokens++
		case ok:
			h.all = append(h.all, hint{kind, value, i, 1})
			if isName {
				name = len(h.all) - 1
			}
		}
		if !isName || t.ends {
			name = -1
		}
	}
	if sum := sumIn(text); sum != "" {
		h.all = append(h.all, hint{hintSum, sum, len(h.tokens), 0})
	}
	h.used = make([]bool, len(h.all))
	return h
}

// closingQuote has the quotation marks by their opening ones.
var closingQuote = map[string]string{`"`: `"`, "“": "”", "„": "“", "«": "»", "`": "`", "'": "'", "‘": "’"}

// tokensOf splits a text into words and quotations.
func tokensOf(text string) (all []token) {
	const brackets, after = "([{", `.,;!?"')]}`
	for {
		text = strings.TrimLeft(text, " \t\r\n"+brackets)
		if text == "" {
			return all
		}
		_, size := utf8.DecodeRuneInString(text)
		closing := closingQuote[text[:size]]
		if end := strings.Index(text[size:], closing); closing != "" && end > 0 && !strings.Contains(text[size:size+end], "\n") {
			all = append(all, token{text: text[size : size+end], quoted: true})
			text = text[size+end+len(closing):]
			continue
		}
		word := text
		if end := strings.IndexFunc(text, unicode.IsSpace); end > 0 {
			word = text[:end]
		}
		text = text[len(word):]
		t := token{heading: strings.HasSuffix(word, ":"), ends: strings.TrimRight(word, after) != word}
		if t.text = strings.Trim(word, after+brackets+":"); t.text != "" {
			all = append(all, t)
		}
	}
}

// kindOf tells what the token at i may fill, and with what.
func (h *hints) kindOf(i int) (kind hintKind, value string, ok bool) {
	t := h.tokens[i]
	if t.quoted {
		return hintQuote, t.text, true
	}
	if _, err := time.Parse(time.DateOnly, t.text); err == nil {
		return hintDate, t.text, true
	}
	if days := slices.Index([]string{"today", "tomorrow"}, strings.ToLower(t.text)); days >= 0 {
		return hintDate, h.today.AddDate(0, 0, days).Format(time.DateOnly), true
	}
	if number, ok := plainNumber(t.text); ok {
		return hintNumber, number, true
	}
	switch {
	case strings.HasPrefix(t.text, "https://") || strings.HasPrefix(t.text, "http://"):
		return hintURL, t.text, true
	case strings.Index(t.text, "@") > 0:
		return hintEmail, t.text, true
	case idle()[strings.ToLower(t.text)] || commands()[strings.ToLower(t.text)] || t.heading:
		return 0, "", false
	}
	after := i > 0 && !h.tokens[i-1].ends && slices.Contains([]string{"in", "at", "near", "from", "to"}, strings.ToLower(h.tokens[i-1].text))
	switch first, _ := utf8.DecodeRuneInString(t.text); {
	case unicode.IsUpper(first) && after:
		return hintPlace, t.text, true
	case unicode.IsUpper(first):
		return hintName, t.text, true
	}
	return hintWhere, t.text, after
}

// plainNumber is a number as JSON writes it.
func plainNumber(text string) (string, bool) {
	r, ok := new(big.Rat).SetString(strings.ReplaceAll(text, ",", ""))
	if !ok || strings.ContainsAny(text, "eEpPxXoObB/_") {
		return "", false
	}
	return string(jsonNumber(r)), true
}

// sumIn finds arithmetic in a text: "12*7", "(3 + 4) / 2".
func sumIn(text string) string {
	const signs = "+-*/^×÷%"
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(" 0123456789.()"+signs, r) }) {
		run = strings.TrimRight(strings.TrimSpace(run), " .(+-*/^×÷")
		if strings.ContainsAny(strings.TrimLeft(run, "-"), signs) && strings.ContainsAny(run, "0123456789") {
			return run
		}
	}
	return ""
}

// commands are words that messages begin with and that are no names.
var commands = wordSet(`add book calculate call compute convert count create delete email extract fetch find fill generate invite look mail multiply
	open order play read remind rename reserve save schedule search send set start stop subtract sum summarise summarize translate turn weather
	write yes hey dear describe explain compare check`)

// find lists the unused hints of some kinds, those beside a word of the name first, then by kind; without others only those
// beside it.
func (h *hints) find(name string, kinds []hintKind, others bool) (found []int) {
	words := wordsOf(name)
	beside := func(i int) bool {
		return i >= 0 && i < len(h.tokens) && !h.tokens[i].quoted && mentions(words, strings.ToLower(h.tokens[i].text))
	}
	rank := func(i int) int {
		one := h.all[i]
		switch next := one.at + one.tokens; {
		case beside(one.at - 1):
			return -3
		case beside(one.at - 2):
			return -2
		case one.tokens > 0 && !h.tokens[next-1].ends && beside(next):
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
	lower := " " + strings.ToLower(h.text)
	if name == "" || len(lower) != len(h.text)+1 {
		return "" // a letter that changes its size when it is made small
	}
	for _, label := range []string{strings.ToLower(name), key(name)} {
		for _, link := range []string{":", "=", " is "} {
			i := strings.Index(lower, " "+label+link)
			if i < 0 {
				continue
			}
			rest := h.text[i+len(label)+len(link):]
			for _, end := range []string{",", ";", "\n", ". ", " and "} {
				rest, _, _ = strings.Cut(rest, end)
			}
			if rest = strings.Trim(rest, " .!?\"'“”"); rest != "" {
				return rest
			}
		}
	}
	return ""
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
