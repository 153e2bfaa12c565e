package formula

import (
	"strings"
	"unicode/utf8"
)

// command reads a command and what belongs to it.
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
		if name == "operatorname" && !p.failed {
			a.class = operator
		}
		return a
	case "left", "right", "middle":
		return p.delimiter(name)
	case "not":
		return p.negated(depth)
	case "pmod":
		return p.remainder(depth)
	}
	t := known()
	if letters, ok := t.alphabets[name]; ok {
		return p.letter(letters, depth)
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

// name reads a backslash and the name after it: letters, or one other sign.
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

// upright reads the group that a command takes as an atom: all letters are upright here.
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

// fraction reads \frac{a}{b}. A number such as ½ has a character of its own; of others the parts must be single, or
// the line would have to be read twice.
func (p *parser) fraction(depth int) atom {
	over := p.argument(depth)
	if p.failed {
		return atom{}
	}
	under := p.argument(depth)
	if p.failed {
		return atom{}
	}
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
		stroke = "⁄" // the fonts make a fraction of numbers around it
	}
	return atom{text: a + stroke + b, left: true, right: true, super: true, sub: true}
}

func digits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// plainPart tells whether the part of a fraction needs no brackets: one letter or number, or a differential such as dx.
func plainPart(part []atom) bool {
	switch len(part) {
	case 1:
		return part[0].single
	case 2:
		return (part[0].text == "d" || part[0].text == "∂") && !part[0].sub && part[1].single
	}
	return false
}

// root reads \sqrt{x} and \sqrt[3]{x}.
func (p *parser) root(depth int) atom {
	sign := "√"
	p.skip()
	if strings.HasPrefix(p.rest, "[") {
		end := strings.IndexByte(p.rest, ']')
		if end < 0 {
			return p.fail()
		}
		switch strings.TrimSpace(p.rest[1:end]) {
		case "2":
		case "3":
			sign = "∛"
		case "4":
			sign = "∜"
		default:
			return p.fail()
		}
		p.rest = p.rest[end+1:]
	}
	of := p.argument(depth)
	if p.failed {
		return atom{}
	}
	text, ok := join(of)
	if !ok || text == "" {
		return p.fail()
	}
	if len(of) == 1 && of[0].single && !of[0].super && !of[0].sub {
		return atom{text: sign + text, right: true, super: true, sub: true}
	}
	return atom{text: sign + "(" + text + ")", super: true, sub: true}
}

// letter reads the one letter that a command for another alphabet takes.
func (p *parser) letter(alphabet map[string]string, depth int) atom {
	of := p.argument(depth)
	if p.failed || len(of) != 1 {
		return p.fail()
	}
	text, ok := alphabet[of[0].text]
	if !ok {
		return p.fail()
	}
	return atom{text: text, single: true}
}

// accent reads the one letter over which a command sets a mark.
func (p *parser) accent(mark string, depth int) atom {
	of := p.argument(depth)
	if p.failed || len(of) != 1 || utf8.RuneCountInString(of[0].text) != 1 {
		return p.fail()
	}
	if r, _ := utf8.DecodeRuneInString(of[0].text); !asciiLetter(r) && !greek(r) {
		return p.fail()
	}
	return atom{text: of[0].text + mark, single: true}
}

func greek(r rune) bool { return r >= 'Α' && r <= 'ω' }

// delimiter reads the bracket after \left or \right. Brackets do not grow here: a line is a line.
func (p *parser) delimiter(side string) atom {
	p.skip()
	if p.rest == "" || p.rest[0] == '.' {
		return p.fail()
	}
	var a atom
	if p.rest[0] == '\\' {
		s, ok := known().commands[p.name()]
		if !ok {
			return p.fail()
		}
		a = atom{text: s.text}
	} else {
		r, size := utf8.DecodeRuneInString(p.rest)
		s, ok := known().typed[r]
		if !ok {
			return p.fail()
		}
		p.rest = p.rest[size:]
		a = atom{text: s.text}
	}
	switch side {
	case "left":
		a.class = opening
	case "right":
		a.class = closing
	default:
		a.class = relation
	}
	return a
}

// negated reads what \not strikes through.
func (p *parser) negated(depth int) atom {
	of := p.argument(depth)
	if p.failed || len(of) != 1 {
		return p.fail()
	}
	text, ok := known().negations[of[0].text]
	if !ok {
		return p.fail()
	}
	return atom{text: text, class: relation}
}

// remainder reads \pmod{n}.
func (p *parser) remainder(depth int) atom {
	of := p.argument(depth)
	if p.failed {
		return atom{}
	}
	text, ok := join(of)
	if !ok || text == "" {
		return p.fail()
	}
	return atom{text: noBreak + "(mod" + noBreak + text + ")", class: closing}
}
