package practice

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// factKind is what a piece of a message looks like.
type factKind int

const (
	aNumber factKind = iota
	aDate            // 2026-05-01
	aTime            // 14:30:00
	anEmail
	anURL
	aQuote // what stands in quotation marks
	aPlace // a capitalised name after "in", "at", "near"
	aName  // another capitalised name
	aSum   // an arithmetic expression
)

// fact is a piece of a message that may fill a field.
type fact struct {
	kind   factKind
	text   string
	at     int      // where it begins, in bytes
	before []string // the words before it, the nearest last
	after  string   // the word after it
	used   bool
}

// facts are what can be taken from a message, in the order of the message.
type facts struct {
	text  string
	words []string
	all   []*fact
	// told are the values of tool results, by the words of their names.
	told map[string]any
}

const (
	month   = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
	weekday = `(?:mon|tues|wednes|thurs|fri|satur|sun)day`
)

// patterns find facts. What an earlier one found, a later one does not see.
var patterns = sync.OnceValue(func() []struct {
	kind factKind
	re   *regexp.Regexp
} {
	of := regexp.MustCompile
	return []struct {
		kind factKind
		re   *regexp.Regexp
	}{
		{anURL, of(`https?://[^\s"'<>()]+[^\s"'<>().,;:!?]`)},
		{anEmail, of(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)},
		{aQuote, of("\"([^\"\n]+)\"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|`([^`\n]+)`|(?:^|[\\s(])'([^'\n]+)'(?:[\\s.,;:!?)]|$)|(?:^|[\\s(])‘([^’\n]+)’")},
		{aDate, of(`(?i)\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}(?:st|nd|rd|th)?(?: of)? ` + month + `\b(?:,? \d{4})?|` + month + ` \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4})?|today|tomorrow|yesterday|(?:next |on )?` + weekday + `)\b`)},
		{aTime, of(`(?i)\b(?:\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midnight)\b`)},
		{aSum, of(`[\d.(][\d\s.()]*[-+*/^×÷%][-+*/^×÷%\d\s.()]*[\d)]`)},
		{aNumber, of(`(?i)-?\b\d+(?:,\d{3})*(?:\.\d+)?|\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand)\b`)},
		{aName, of(`\p{Lu}[\p{L}\p{N}'’.&-]*(?:(?: (?:of|the|de|da|du|la|le|van|von|al) | )\p{Lu}[\p{L}\p{N}'’.&-]*)*(?:, \p{Lu}{2}\b)?`)},
	}
})

// maxSearched is how much of a message is searched for facts, in bytes, maxFacts is how many of each kind are taken, and around is
// how much of the message before and after a fact is read for the words beside it.
const (
	maxSearched = 8000
	maxFacts    = 50
	around      = 100
)

// factsOf finds the facts of a message; today is what "tomorrow" counts from.
func factsOf(text string, today time.Time) *facts {
	text = strings.ToValidUTF8(text[:min(len(text), maxSearched)], "")
	f := &facts{text: strings.TrimSpace(text), words: wordsOf(text), told: map[string]any{}}
	masked := []byte(f.text)
	for _, p := range patterns() {
		for _, span := range p.re.FindAllSubmatchIndex(masked, maxFacts) {
			from, to := span[0], span[1]
			for g := 2; g+1 < len(span); g += 2 {
				if span[g] >= 0 {
					from, to = span[g], span[g+1]
				}
			}
			f.add(p.kind, from, to, today)
			if p.kind != aName && p.kind != aSum {
				// What is masked is no letter, no digit and no sign of another pattern.
				for i := span[0]; i < span[1]; i++ {
					masked[i] = ' '
				}
			}
		}
	}
	slices.SortStableFunc(f.all, func(a, b *fact) int { return a.at - b.at })
	return f
}

// add takes over a piece of the message as a fact, in the form that a field has.
func (f *facts) add(kind factKind, from, to int, today time.Time) {
	piece := strings.TrimSpace(f.text[from:to])
	lead := f.text[max(0, from-around):from]
	before := wordsOf(lead)
	found := &fact{kind: kind, text: piece, at: from, before: before[max(0, len(before)-3):]}
	rest := f.text[to:min(len(f.text), to+around)]
	if after := wordsOf(rest); len(after) > 0 && !strings.ContainsAny(rest[:1], ",;.:") {
		found.after = after[0]
	}
	switch kind {
	case aNumber:
		if strings.HasPrefix(piece, "-") && strings.TrimRight(lead, "0123456789)") != lead {
			piece = piece[1:] // "12-7"
		}
		found.text = plainNumber(piece)
	case aDate:
		found.text = plainDate(piece, today)
	case aTime:
		found.text = plainTime(piece)
	case aName:
		found.text = strings.TrimRight(piece, ".'’&-")
		if strings.HasPrefix(rest, ":") {
			return // "Title: …"
		}
		open := strings.TrimRight(lead, " \t\"“(")
		begins := open == "" || strings.ContainsAny(open[len(open)-1:], ".!?:\n")
		first, rest, more := strings.Cut(found.text, " ")
		if begins && (idle()[strings.ToLower(first)] || commands()[strings.ToLower(first)]) {
			// "Find Anna", "What": the first word of a sentence is large whatever it is.
			if !more {
				return
			}
			found.text, found.before = rest, append(before, strings.ToLower(first))
		}
		if idle()[strings.ToLower(found.text)] || found.text == "" {
			return
		}
		if len(found.before) > 0 && slices.Contains([]string{"in", "at", "near", "from", "to", "around"}, found.before[len(found.before)-1]) {
			found.kind = aPlace
		}
	}
	if found.text != "" {
		f.all = append(f.all, found)
	}
}

