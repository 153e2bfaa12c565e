package formula

import (
	"strings"
	"unicode/utf8"
)

// command parses a command with its arguments.
func (p *parser) command(depth int) atom {
	name := p.name()
	switch name {
	case "":
		return p.fail()
	case "frac", "tfrac", "dfrac":
		return p.fraction(depth)
	case "sqrt":
		return p.root(depth)
	case "text", "textrm", "textnormal", "mbox":
		return atom{text: p.verbatim()}
	case "mathrm", "operatorname":
		a := p.upright(depth)
		if name == "operatorname" {
			a.class = operator
		}
		return a
	case "left":
		return p.delimiter(opening)
	case "right":
		return p.delimiter(closing)
	case "middle":
		return p.delimiter(relation)
	case "not":
		return atom{text: p.replaced(known().negations, depth), class: relation}
	case "pmod":
		return atom{text: noBreak + "(mod" + noBreak + p.joined(p.argument(depth)) + ")", class: closing}
	}
	t := known()
	if letters, ok := t.alphabets[name]; ok {
		return atom{text: p.replaced(letters, depth), single: true}
	}
	if mark, ok := t.accents[name]; ok {
		return p.accent(mark, depth)
	}
	if t.ignored[name] {
		return atom{}
	}
	if space, ok := t.spaces[name]; ok {
		return atom{text: space, class: blank}
	}
	if t.functions[name] {
		return atom{text: name, class: operator}
	}
	if s, ok := t.commands[name]; ok {
		return atom{text: s.text, class: s.class, single: s.class == ordinary}
	}
	return p.fail()
}

// name parses a backslash and the following name: letters, or one other character.
func (p *parser) name() string {
	p.rest = p.rest[1:]
	n := 0
	for n < len(p.rest) && asciiLetter(rune(p.rest[n])) {
		n++
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(p.rest)
	}
	name := p.rest[:n]
	p.rest = p.rest[n:]
	return name
}

// upright parses the argument of a command for upright text; all results are upright anyway.
func (p *parser) upright(depth int) atom {
	p.skip()
	if !strings.HasPrefix(p.rest, "{") {
		return p.fail()
	}
	a := p.group(depth)
	if a.class != ordinary && a.class != operator {
		a.class = ordinary
	}
	return a
}

// fraction parses \frac{a}{b}. A common fraction such as ½ has its own character; in any other,
// both parts must be simple enough to need no brackets, or the line would be ambiguous.
func (p *parser) fraction(depth int) atom {
	over, under := p.argument(depth), p.argument(depth)
	if len(over) == 1 && len(under) == 1 {
		if v, ok := known().vulgar[over[0].text+"/"+under[0].text]; ok {
			return atom{text: v, left: true, super: true, sub: true}
		}
	}
	if !plainPart(over) || !plainPart(under) {
		return p.fail()
	}
	a, _ := join(over)
	b, _ := join(under)
	stroke := "/"
	if digits(a) && digits(b) {
		stroke = "⁄" // the fonts combine the digits on both sides with this slash
	}
	return atom{text: a + stroke + b, left: true, right: true, super: true, sub: true}
}

func digits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// plainPart reports whether a part of a fraction needs no brackets: one letter or number, or a
// differential such as dx.
func plainPart(part []atom) bool {
	switch len(part) {
	case 1:
		return part[0].single
	case 2:
		return (part[0].text == "d" || part[0].text == "∂") && !part[0].sub && part[1].single
	}
	return false
}

// roots are the root signs by degree.
var roots = map[string]string{"2": "√", "3": "∛", "4": "∜"}

// root parses \sqrt{x} and \sqrt[3]{x}.
func (p *parser) root(depth int) atom {
	sign := "√"
	p.skip()
	if strings.HasPrefix(p.rest, "[") {
		end := strings.IndexByte(p.rest, ']')
		if end < 0 {
			return p.fail()
		}
		sign = roots[strings.TrimSpace(p.rest[1:end])]
		if sign == "" {
			return p.fail()
		}
		p.rest = p.rest[end+1:]
	}
	of := p.argument(depth)
	text := p.joined(of)
	if len(of) == 1 && of[0].single && !of[0].super && !of[0].sub {
		return atom{text: sign + text, right: true, super: true, sub: true}
	}
	return atom{text: sign + "(" + text + ")", super: true, sub: true}
}

// one parses an argument of exactly one atom.
func (p *parser) one(depth int) string {
	of := p.argument(depth)
	if len(of) != 1 {
		return p.fail().text
	}
	return of[0].text
}

// replaced parses an argument of one atom and returns the replacement from a table.
func (p *parser) replaced(table map[string]string, depth int) string {
	text, ok := table[p.one(depth)]
	if !ok {
		return p.fail().text
	}
	return text
}

// joined formats atoms on one line; no atoms are an error.
func (p *parser) joined(of []atom) string {
	text, ok := join(of)
	if !ok || text == "" {
		return p.fail().text
	}
	return text
}

// accent parses the letter that gets an accent.
func (p *parser) accent(mark string, depth int) atom {
	text := p.one(depth)
	if r, size := utf8.DecodeRuneInString(text); size != len(text) || !asciiLetter(r) && !greek(r) {
		return p.fail()
	}
	return atom{text: text + mark, single: true}
}

func greek(r rune) bool { return r >= 'Α' && r <= 'ω' }

// delimiter parses the bracket after \left or \right. Brackets are not enlarged.
func (p *parser) delimiter(class class) atom {
	p.skip()
	var s sign
	ok := false
	if strings.HasPrefix(p.rest, `\`) {
		s, ok = known().commands[p.name()]
	} else {
		r, size := utf8.DecodeRuneInString(p.rest)
		s, ok = known().typed[r]
		p.rest = p.rest[size:]
		ok = ok && r != '.'
	}
	if !ok {
		return p.fail()
	}
	return atom{text: s.text, class: class}
}
