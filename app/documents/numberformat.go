package documents

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// formatSection is one section of a number format (ECMA-376, part 1, 18.8.31): a format has
// sections for positive numbers, negative numbers, zero and text.
type formatSection struct {
	items []formatItem
	// comparison and operand are the condition that a number must meet, "" if there is none.
	comparison string
	operand    float64
	// How often to multiply the number by 100, and to divide it by 1000.
	hundreds, thousands int
	grouped             bool // the thousands are separated
	// denominator is the largest denominator of a fraction, or the only one if fixed; 0 means no
	// fraction. mixed reports that the whole number precedes the fraction.
	denominator  int
	fixed, mixed bool
	// unknown reports that the section has a code that this package does not support.
	unknown bool
}

// formatItem is an item of a section. Its kind is a digit placeholder ('0', '#' or '?'), the
// decimal point ('.'), a fraction ('/'), a number in the General format ('G'), the text of the cell
// ('@'), part of a time ('y', 'm', 'd', 'h' or 's') or elapsed time ('E'); 0 means literal text.
type formatItem struct {
	kind byte
	text string
}

func (p formatItem) isDigit() bool { return strings.IndexByte("0#?", p.kind) >= 0 }

// formatToken matches a token of a format code. Its groups are quoted and escaped text, a
// currency, a condition, elapsed time, the word General, and part of a time.
var formatToken = regexp.MustCompile(`(?is)^(?:"([^"]*)"?|\\(.?)|_.?|\*.?|\[\$([^\]-]*)[^\]]*\]?|` +
	`\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]|\[(h+|m+|s+)\]|\[[^\]]*\]?|(General)|(am/pm|a/p|y+|m+|d+|h+|s+)|.)`)

// denominators matches what stands behind the bar of a fraction.
var denominators = regexp.MustCompile(`^(?:[1-9]\d{0,4}|[0#?]{1,4})`)

// parseFormat parses a format code.
func parseFormat(code string) []formatSection {
	sections := []formatSection{{}}
	commas := 0 // number of commas since the last digit
	for code != "" {
		m := formatToken.FindStringSubmatch(code)
		c := code[0]
		code = code[len(m[0]):]
		s := &sections[len(sections)-1]
		afterDigit := len(s.items) > 0 && s.items[len(s.items)-1].isDigit()
		if c == ',' && afterDigit {
			commas++
			continue
		}
		if commas > 0 && (formatItem{kind: c}).isDigit() {
			s.grouped = true
		} else {
			s.thousands += commas
		}
		below := ""
		if c == '/' && afterDigit && commas == 0 {
			below = denominators.FindString(code)
		}
		commas = 0
		switch {
		case c == ';':
			sections = append(sections, formatSection{})
		case below != "":
			code = code[len(below):]
			s.fraction(below)
		default:
			s.add(c, m)
		}
	}
	sections[len(sections)-1].thousands += commas
	for i := range sections {
		sections[i].check()
	}
	return sections
}

// add adds a token that begins with c. m are the groups of formatToken.
func (s *formatSection) add(c byte, m []string) {
	token := m[0]
	item := formatItem{text: m[1] + m[2] + m[3]}
	switch {
	case m[4] != "":
		s.comparison = m[4]
		s.operand, _ = strconv.ParseFloat(m[5], 64)
	case m[6] != "":
		item.kind = 'E'
	case m[7] != "":
		item.kind = 'G'
	case m[8] != "":
		item.kind = strings.ToLower(token)[0]
	case strings.IndexByte("0#?.@", c) >= 0:
		item.kind = c
	case c == '_':
		item.text = " "
	case c == '%':
		s.hundreds++
		item.text = token
	case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '1' && c <= '9':
		s.unknown = true
	case strings.IndexByte(`"\*[`, c) < 0:
		item.text = token
	}
	if item != (formatItem{}) {
		s.items = append(s.items, item)
	}
}

// fraction turns the last digits into the numerator of a fraction, and earlier ones into the whole
// number before it. below is the denominator.
func (s *formatSection) fraction(below string) {
	whole := strings.IndexByte("0#?", below[0]) < 0
	if s.denominator > 0 {
		s.unknown = true
	}
	if s.fixed = whole; whole {
		s.denominator, _ = strconv.Atoi(below)
	} else {
		s.denominator = int(math.Pow10(len(below))) - 1
	}
	numerator := len(s.items)
	for numerator > 0 && s.items[numerator-1].isDigit() {
		numerator--
	}
	first := slices.IndexFunc(s.items, formatItem.isDigit)
	for _, p := range s.items[first:numerator] {
		s.unknown = s.unknown || !p.isDigit() && strings.TrimSpace(p.text) != "" || p.kind == '.'
	}
	s.mixed = first < numerator
	s.items = append(s.items[:first], formatItem{kind: '/'})
}

