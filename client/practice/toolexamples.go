package practice

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Built-in tools of the program that the examples support, and two common example tools of other
// programs.
const (
	calculatorTool = "calculator"
	dateTool       = "date_and_time"
	searchTool     = "search_my_chats"
	rememberTool   = "remember"
	weatherTool    = "get_weather"
	timeTool       = "get_time"
)

// maxSearched is the number of bytes of a message searched for examples.
const maxSearched = 8000

// toolExample recognizes one kind of request for a tool.
type toolExample struct {
	tool string
	// asks matches a request. Its first group, or else the whole match, is passed to arguments.
	asks *regexp.Regexp
	// arguments returns the arguments, or nil if the request is not for this tool after all.
	arguments func(words string, now time.Time) map[string]any
	says      string // text before the call
}

// Parts of the regular expressions in toolExamples.
const (
	aNumber = `\d+(?:[.,]\d+)*`
	aUnit   = `(?:miles?|km|kilomet(?:er|re)s?|met(?:er|re)s?|m|cm|mm|yards?|feet|foot|ft|inch(?:es)?|kg|kilograms?|grams?|g|` +
		`pounds?|lbs?|ounces?|oz|lit(?:er|re)s?|l|ml|gallons?|pints?|cups?|°?[CF]|celsius|fahrenheit|hours?|minutes?|seconds?)\b`
	whatIs  = `(?i)\b(?:(?:what|which)(?:'s|’s| is)?|tell me|how) (?:the |today'?s |late )?(?:current )?`
	myChat  = `my (?:old |earlier |past )?(?:chats?|conversations?|transcripts?|history)(?: and transcripts)?`
	aPlace  = `(?-i:\p{Lu}\pL+(?: \p{Lu}\pL+)*)`
	subject = `(.+?)(?:,? and (?:what|how|tell)\b.*|[?.!\n].*|$)`
)

// toolExamples returns the examples in order of precedence. They are compiled on first use, because
// most runs do not need them.
var toolExamples = sync.OnceValue(func() []toolExample {
	return []toolExample{
		{calculatorTool, regexp.MustCompile(`(?i)(` + aNumber + ` ?(?:%|percent|per cent) of ` + aNumber + `)`), percentage, ""},
		{calculatorTool, regexp.MustCompile(`(?i)(` + aNumber + ` ?` + aUnit + ` (?:in|to|into|as) ` + aUnit + `)`), conversion, ""},
		{calculatorTool, regexp.MustCompile(`(?i)\b((?:the )?square root of ` + aNumber + `)`), squareRoot, ""},
		{calculatorTool, regexp.MustCompile(`(?:^|[\s:])(\(*` + aNumber + `\)*(?:(?: ?[+*/^×÷] ?| [-−–] )\(*` + aNumber + `\)*(?: ?%)?)+)`), expression, ""},
		{searchTool, regexp.MustCompile(`(?i)\bsearch (?:through |in )?(?:all )?(?:of )?` + myChat + ` (?:for|about) ` + subject), search, "Let me look through your chats."},
		{searchTool, regexp.MustCompile(`(?i)\b(?:find|look for) (.+?) in ` + myChat), search, "Let me look through your chats."},
		{
			searchTool, regexp.MustCompile(`(?i)\b(?:what|when|where) (?:did|have) (?:i|we) (?:ever )?(?:write|written|say|said|ask|asked|talk|talked|note|noted) (?:\w+ )?about ` + subject),
			search, "Let me look through your chats.",
		},
		{rememberTool, regexp.MustCompile(`(?i)\bremember(?: that|:) ([^\n]+)`), fact, ""},
		{dateTool, regexp.MustCompile(`(?i)\b(?:how (?:many (?:days|weeks)|long)|days)\b[^.?!]*? (?:until|till|before|to) ([^.?!\n]+)`), daysUntil, "Let me look at the calendar."},
		{dateTool, regexp.MustCompile(whatIs + `(?:day|weekday|date|time) [^.?!,\n]*?\bin (` + aNumber + ` (?:day|week|month|year)s?)\b`), daysFromNow, ""},
		{dateTool, regexp.MustCompile(whatIs + `(?:day|weekday|date|time) [^.?!,\n]*?\bin ([\pL][\pL ]+)`), timeInPlace, ""},
		{dateTool, regexp.MustCompile(whatIs + `(?:day|weekday|date)(?: of the week)? (?:is|was|will be|will|falls on)? ?(?:on )?([^.?!\n]+)`), weekday, ""},
		{dateTool, regexp.MustCompile(whatIs + `((?:day|weekday|date|time)(?: of the week)?(?: (?:is it|is today|today|now|right now|here))*) *(?:[.?!,\n]|$|and )`), justNow, ""},
		{weatherTool, regexp.MustCompile(`(?i)\bweather (?:like )?in (` + aPlace + `)`), inCity, ""},
		{timeTool, regexp.MustCompile(`(?i)\btime (?:is it )?in (` + aPlace + `)`), inCity, ""},
	}
})

