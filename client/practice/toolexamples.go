package practice

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The built-in tools of the program that the examples know.
const (
	calculatorTool = "calculator"
	dateTool       = "date_and_time"
	searchTool     = "search_my_chats"
)

// toolExample is a way to ask for what a built-in tool does.
type toolExample struct {
	tool string
	// asks matches the words that ask. Its first group is what arguments gets, and where the match
	// ends; without one that is all.
	asks *regexp.Regexp
	// arguments makes the arguments, nil when the words ask for something else after all.
	arguments func(words string, now time.Time) map[string]string
	says      string // said before the call
}

// What the expressions of the examples are made of.
const (
	aNumber = `\d+(?:[.,]\d+)*`
	aUnit   = `(?:miles?|km|kilomet(?:er|re)s?|met(?:er|re)s?|m|cm|mm|yards?|feet|foot|ft|inch(?:es)?|kg|kilograms?|grams?|g|` +
		`pounds?|lbs?|ounces?|oz|lit(?:er|re)s?|l|ml|gallons?|pints?|cups?|°?[CF]|celsius|fahrenheit|hours?|minutes?|seconds?)\b`
	whatIs  = `(?i)\b(?:(?:what|which)(?:'s|’s| is)?|tell me|how) (?:the |today'?s |late )?(?:current )?`
	myChat  = `my (?:old |earlier |past )?(?:chats?|conversations?|transcripts?|history)(?: and transcripts)?`
	subject = `(.+?)(?:,? and (?:what|how|tell)\b.*|[?.!\n].*|$)`
)

// toolExamples are in the order in which they are tried; of words that two of them match, the first
// takes them. Few starts of the program need them.
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
		{dateTool, regexp.MustCompile(`(?i)\b(?:how (?:many (?:days|weeks)|long)|days)\b[^.?!]*? (?:until|till|before|to) ([^.?!\n]+)`), daysUntil, "Let me look at the calendar."},
		{dateTool, regexp.MustCompile(whatIs + `(?:day|weekday|date|time) [^.?!,\n]*?\bin (` + aNumber + ` (?:day|week|month|year)s?)\b`), daysFromNow, ""},
		{dateTool, regexp.MustCompile(whatIs + `(?:day|weekday|date|time) [^.?!,\n]*?\bin ([\pL][\pL ]+)`), timeInPlace, ""},
		{dateTool, regexp.MustCompile(whatIs + `(?:day|weekday|date)(?: of the week)? (?:is|was|will be|will|falls on)? ?(?:on )?([^.?!\n]+)`), weekday, ""},
		{dateTool, regexp.MustCompile(whatIs + `((?:day|weekday|date|time)(?: of the week)?(?: (?:is it|is today|today|now|right now|here))*) *(?:[.?!,\n]|$|and )`), justNow, ""},
	}
})

func percentage(words string, now time.Time) map[string]string {
	return expression(regexp.MustCompile(`(?i) ?per ?cent`).ReplaceAllString(words, " %"), now)
}

func conversion(words string, now time.Time) map[string]string {
	return expression(regexp.MustCompile(` (?:to|into|as) `).ReplaceAllString(words, " in "), now)
}

func squareRoot(words string, now time.Time) map[string]string {
	return expression("sqrt("+regexp.MustCompile(aNumber).FindString(words)+")", now)
}

// thousands matches a number with commas between its thousands.
var thousands = regexp.MustCompile(`\b\d{1,3}(?:,\d{3})+\b`)

func expression(words string, _ time.Time) map[string]string {
	return map[string]string{"expression": thousands.ReplaceAllStringFunc(words, func(n string) string { return strings.ReplaceAll(n, ",", "") })}
}

// search looks for the words without what stands before them.
func search(words string, _ time.Time) map[string]string {
	words = strings.Trim(words, ` "“”„'`)
	for _, article := range []string{"the ", "a ", "an ", "my ", "our "} {
		if rest, ok := strings.CutPrefix(strings.ToLower(words), article); ok {
			words = words[len(words)-len(rest):]
			break
		}
	}
	if words == "" {
		return nil
	}
	return map[string]string{"query": words}
}

func daysUntil(words string, now time.Time) map[string]string {
	if day, ok := dayOf(words, now); ok {
		return map[string]string{"until": day}
	}
	return nil
}

func daysFromNow(words string, _ time.Time) map[string]string { return map[string]string{"add": words} }

func weekday(words string, now time.Time) map[string]string {
	if day, ok := dayOf(words, now); ok {
		return map[string]string{"date": day}
	}
	return nil
}

func justNow(string, time.Time) map[string]string { return map[string]string{} }

// zones are the time zones whose cities the examples know.
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

func timeInPlace(words string, _ time.Time) map[string]string {
	for _, zone := range zones {
		if city := cityOf(zone); len(words) >= len(city) && strings.EqualFold(words[:len(city)], city) {
			return map[string]string{"zone": zone}
		}
	}
	return nil
}

// ordinal matches the ending of a day, as in "20th".
var ordinal = regexp.MustCompile(`(\d)(?:st|nd|rd|th)\b`)