// maxFormatItems is the maximum number of items of a known section.
const maxFormatItems = 64

// check sets unknown if the placeholders are in an order that is not supported.
func (s *formatSection) check() {
	digits, points, gaps := 0, 0, 0
	for i, p := range s.items {
		switch {
		case p.kind == '.':
			points++
		case p.isDigit() && i > 0 && !s.items[i-1].isDigit() && s.items[i-1].kind != '.' && digits > 0:
			gaps++
			digits++
		case p.isDigit():
			digits++
		}
	}
	others := slices.ContainsFunc(s.items, func(p formatItem) bool { return p.kind == '/' || p.kind == 'G' })
	switch {
	case len(s.items) > maxFormatItems, points > 1, others && digits+points > 0, gaps > 0 && (s.grouped || points > 0), points > 0 && digits == 0:
		s.unknown = true
	}
}

// isTime reports whether the section shows a date or a time.
func (s *formatSection) isTime() bool {
	return slices.ContainsFunc(s.items, func(p formatItem) bool { return strings.IndexByte("ymdhsaE", p.kind) >= 0 })
}

// times reports what the section shows. 'm' is minutes after 'h' or before 's', else months.
func (s *formatSection) times() (date, clock, elapsed bool) {
	last, month := byte(0), false // kind of the last time item, and whether it means months so far
	for _, p := range s.items {
		if strings.IndexByte("ymdhsE", p.kind) < 0 {
			continue
		}
		if month && p.kind != 's' {
			date = true
		}
		month = p.kind == 'm' && last != 'h' && last != 'E'
		switch p.kind {
		case 'y', 'd':
			date = true
		case 'h', 's':
			clock = true
		case 'E':
			elapsed = true
		}
		last = p.kind
	}
	return date || month, clock, elapsed
}

// has reports whether the section has an item of that kind.
func (s *formatSection) has(kind byte) bool {
	return slices.ContainsFunc(s.items, func(p formatItem) bool { return p.kind == kind })
}

// plain reports whether the section has only literal text.
func (s *formatSection) plain() bool {
	return !slices.ContainsFunc(s.items, func(p formatItem) bool { return p.kind != 0 })
}

// number formats a number by its section, but never rounds it. ok is false if the section is not
// supported.
func (f *cellFormat) number(v float64) (text string, ok bool) {
	s, signed := f.section(v)
	if s == nil || s.unknown || s.isTime() || s.has('@') {
		return "", false
	}
	if s.plain() && v != 0 && s.comparison != "=" {
		return "", false // the number itself would be missing
	}
	size := math.Abs(v)
	for range s.hundreds {
		size *= 100
	}
	for range s.thousands {
		size /= 1000
	}
	isZero := v == 0 && len(f.sections) > 2 && s == &f.sections[2]
	if text, ok = s.digits(size, isZero); !ok {
		return "", false
	}
	text = strings.Join(strings.Fields(text), " ")
	if v < 0 && !(signed && strings.ContainsAny(text, "-−–(")) {
		text = "-" + text
	}
	return text, text != ""
}

// section returns the section for a number, nil if there is none. signed reports that it is for
// negative numbers alone.
func (f *cellFormat) section(v float64) (s *formatSection, signed bool) {
	n := len(f.sections)
	if slices.ContainsFunc(f.sections, func(s formatSection) bool { return s.comparison != "" }) {
		i := slices.IndexFunc(f.sections, func(s formatSection) bool { return s.meets(v) })
		if i < 0 || v < 0 {
			return nil, false
		}
		return &f.sections[i], false
	}
	switch {
	case v < 0 && n > 1 && !f.sections[1].has('@'):
		return &f.sections[1], true
	case v == 0 && n > 2 && !f.sections[2].has('@'):
		return &f.sections[2], false
	}
	return &f.sections[0], false
}

// meets reports whether a number meets the condition of the section.
func (s *formatSection) meets(v float64) bool {
	switch s.comparison {
	case "<":
		return v < s.operand
	case "<=":
		return v <= s.operand
	case ">":
		return v > s.operand
	case ">=":
		return v >= s.operand
	case "=":
		return v == s.operand
	case "<>":
		return v != s.operand
	}
	return true
}

