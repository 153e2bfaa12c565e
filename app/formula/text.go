package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// MaxBytes is the maximum length in bytes of a formula that is written in Unicode. A longer one
	// would not be readable on one line.
	MaxBytes = 600
	// deepest is the maximum nesting depth of groups.
	deepest = 12
)

// ToUnicode writes a formula in Unicode. source may be enclosed in $ $, $$ $$, \( \) or \[ \].
// Lines may break at the plain spaces of the result, which follow operators; all other spaces are
// no-break spaces. ok is false if the formula is empty or cannot be written exactly.
func ToUnicode(source string) (text string, ok bool) {
	if len(source) > MaxBytes || !utf8.ValidString(source) {
		return "", false
	}
	p := parser{rest: inner(source)}
	atoms := p.list(0)
	if p.failed || p.rest != "" {
		return "", false
	}
	text, ok = join(atoms)
	return text, ok && text != ""
}

// inner removes the delimiters of a formula.
func inner(source string) string {
	source = strings.TrimSpace(source)
	for _, marks := range [...][2]string{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}} {
		if len(source) >= len(marks[0])+len(marks[1]) && strings.HasPrefix(source, marks[0]) && strings.HasSuffix(source, marks[1]) {
			return source[len(marks[0]) : len(source)-len(marks[1])]
		}
	}
	return source
}

// class is the class of an atom as in TeX, which determines the space between neighbors.
type class uint8

const (
	ordinary class = iota
	// operator is a sum or the name of a function.
	operator
	binary
	relation
	opening
	closing
	punctuation
	// blank is an explicit space.
	blank
)

// atom is an indivisible element of a formula.
type atom struct {
	text  string
	class class
	// single reports that the atom is one letter or number, which needs no brackets as an operand.
	single bool
	// left and right report that text directly before or after the atom could be read as part of
	// it, as beside a fraction.
	left, right bool
	// super and sub report that the atom cannot take an exponent or an index, because it has one or
	// because the result would be ambiguous.
	super, sub bool
}

// parser parses a formula. If something cannot be written, failed is set and the rest of the input
// is dropped; results after that are meaningless, so ToUnicode checks failed at the end.
type parser struct {
	rest   string
	failed bool
}

func (p *parser) fail() atom {
	p.failed = true
	p.rest = ""
	return atom{}
}

// list parses atoms up to the end or to the brace that closes the group, which it does not consume.
func (p *parser) list(depth int) []atom {
	if depth > deepest {
		p.fail()
		return nil
	}
	var out []atom
	for {
		p.skip()
		switch {
		case p.rest == "" || p.rest[0] == '}':
			return out
		case p.rest[0] == '^' || p.rest[0] == '_':
			if len(out) == 0 || out[len(out)-1].class == blank {
				p.fail()
				return nil
			}
			p.script(&out[len(out)-1], depth)
		case p.rest[0] == '\'':
			if len(out) == 0 {
				p.fail()
				return nil
			}
			p.primes(&out[len(out)-1])
		default:
			if a := p.atom(depth); a.text != "" {
				out = append(out, a)
			}
		}
	}
}

// skip skips white space, which has no meaning in a formula.
func (p *parser) skip() { p.rest = strings.TrimLeft(p.rest, " \t\r\n") }

// atom parses a number, a letter, a sign, a command with its arguments, or a group. The text of the
// result is "" for an element without text.
func (p *parser) atom(depth int) atom {
	r, size := utf8.DecodeRuneInString(p.rest)
	switch {
	case r == '\\':
		return p.command(depth)
	case r == '{':
		return p.group(depth)
	case r >= '0' && r <= '9':
		return p.number()
	}
	p.rest = p.rest[size:]
	if s, ok := known().typed[r]; ok {
		return atom{text: s.text, class: s.class}
	}
	switch {
	case r == '~':
		return atom{text: noBreak, class: blank}
	case r == utf8.RuneError || !unicode.IsLetter(r):
		return p.fail()
	}
	return atom{text: string(r), single: true}
}

func asciiLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// number parses digits with points and commas between them.
func (p *parser) number() atom {
	n := 0
	for n < len(p.rest) && (digit(p.rest, n) || (p.rest[n] == '.' || p.rest[n] == ',') && digit(p.rest, n+1)) {
		n++
	}
	a := atom{text: p.rest[:n], single: true}
	p.rest = p.rest[n:]
	return a
}

func digit(s string, at int) bool { return at < len(s) && s[at] >= '0' && s[at] <= '9' }

// group parses a group in braces, which scripts and commands treat as a single atom.
func (p *parser) group(depth int) atom {
	atoms := p.braces(depth)
	if len(atoms) == 1 {
		a := atoms[0]
		if a.class != operator {
			a.class = ordinary // as the comma in 1{,}000
		}
		return a
	}
	text, ok := join(atoms)
	if !ok {
		return p.fail()
	}
	a := atom{text: text}
	if n := len(atoms); n > 0 {
		last := atoms[n-1]
		a.left, a.right = atoms[0].left, last.right
		a.super, a.sub = last.super || last.sub, last.super || last.sub
	}
	return a
}

// braces parses the atoms of a group at its opening brace.
func (p *parser) braces(depth int) []atom {
	if !strings.HasPrefix(p.rest, "{") {
		p.fail()
		return nil
	}
	p.rest = p.rest[1:]
	atoms := p.list(depth + 1)
	if !strings.HasPrefix(p.rest, "}") {
		p.fail()
		return nil
	}
	p.rest = p.rest[1:]
	return atoms
}

// argument parses the argument of a command or script: a group, or the next letter, digit or
// command.
func (p *parser) argument(depth int) []atom {
	p.skip()
	switch {
	case p.rest == "" || strings.ContainsRune("}^_'", rune(p.rest[0])):
		p.fail()
		return nil
	case p.rest[0] == '{':
		return p.braces(depth)
	case p.rest[0] >= '0' && p.rest[0] <= '9':
		a := atom{text: p.rest[:1], single: true}
		p.rest = p.rest[1:]
		return []atom{a}
	case depth > deepest:
		p.fail()
		return nil
	}
	return []atom{p.atom(depth + 1)}
}

// verbatim parses the argument of \text, which must not contain markup.
func (p *parser) verbatim() string {
	p.skip()
	end := strings.IndexByte(p.rest, '}')
	if !strings.HasPrefix(p.rest, "{") || end < 0 || strings.ContainsAny(p.rest[1:end], "\\{$%&#^_~") {
		p.fail()
		return ""
	}
	words := strings.Join(strings.FieldsFunc(p.rest[1:end], unicode.IsSpace), noBreak)
	if words != "" {
		if strings.HasPrefix(p.rest, "{ ") {
			words = noBreak + words
		}
		if p.rest[end-1] == ' ' {
			words += noBreak
		}
	}
	for _, r := range words {
		if !unicode.IsPrint(r) && r != '\u00a0' {
			p.fail()
			return ""
		}
	}
	p.rest = p.rest[end+1:]
	return words
}
