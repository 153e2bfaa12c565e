package cost

import (
	"regexp"
	"strconv"
	"strings"
)

// priceItem is an item of a price text: an amount if isAmount is true, else a unit if unit.n is not
// 0, else a label.
type priceItem struct {
	amount
	isAmount bool
}

// scanner splits a price text into items.
type scanner struct {
	tokens []priceToken
	// signed reports whether amounts have a currency sign or code, so that a number without one is
	// probably no amount.
	signed bool
	items  []priceItem
	// end is the index of the token after the last item.
	end int
}

func scan(tokens []priceToken) ([]priceItem, error) {
	s := &scanner{tokens: tokens, end: -1}
	for i, t := range tokens {
		s.signed = s.signed || t.kind == tokenNumber && (s.currencyAt(i-1) || s.currencyAt(i+1))
	}
	for i := 0; i < len(tokens); {
		next, err := s.step(i)
		if err != nil {
			return nil, err
		}
		i = next
	}
	return s.items, nil
}

// at returns the token at an index; outside the text it returns a tokenCell.
func (s *scanner) at(i int) priceToken {
	if i < 0 || i >= len(s.tokens) {
		return priceToken{kind: tokenCell}
	}
	return s.tokens[i]
}

func (s *scanner) currencyAt(i int) bool {
	t := s.at(i)
	return t.kind == tokenSign || t.kind == tokenWord && code(t.text) != ""
}

func (s *scanner) add(it priceItem, next int) (int, error) {
	s.items, s.end = append(s.items, it), next
	return next, nil
}

// step scans the item that begins at a token and returns the index of the next token.
func (s *scanner) step(i int) (int, error) {
	t := s.at(i)
	switch t.kind {
	case tokenNumber:
		return s.number(i)
	case tokenSign:
		if i+1 < len(s.tokens) && s.at(i+1).kind == tokenNumber {
			return s.money(i + 1)
		}
	case tokenDash:
		if s.at(i-1).kind == tokenCell && s.at(i+1).kind == tokenCell {
			return s.add(priceItem{isAmount: true}, i+1)
		}
		if next := s.at(i + 1); next.glued && !t.glued && (next.kind == tokenNumber || next.kind == tokenSign) {
			return 0, &ParseError{Problem: WrongAmount, Text: t.text + next.text}
		}
	case tokenSlash:
		return s.per(i)
	case tokenWord:
		return s.word(i)
	}
	return i + 1, nil
}

func (s *scanner) word(i int) (int, error) {
	t := s.at(i)
	lower := strings.ToLower(t.text)
	switch {
	case refused[lower]:
		return 0, &ParseError{Problem: UnsupportedPrice, Text: t.text}
	case lower == "free":
		return s.add(priceItem{amount: amount{text: t.text}, isAmount: true}, i+1)
	case lower == "per" || lower == "pro" && s.end == i || lower == "je":
		return s.per(i)
	case code(t.text) != "" && s.at(i+1).kind == tokenNumber && !s.currencyAt(i+2):
		return s.money(i + 1)
	case s.blank(i):
		return s.add(priceItem{isAmount: true}, i+3)
	case s.begins(i):
		bits, next, _ := s.label(i)
		return s.add(priceItem{amount: amount{label: bits}}, next)
	case scales[lower].noun != nounNone && s.end != i:
		return s.add(priceItem{amount: amount{unit: unitOf(scales[lower])}}, i+1)
	}
	return i + 1, nil
}

// blank reports whether a cell contains "n/a".
func (s *scanner) blank(i int) bool {
	return s.at(i-1).kind == tokenCell && strings.EqualFold(s.at(i).text, "n") && s.at(i+1).kind == tokenSlash && strings.EqualFold(s.at(i+2).text, "a") && s.at(i+3).kind == tokenCell
}

// begins reports whether a label begins at a word. "In" and "out" are labels only next to an
// amount, words such as "read" only after "cache".
func (s *scanner) begins(i int) bool {
	t, next := s.at(i), s.at(i+1)
	bits := labelWords[strings.ToLower(t.text)]
	switch strings.ToLower(t.text) {
	case "in", "out":
		sign := next.kind == tokenSign && s.at(i+2).kind == tokenNumber
		alone := next.kind == tokenCell && s.at(i-1).kind == tokenCell
		beside := s.end == i && !s.labeled() && !s.currencyAt(i+1)
		return beside || sign || alone || next.kind == tokenNumber || next.kind == tokenPause && next.text == ":"
	}
	return t.kind == tokenWord && bits&(bitInput|bitOutput|bitCache|bitAudio) != 0
}

// labeled reports whether the last item is a label.
func (s *scanner) labeled() bool {
	return len(s.items) > 0 && s.items[len(s.items)-1].label != 0 && !s.items[len(s.items)-1].isAmount
}

// label scans the words of a label, such as "cached input tokens" and "input (cache hit)". tokens
// is the label's word for tokens, "" if it has none.
func (s *scanner) label(i int) (bits labelBits, next int, tokens string) {
	open, end := false, i
	for ; ; i++ {
		t := s.at(i)
		w := labelWords[strings.ToLower(t.text)]
		switch {
		case t.kind == tokenOpen && !open && s.begins(i+1):
			open = true
			continue
		case t.kind == tokenClose && open:
			return bits, i + 1, tokens
		case t.kind == tokenWord && nouns[strings.ToLower(t.text)] == nounToken:
			tokens = t.text
		case t.kind != tokenWord || w == 0 || !open && !joins(bits, w):
			return bits, end, tokens
		}
		bits |= w
		end = i + 1
	}
}