func percentage(words string, now time.Time) map[string]any {
	return expression(regexp.MustCompile(`(?i) ?per ?cent`).ReplaceAllString(words, " %"), now)
}

func conversion(words string, now time.Time) map[string]any {
	return expression(regexp.MustCompile(` (?:to|into|as) `).ReplaceAllString(words, " in "), now)
}

func squareRoot(words string, now time.Time) map[string]any {
	return expression("sqrt("+regexp.MustCompile(aNumber).FindString(words)+")", now)
}

// thousands matches a number with thousands separators.
var thousands = regexp.MustCompile(`\b\d{1,3}(?:,\d{3})+\b`)

func expression(words string, _ time.Time) map[string]any {
	return map[string]any{"expression": thousands.ReplaceAllStringFunc(words, func(n string) string { return strings.ReplaceAll(n, ",", "") })}
}

// search returns the arguments of a search for the words, without a leading article.
func search(words string, _ time.Time) map[string]any {
	words = regexp.MustCompile(`(?i)^(?:the|an?|my|our) `).ReplaceAllString(strings.Trim(words, ` "“”„'`), "")
	if words == "" {
		return nil
	}
	return map[string]any{"query": words}
}

// fact returns the arguments to remember a sentence, which gets a capital letter.
func fact(words string, _ time.Time) map[string]any {
	return map[string]any{"text": strings.ToUpper(words[:1]) + words[1:]}
}

func inCity(words string, _ time.Time) map[string]any { return map[string]any{"city": words} }

func daysUntil(words string, now time.Time) map[string]any {
	if day, ok := dayOf(words, now); ok {
		return map[string]any{"action": "difference", "date": now.Format(time.DateOnly), "to": day}
	}
	return nil
}

// daysFromNow returns the arguments of a date offset. It converts years to months, which the tool
// supports.
func daysFromNow(words string, _ time.Time) map[string]any {
	number, unit, _ := strings.Cut(words, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil
	}
	if unit = strings.TrimSuffix(unit, "s") + "s"; unit == "years" {
		n, unit = 12*n, "months"
	}
	return map[string]any{"action": "add", unit: n}
}

func weekday(words string, now time.Time) map[string]any {
	if day, ok := dayOf(words, now); ok {
		return map[string]any{"action": "weekday", "date": day}
	}
	return nil
}

func justNow(string, time.Time) map[string]any { return map[string]any{"action": "now"} }

// zones lists the time zones whose cities the examples recognize.
var zones = strings.Fields(`Africa/Cairo Africa/Johannesburg Africa/Lagos Africa/Nairobi America/Chicago America/Denver America/Halifax America/Lima
	America/Los_Angeles America/Mexico_City America/New_York America/Sao_Paulo America/Toronto America/Vancouver Asia/Bangkok Asia/Dubai
	Asia/Hong_Kong Asia/Jakarta Asia/Karachi Asia/Kolkata Asia/Manila Asia/Seoul Asia/Shanghai Asia/Singapore Asia/Tokyo Australia/Melbourne
	Australia/Perth Australia/Sydney Europe/Amsterdam Europe/Athens Europe/Berlin Europe/Dublin Europe/Helsinki Europe/Istanbul
	Europe/Lisbon Europe/London Europe/Madrid Europe/Moscow Europe/Oslo Europe/Paris Europe/Prague Europe/Rome Europe/Stockholm
	Europe/Vienna Europe/Warsaw Europe/Zurich Pacific/Auckland Pacific/Honolulu`)

// cityOf returns the city of a zone.
func cityOf(zone string) string {
	_, city, _ := strings.Cut(zone, "/")
	return strings.ReplaceAll(city, "_", " ")
}

func timeInPlace(words string, _ time.Time) map[string]any {
	for _, zone := range zones {
		if city := cityOf(zone); len(words) >= len(city) && strings.EqualFold(words[:len(city)], city) {
			return map[string]any{"action": "now", "zone": zone}
		}
	}
	return nil
}

// ordinal matches an ordinal number, as in "20th".
var ordinal = regexp.MustCompile(`(\d)(?:st|nd|rd|th)\b`)