// digits replaces the digit placeholders of a section by the digits of a non-negative number. If
// isZero is set, optional digits are empty.
func (s *formatSection) digits(v float64, isZero bool) (string, bool) {
	shown := plainNumber(v)
	if strings.Contains(shown, "e") {
		return "", false
	}
	whole, decimals, _ := strings.Cut(shown, ".")
	if isZero {
		whole = ""
	}
	point := slices.IndexFunc(s.items, func(p formatItem) bool { return p.kind == '.' })
	var wholes []int // indexes of the placeholders before the decimal point
	least := 0       // minimum number of decimals
	for i, p := range s.items {
		switch {
		case !p.isDigit():
		case point < 0 || i < point:
			wholes = append(wholes, i)
		case p.kind == '0':
			least = i - point
		}
	}
	decimals += strings.Repeat("0", max(0, least-len(decimals)))
	if decimals != "" {
		decimals = "." + decimals
	}
	out := make([]string, len(s.items))
	for i, p := range s.items {
		switch out[i] = p.text; p.kind {
		case '.':
			out[i] = decimals
			if len(wholes) == 0 {
				out[i] = whole + decimals
			}
		case 'G':
			out[i] = shown
		case '/':
			fraction, ok := s.fractionOf(v)
			if !ok {
				return "", false
			}
			out[i] = fraction
		}
	}
	zeros := 0
	for _, i := range wholes {
		if zeros > 0 || s.items[i].kind == '0' {
			zeros++
		}
	}
	whole = strings.Repeat("0", max(0, zeros-len(whole))) + whole
	for n := len(wholes) - 1; n >= 0; n-- {
		digits := whole
		if n > 0 {
			digits = whole[max(0, len(whole)-1):]
		}
		whole = whole[:len(whole)-len(digits)]
		out[wholes[n]] = digits
	}
	if n := len(wholes); n > 0 {
		if s.grouped {
			join(out, wholes)
		}
		if point < 0 {
			out[wholes[n-1]] += decimals
		}
	}
	return strings.Join(out, ""), true
}

// join moves the digits at the given indexes into the first one, in groups of three.
func join(out []string, places []int) {
	var digits strings.Builder
	for _, i := range places {
		digits.WriteString(out[i])
		out[i] = ""
	}
	text := digits.String()
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	out[places[0]] = text
}

// fractionOf formats a number as a fraction; ok is false if no allowed denominator is exact.
func (s *formatSection) fractionOf(v float64) (text string, ok bool) {
	const near = 1e-9
	whole := math.Floor(v + near)
	part := math.Abs(v - whole)
	if whole > 1e9 {
		return "", false
	}
	above, below := 0, 1
	if s.fixed {
		above, below = int(math.Round(part*float64(s.denominator))), s.denominator
	} else { // try the convergents of the continued fraction of part
		before, beforeBelow := 1, 0
		for rest := part; math.Abs(part-float64(above)/float64(below)) > near; {
			digit := math.Floor(1/rest + near)
			if rest = max(1/rest-digit, 0); digit > float64(s.denominator) {
				return "", false
			}
			before, above = above, int(digit)*above+before
			beforeBelow, below = below, int(digit)*below+beforeBelow
			if below > s.denominator {
				return "", false
			}
		}
	}
	if math.Abs(part-float64(above)/float64(below)) > near {
		return "", false
	}
	switch {
	case above == 0 && (s.mixed || !s.fixed):
		return strconv.FormatFloat(whole, 'f', 0, 64), true
	case !s.mixed:
		above += int(whole) * below
	case whole > 0:
		return strconv.FormatFloat(whole, 'f', 0, 64) + " " + strconv.Itoa(above) + "/" + strconv.Itoa(below), true
	}
	return strconv.Itoa(above) + "/" + strconv.Itoa(below), true
}

// text formats the text of a cell, adding the literal text of the format.
func (f *cellFormat) text(of string) string {
	if f == nil || of == "" {
		return of
	}
	i := slices.IndexFunc(f.sections, func(s formatSection) bool { return s.has('@') })
	if i < 0 || f.sections[i].unknown {
		return of
	}
	var b strings.Builder
	for _, p := range f.sections[i].items {
		switch p.kind {
		case '@':
			b.WriteString(of)
		case 0:
			b.WriteString(p.text)
		default:
			return of
		}
	}
	return b.String()
}