// joins reports whether a word with bits w continues the label bits instead of beginning a new one.
func joins(bits, w labelBits) bool {
	const side = bitInput | bitOutput
	switch w {
	case bitInput, bitOutput:
		return bits&(side|bitRead|bitWrite|bitMiss) == 0
	case bitRead, bitWrite, bitMiss:
		return bits&bitCache != 0
	}
	return bits == 0
}

// number scans a number, which may be an amount, the beginning of a unit, or neither.
func (s *scanner) number(i int) (int, error) {
	after := s.at(i + 1)
	if s.currencyAt(i+1) && !(after.kind == tokenSign && !after.glued && s.at(i+2).kind == tokenNumber && s.at(i+2).glued) {
		return s.money(i)
	}
	if u, label, next, ok := s.unit(i); ok && u.n >= 1000 && next > i+1 {
		return s.addUnit(u, label, next)
	}
	if after.kind == tokenWord && (after.glued || scales[strings.ToLower(after.text)].n > 0) || after.kind == tokenName && after.glued {
		return i + 2, nil // 128K, 4o
	}
	stated := s.labeled() && (s.end == i || s.end == i-1 && s.at(i-1).text == ":")
	cell := s.at(i-1).kind == tokenCell && after.kind == tokenCell
	_, _, _, priced := s.unit(i + 2)
	priced = priced && isPer(after)
	if s.signed && !stated && !cell && !priced {
		return i + 1, nil
	}
	return s.money(i)
}

// money scans an amount with the currency and the unit after it.
func (s *scanner) money(i int) (int, error) {
	it := priceItem{amount: amount{text: s.at(i).text}, isAmount: true}
	i++
	if s.currencyAt(i) && !(s.at(i).kind == tokenSign && s.at(i+1).kind == tokenNumber && s.at(i+1).glued) {
		i++
	}
	if t := s.at(i); t.glued && (t.kind == tokenWord || t.kind == tokenName) {
		return 0, &ParseError{Problem: WrongAmount, Text: it.text + t.text} // such as 2.5M
	}
	if isPer(s.at(i)) {
		if u, label, next, ok := s.unit(i + 1); ok {
			it.unit, it.label = u, label
			i = next
		}
	}
	return s.add(it, i)
}

// isPer reports whether a token can introduce a unit.
func isPer(t priceToken) bool {
	return t.kind == tokenSlash || t.kind == tokenWord && (strings.EqualFold(t.text, "per") || strings.EqualFold(t.text, "pro") || strings.EqualFold(t.text, "je"))
}

func (s *scanner) addUnit(u unitOf, label labelBits, next int) (int, error) {
	if u.n > 0 {
		s.items = append(s.items, priceItem{amount: amount{unit: u}})
	}
	if label != 0 {
		s.items = append(s.items, priceItem{amount: amount{label: label}})
	}
	s.end = next
	return next, nil
}

// per scans a unit that does not directly follow an amount, as in "$2.50 in, per million".
func (s *scanner) per(i int) (int, error) {
	u, label, next, ok := s.unit(i + 1)
	if ok && !(u.n <= 1 && s.end == i && s.labeled()) { // skip "input / output tokens"
		return s.addUnit(u, label, next)
	}
	t := s.at(i + 1)
	known := t.kind != tokenWord || s.begins(i+1) || refused[strings.ToLower(t.text)] || code(t.text) != "" || strings.EqualFold(t.text, "free")
	if s.end == i && !known && len(s.items) > 0 && s.items[len(s.items)-1].isAmount {
		return 0, &ParseError{Problem: UnsupportedPrice, Text: t.text}
	}
	return i + 1, nil
}

var (
	wholeNumber  = regexp.MustCompile(`^\d{1,9}$|^\d{1,3}([.,'’]\d{3})+$`)
	groupMarkers = strings.NewReplacer(",", "", ".", "", "'", "", "’", "")
)

// unit scans the unit of an amount, such as "1M input tokens", "1,000 characters" and "minute".
// label is the label inside the unit. "input tokens" without a number is only a label.
func (s *scanner) unit(i int) (u unitOf, label labelBits, next int, ok bool) {
	if t := s.at(i); t.kind == tokenNumber {
		if !wholeNumber.MatchString(t.text) {
			return u, 0, i, false
		}
		digits := groupMarkers.Replace(t.text)
		for i++; s.at(i).kind == tokenNumber && len(s.at(i).text) == 3; i++ {
			digits += s.at(i).text // 1 000
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n != 1 && n != 100 && n != 1000 && n != 10_000 && n != 100_000 && n != million {
			return u, 0, i, false
		}
		u.n, ok = n, true
	}
	if t := s.at(i); t.kind == tokenWord && u.n <= 1 && (ok || t.text != "m") {
		if sc := scales[strings.ToLower(t.text)]; sc.n > 0 {
			u, ok = unitOf(sc), true
			i++
		}
	}
	if u.noun != nounNone {
		return u, 0, i, true
	}
	if s.begins(i) {
		if bits, end, tokens := s.label(i); tokens != "" {
			u.noun = nounToken
			if u.n == 0 && !plural(tokens) {
				u.n = 1
			}
			return u, bits, end, true
		}
		return u, 0, i, ok
	}
	t := s.at(i)
	lower := strings.ToLower(t.text)
	if n := nouns[lower]; t.kind == tokenWord && n != nounNone {
		if u.n == 0 && !plural(lower) {
			u.n = 1
		}
		u.noun = n
		return u, 0, i + 1, u.n > 0
	}
	return u, 0, i, ok
}

func plural(word string) bool { return len(word) > 1 && strings.HasSuffix(strings.ToLower(word), "s") }