// dayOf parses the date at the beginning of words into the tool's format. A date without a year is
// the next such day.
func dayOf(words string, now time.Time) (day string, ok bool) {
	words = ordinal.ReplaceAllString(strings.ToLower(strings.NewReplacer(",", " ", "’", "'").Replace(words)), "$1")
	fields := strings.Fields(words)
	fields = slices.DeleteFunc(fields, func(w string) bool { return w == "the" || w == "of" || w == "next" })
	today := now.Format(time.DateOnly)
	next := func(month time.Month, date int) string {
		d := time.Date(now.Year(), month, date, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		if d < today {
			d = time.Date(now.Year()+1, month, date, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		}
		return d
	}
	named := map[string]string{
		"today": today, "tomorrow": now.AddDate(0, 0, 1).Format(time.DateOnly), "christmas": next(time.December, 25),
		"end year": next(time.December, 31), "end this year": next(time.December, 31), "new year": next(time.January, 1),
	}
	for n := min(len(fields), 3); n > 0; n-- {
		text := strings.Join(fields[:n], " ")
		if named[text] != "" {
			return named[text], true
		}
		for _, layout := range []string{time.DateOnly, "2 January 2006", "January 2 2006", "2 January", "January 2"} {
			if d, err := time.Parse(layout, text); err == nil && d.Year() == 0 {
				return next(d.Month(), d.Day()), true
			} else if err == nil {
				return d.Format(time.DateOnly), true
			}
		}
	}
	return "", false
}

// starters are the messages that the window offers for trying tools.
var starters = []string{"What is 17% of 1,250?", "Search my chats for a recipe"}

// english returns the English starter for one in the user's language, other messages as they are.
func (t translator) english(asked string) string {
	for _, s := range starters {
		if strings.TrimSpace(asked) == t.text(s, nil) {
			return s
		}
	}
	return asked
}

// exampleCalls returns the calls that the examples find in a message, in text order, and the text
// before them.
func exampleCalls(q question, now time.Time) (says string, calls []call) {
	asked := q.english(q.lastUser().text)
	asked = asked[:min(len(asked), maxSearched)]
	type foundCall struct {
		from, to int
		call     call
		says     string
	}
	var all []foundCall
	for _, e := range toolExamples() {
		at := slices.IndexFunc(q.offered(), func(t tool) bool { return t.name == e.tool })
		if at < 0 {
			continue
		}
		takes := q.offered()[at].properties()
		for _, m := range e.asks.FindAllStringSubmatchIndex(asked, -1) {
			from, to := m[0], m[3]
			taken := slices.ContainsFunc(all, func(f foundCall) bool { return from < f.to && f.from < to })
			arguments := e.arguments(asked[m[2]:m[3]], now)
			maps.DeleteFunc(arguments, func(name string, _ any) bool { _, ok := takes[name]; return !ok })
			if len(arguments) > 0 && !taken {
				all = append(all, foundCall{from, to, call{name: e.tool, arguments: asJSON(arguments)}, e.says})
			}
		}
	}
	slices.SortFunc(all, func(a, b foundCall) int { return a.from - b.from })
	for _, f := range all {
		if f.says != "" {
			says = q.text(f.says, nil)
		}
		calls = append(calls, f.call)
	}
	if len(calls) > 1 {
		says = ""
	}
	return says, calls
}

// exampleAnswer describes the results of built-in tools in sentences, "" if another tool was
// called.
func exampleAnswer(q question) string {
	calls, gave := q.results()
	var b strings.Builder
	for i, c := range calls {
		var a struct{ Expression, Zone, Query string }
		if json.Unmarshal([]byte(c.arguments), &a) != nil || !slices.Contains([]string{calculatorTool, dateTool, searchTool}, c.name) {
			return ""
		}
		b.WriteString(answerSentence(q.translator, c.name, a.Expression, a.Zone, a.Query, strings.TrimRight(q.given(gave[i]), ". ")) + "\n\n")
	}
	return b.String()
}

// Tool results that are messages of the program, and the pattern of a calculator's result.
var (
	notDone = regexp.MustCompile(`^(?:There is no|The (?:search|arguments|user|tool)|This call|It is not known|query must)`)
	aResult = regexp.MustCompile(`= |^[^\pL]*\d`)
)

// answerSentence describes the result of one call.
func answerSentence(t translator, tool, expression, zone, query, gave string) string {
	switch {
	case gave == "The user did not allow this call":
		return denial(t, tool)
	case notDone.MatchString(gave), tool == calculatorTool && !aResult.MatchString(gave):
		return failedAttempt(t, tool, values{"Why": gave})
	case tool == calculatorTool:
		return t.text("{{.Expression}} is {{.Result}}.", values{"Expression": plain(expression), "Result": strings.TrimSpace(gave[strings.LastIndex(gave, "=")+1:])})
	case tool == searchTool && strings.HasPrefix(gave, "Nothing was found"):
		return t.text("I looked for “{{.Text}}” in your other chats and found nothing.", values{"Text": plain(query)})
	case tool == searchTool:
		return t.text("I looked for “{{.Text}}” in your other chats. Here is what I found:", values{"Text": plain(query)}) + "\n\n" + gave
	case zone != "":
		return t.text("In {{.City}}: {{.Time}}.", values{"City": cityOf(zone), "Time": gave})
	}
	return gave + "."
}

func denial(t translator, tool string) string {
	switch tool {
	case calculatorTool:
		return t.text("You did not allow me to calculate that, so I cannot say.", nil)
	case dateTool:
		return t.text("You did not allow me to look at the clock, so I cannot say.", nil)
	}
	return t.text("You did not allow me to look, so I cannot say.", nil)
}

func failedAttempt(t translator, tool string, why values) string {
	switch tool {
	case calculatorTool:
		return t.text("I tried to calculate that, but it did not work: {{.Why}}.", why)
	case dateTool:
		return t.text("I tried to look at the clock, but it did not work: {{.Why}}.", why)
	}
	return t.text("I tried to look, but it did not work: {{.Why}}.", why)
}