// dayOf reads the day that words begin with, as the tool takes it. A day without a year is the next
// one.
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
	for n := min(len(fields), 3); n > 0; n-- {
		switch text := strings.Join(fields[:n], " "); text {
		case "today":
			return today, true
		case "tomorrow":
			return now.AddDate(0, 0, 1).Format(time.DateOnly), true
		case "christmas", "christmas day":
			return next(time.December, 25), true
		case "end year", "end this year", "year's end", "new year's eve":
			return next(time.December, 31), true
		case "new year", "new year's", "new year's day":
			return next(time.January, 1), true
		case "end month", "end this month":
			return time.Date(now.Year(), now.Month()+1, 0, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), true
		default:
			for _, layout := range []string{time.DateOnly, "2 January 2006", "January 2 2006", "2 Jan 2006", "Jan 2 2006"} {
				if d, err := time.Parse(layout, text); err == nil {
					return d.Format(time.DateOnly), true
				}
			}
			for _, layout := range []string{"2 January", "January 2", "2 Jan", "Jan 2"} {
				if d, err := time.Parse(layout, text); err == nil {
					return next(d.Month(), d.Day()), true
				}
			}
		}
	}
	return "", false
}

// fitted names arguments as a tool takes them, nil when it does not take them. Its tool for dates
// may have an action, "to" for "until", and days, weeks and months for "add".
func fitted(arguments map[string]string, takes map[string]property, now time.Time) map[string]any {
	if arguments == nil {
		return nil
	}
	all, action := map[string]any{}, "now"
	for name, value := range arguments {
		action = map[string]string{"date": "weekday", "until": "difference", "add": "add"}[name]
		if _, ok := takes[name]; ok {
			all[name] = value
			continue
		}
		if name == "until" {
			all["date"], all["to"] = now.Format(time.DateOnly), value
		} else if number, unit, ok := strings.Cut(value, " "); ok && name == "add" {
			unit = strings.TrimSuffix(unit, "s") + "s"
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil
			}
			if unit == "years" {
				n, unit = 12*n, "months"
			}
			all[unit] = n
		}
	}
	if _, ok := takes["action"]; ok {
		all["action"] = cmp.Or(action, "now")
	}
	for name := range all {
		if _, ok := takes[name]; !ok {
			return nil
		}
	}
	if len(all) < len(arguments) {
		return nil
	}
	return all
}

// exampleCalls makes the calls that the examples find in a message, in the order of its words, and
// what is said before them.
func exampleCalls(q question, now time.Time) (says string, calls []call) {
	asked := q.lastUser().text
	asked = asked[:min(len(asked), maxSearched)]
	type found struct {
		from, to int
		call     call
		says     string
	}
	var all []found
	for _, e := range toolExamples() {
		at := slices.IndexFunc(q.offered(), func(t tool) bool { return t.name == e.tool })
		if at < 0 {
			continue
		}
		takes := q.offered()[at].properties()
		for _, m := range e.asks.FindAllStringSubmatchIndex(asked, -1) {
			from, to := m[0], m[3]
			taken := slices.ContainsFunc(all, func(f found) bool { return from < f.to && f.from < to })
			arguments := fitted(e.arguments(asked[m[2]:m[3]], now), takes, now)
			if arguments != nil && !taken {
				all = append(all, found{from, to, call{name: e.tool, arguments: encodedArguments(arguments)}, e.says})
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int { return a.from - b.from })
	for _, f := range all {
		if f.says != "" {
			says = f.says
		}
		calls = append(calls, f.call)
	}
	if len(calls) > 1 {
		says = ""
	}
	return says, calls
}

// exampleAnswer tells in sentences what the built-in tools gave, "" when another tool was called.
func exampleAnswer(q question) string {
	calls, gave := q.results()
	var b strings.Builder
	for i, c := range calls {
		var a struct{ Expression, Zone, Date, Until, Add, Query string }
		if json.Unmarshal([]byte(c.arguments), &a) != nil || !slices.Contains([]string{calculatorTool, dateTool, searchTool}, c.name) {
			return ""
		}
		b.WriteString(answerSentence(c.name, a.Expression, a.Zone, a.Query, gave[i]) + "\n\n")
	}
	return b.String()
}

var (
	// notAllowed and notDone match what the program sends in place of the result of a call that was
	// not allowed, or failed.
	notAllowed = regexp.MustCompile(`(?i)\b(?:did not|didn't|does not|not) allow`)
	notDone    = regexp.MustCompile(`(?i)^(?:error|failed|the (?:user|search|arguments?)|this (?:call|tool)|it is not known|cannot|can't|could not|` +
		`there is no|invalid|unknown|no tool|query must)`)
	// aResult matches what a calculator gives when it has not failed.
	aResult = regexp.MustCompile(`(?i)= |^(?:result |about |approximately )?[^\pL"“]*\d`)
)

// answerSentence tells the result of one call.
func answerSentence(tool, expression, zone, query, gave string) string {
	verb := map[string]string{calculatorTool: "calculate that", dateTool: "look at the clock", searchTool: "look"}[tool]
	text := strings.TrimRight(result(gave), ". ")
	switch {
	case notAllowed.MatchString(text) && len(text) < 300:
		return "You did not allow me to " + verb + ", so I cannot say."
	case notDone.MatchString(text), tool == calculatorTool && !aResult.MatchString(text):
		return fmt.Sprintf("I tried to %s, but it did not work: %s.", verb, text)
	case tool == calculatorTool:
		if at := strings.LastIndex(text, "= "); at >= 0 {
			text = text[at+len("= "):]
		}
		return fmt.Sprintf("%s is %s.", plain(expression), strings.TrimPrefix(text, "result "))
	case tool == searchTool && strings.HasPrefix(text, "Nothing was found"):
		return fmt.Sprintf("I looked for “%s” in your chats and found nothing.", plain(query))
	case tool == searchTool:
		return fmt.Sprintf("I looked for “%s” in your chats. Here is what I found:\n\n%s", plain(query), result(gave))
	case zone != "":
		return fmt.Sprintf("In %s: %s.", cityOf(zone), text)
	}
	return text + "."
}
