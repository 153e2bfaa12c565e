package cost

import (
	"slices"
	"strings"
)

// ParseProblem is the reason why a text cannot be read as a price.
type ParseProblem uint8

// The reasons why a text is not a price.
const (
	NoPrice ParseProblem = iota // there is no amount, or the text is too long
	// there is a price that a Price cannot represent
	UnsupportedPrice
	NoKind          // an amount has no clear label
	TwoPrices       // there are two amounts for the same thing
	MixedCurrencies // there are several currencies
	// a number is ambiguous, too large or too precise
	WrongAmount
)

// ParseError is the error of Parse and ParseAmount.
type ParseError struct {
	Problem ParseProblem
	// Text is the part of the text that caused the error, "" for the whole text.
	Text string
}

// Error implements error.
func (e *ParseError) Error() string {
	said := [...]string{"no price", "a price for something else", "not said what it is for", "two prices for one thing", "several currencies", "a number that cannot be read"}[e.Problem]
	if e.Text == "" {
		return said
	}
	return said + ": " + e.Text
}

// maxText bounds the text of a price, in bytes.
const maxText = 20_000

// Parse parses the price of one model as copied from a price page: amounts with their labels before
// or after them, or in a table header. Currency is "" if the text names none. A token price without
// a unit is per million tokens; one without a token kind applies to input and output. If the text
// is ambiguous, the error is a *ParseError.
func Parse(text string) (Price, error) {
	text = strings.Trim(text, " \r\n")
	if len(text) > maxText {
		return Price{}, &ParseError{Problem: NoPrice}
	}
	tokens, err := lex(text)
	if err != nil {
		return Price{}, err
	}
	currency, err := currencyOf(tokens)
	if err != nil {
		return Price{}, err
	}
	amounts, units, ok, err := readTable(tokens)
	if !ok && err == nil {
		amounts, units, err = readText(tokens)
	}
	if err != nil {
		return Price{}, err
	}
	return assemble(currency, amounts, units)
}

// currencyOf returns the currency named by a text's currency codes, or otherwise by its signs.
func currencyOf(tokens []priceToken) (string, error) {
	found, possible := "", []string(nil)
	set := func(c string) bool {
		ok := found == "" || found == c
		found = c
		return ok
	}
	for i, t := range tokens {
		switch t.kind {
		case tokenWord:
			if c := code(t.text); c != "" && !set(c) {
				return "", &ParseError{Problem: MixedCurrencies}
			}
		case tokenSign:
			meant := signs[t.text]
			if i > 0 && t.glued && isSignPrefix(tokens[i-1]) {
				c := signPrefixes[tokens[i-1].text]
				if !slices.Contains(meant, c) {
					return "", &ParseError{Problem: UnsupportedPrice, Text: tokens[i-1].text + t.text}
				}
				if !set(c) {
					return "", &ParseError{Problem: MixedCurrencies}
				}
			}
			if possible != nil && possible[0] != meant[0] {
				return "", &ParseError{Problem: MixedCurrencies}
			}
			possible = meant
		}
	}
	switch {
	case possible == nil || slices.Contains(possible, found):
		return found, nil
	case found != "":
		return "", &ParseError{Problem: MixedCurrencies}
	}
	return possible[0], nil
}

// isSignPrefix reports whether a token can precede a currency sign, as in "US$": one to three
// capitals.
func isSignPrefix(t priceToken) bool {
	return t.kind == tokenWord && len(t.text) < 4 && t.text == strings.ToUpper(t.text) && code(t.text) == ""
}

// unitOf is a multiple of a unit, such as 1000 characters.
type unitOf struct {
	n    int64 // 0 means no unit
	noun noun
}

// amount is a parsed amount with its unit and label.
type amount struct {
	text  string // "" for an empty table cell
	unit  unitOf
	label labelBits
}

// assemble builds a price from amounts. An amount without a unit gets the only unit of the text.
func assemble(currency string, amounts []amount, units []unitOf) (Price, error) {
	p := Price{Currency: currency}
	for _, a := range amounts {
		if a.unit.n > 0 {
			units = append(units, a.unit)
		}
	}
	comma, found := decimalComma(amounts), false
	for _, a := range amounts {
		if a.text == "" {
			continue
		}
		unit, ok := a.unit, true
		if unit.n == 0 {
			unit, ok = onlyUnit(units, a.label != 0)
		}
		if !ok {
			return Price{}, &ParseError{Problem: NoKind, Text: a.text}
		}
		fields, per, problem := fieldsOf(&p, unit, a.label)
		if fields == nil {
			return Price{}, &ParseError{Problem: problem, Text: a.text}
		}
		micros, err := micros(a.text, per, comma)
		if err != nil {
			return Price{}, err
		}
		for _, field := range fields {
			if *field != nil && **field != micros || *field != nil && len(fields) > 1 {
				return Price{}, &ParseError{Problem: TwoPrices, Text: a.text}
			}
			*field = &micros
		}
		found = true
	}
	if !found {
		return Price{}, &ParseError{Problem: NoPrice}
	}
	return p, nil
}

// onlyUnit returns the unit that all of units agree on, for an amount without one. With ofTokens
// only token units count, and a million tokens is the default.
func onlyUnit(units []unitOf, ofTokens bool) (unitOf, bool) {
	found := unitOf{}
	for _, u := range units {
		if ofTokens && u.noun > nounToken {
			continue
		}
		if u.noun == nounNone {
			u.noun = found.noun
		}
		if found.n != 0 && found.noun == nounNone {
			found.noun = u.noun
		}
		if found.n != 0 && found != u {
			return found, false
		}
		found = u
	}
	if found.n == 0 && ofTokens {
		return unitOf{million, nounToken}, true
	}
	return found, found.n != 0
}

// fieldsOf returns the fields of p to which an amount with this unit and label applies, and the
// factor per[0]/per[1] for the amount. If there are no fields, problem is the reason.
func fieldsOf(p *Price, u unitOf, label labelBits) (fields []**int64, per [2]int64, problem ParseProblem) {
	per = [2]int64{million, u.n}
	label &^= bitText
	switch u.noun {
	case nounNone, nounToken:
		switch {
		case label&bitCache != 0 && label&(bitOutput|bitAudio) != 0:
			return nil, per, UnsupportedPrice
		case label&bitWrite != 0:
			return []**int64{&p.CacheWrite}, per, 0
		case label&bitCache != 0 && label&bitMiss == 0:
			return []**int64{&p.CacheRead}, per, 0
		case label == bitInput|bitAudio:
			return []**int64{&p.AudioInput}, per, 0
		case label == bitOutput|bitAudio:
			return []**int64{&p.AudioOutput}, per, 0
		case label&bitInput != 0 || label&bitMiss != 0:
			return []**int64{&p.Input}, per, 0
		case label == bitOutput:
			return []**int64{&p.Output}, per, 0
		case label == 0 && u.noun == nounToken:
			return []**int64{&p.Input, &p.Output}, per, 0
		}
		return nil, per, NoKind
	case nounRequest:
		if label != 0 {
			return nil, per, UnsupportedPrice
		}
		return []**int64{&p.Request}, per, 0
	case nounCharacter:
		if label&^bitInput != 0 {
			return nil, per, UnsupportedPrice
		}
		return []**int64{&p.Characters}, per, 0
	}
	if label&^(bitInput|bitAudio) != 0 {
		return nil, per, UnsupportedPrice
	}
	per[0] = map[noun]int64{nounSecond: 3600, nounMinute: 60, nounHour: 1}[u.noun]
	return []**int64{&p.AudioHour}, per, 0
}