// commands are words that messages begin with and that are no names.
var commands = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`add book calculate call compute convert count create delete email extract fetch find fill generate invite look
		mail multiply open order play read remind rename reserve schedule search send set start stop subtract sum summarise summarize
		translate turn weather write yes hey dear describe explain compare check is`) {
		set[w] = true
	}
	return set
})

// plainNumber is a number as JSON writes it.
func plainNumber(piece string) string {
	for i, w := range strings.Fields("zero one two three four five six seven eight nine ten eleven twelve") {
		if strings.EqualFold(piece, w) {
			return strconv.Itoa(i)
		}
	}
	switch strings.ToLower(piece) {
	case "twenty":
		return "20"
	case "hundred":
		return "100"
	case "thousand":
		return "1000"
	}
	piece = strings.ReplaceAll(piece, ",", "")
	sign := ""
	if rest, negative := strings.CutPrefix(piece, "-"); negative {
		piece, sign = rest, "-"
	}
	whole, part, isPart := strings.Cut(piece, ".")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if isPart {
		whole += "." + part
	}
	return sign + whole
}

// plainDate is a date as RFC 3339 writes it, "" if it is none.
func plainDate(piece string, today time.Time) string {
	lower := strings.ToLower(piece)
	switch lower {
	case "today":
		return today.Format(time.DateOnly)
	case "tomorrow":
		return today.AddDate(0, 0, 1).Format(time.DateOnly)
	case "yesterday":
		return today.AddDate(0, 0, -1).Format(time.DateOnly)
	}
	if words := strings.Fields(lower); strings.HasSuffix(lower, "day") && len(words) > 0 {
		for ahead := 1; ahead <= 7; ahead++ {
			if day := today.AddDate(0, 0, ahead); strings.EqualFold(day.Weekday().String(), words[len(words)-1]) {
				return day.Format(time.DateOnly)
			}
		}
	}
	if day, err := time.Parse("2.1.2006", lower); err == nil {
		return day.Format(time.DateOnly)
	}
	if day, err := time.Parse(time.DateOnly, lower); err == nil {
		return day.Format(time.DateOnly)
	}
	var name string
	var numbers []int
	for _, w := range strings.FieldsFunc(lower, func(r rune) bool { return r == ' ' || r == ',' }) {
		if n, err := strconv.Atoi(strings.TrimRight(w, "stndrh")); err == nil {
			numbers = append(numbers, n)
		} else if w != "of" {
			name = w[:min(3, len(w))]
		}
	}
	if len(numbers) == 0 || len(name) < 3 {
		return ""
	}
	year := today.Year()
	if len(numbers) > 1 {
		year = numbers[1]
	}
	day, err := time.Parse("Jan 2 2006", strings.ToUpper(name[:1])+name[1:]+" "+strconv.Itoa(numbers[0])+" "+strconv.Itoa(year))
	if err != nil {
		return ""
	}
	return day.Format(time.DateOnly)
}

// plainTime is a time of day as RFC 3339 writes it, without the zone; "" if it is none.
func plainTime(piece string) string {
	lower := strings.ReplaceAll(strings.ToLower(piece), " ", "")
	switch lower {
	case "noon":
		return "12:00:00"
	case "midnight":
		return "00:00:00"
	}
	for _, layout := range []string{"15:04:05", "15:04", "3:04pm", "3pm"} {
		if at, err := time.Parse(layout, lower); err == nil {
			return at.Format(time.TimeOnly)
		}
	}
	return ""
}

// topic is what a message is about: what follows a colon, "for" or "about", else all of it.
func (f *facts) topic() string {
	text := strings.TrimRight(f.text, " ?!.\n")
	if _, after, ok := strings.Cut(text, ": "); ok && strings.TrimSpace(after) != "" {
		return strings.TrimSpace(after)
	}
	for _, cut := range []string{" for ", " about ", " called ", " named "} {
		if _, after, ok := strings.Cut(text, cut); ok && strings.TrimSpace(after) != "" {
			after, _, _ = strings.Cut(after, ", ")
			return strings.TrimSpace(after)
		}
	}
	return text
}
