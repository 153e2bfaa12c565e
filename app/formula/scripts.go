package formula

import "strings"

// above and below are the characters with superscript and subscript forms in Unicode, each followed
// by that form. Of the Greek letters only those are listed whose small forms are Greek as well.
const (
	above = "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺−⁻=⁼(⁽)⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻ" +
		"AᴬBᴮDᴰEᴱGᴳHᴴIᴵJᴶKᴷLᴸMᴹNᴺOᴼPᴾRᴿTᵀUᵁWᵂβᵝγᵞφᵠχᵡ∘°°°∗*††′′″″"
	below = "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊−₋=₌(₍)₎aₐeₑhₕiᵢkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓβᵦγᵧρᵨφᵩχᵪ"
)

var primeMarks = [...]string{"′", "″", "‴"}

// script parses ^ or _ and appends the argument to a as superscript or subscript.
func (p *parser) script(a *atom, depth int) {
	letters, taken := known().subscript, &a.sub
	if p.rest[0] == '^' {
		letters, taken = known().superscripts, &a.super
	}
	p.rest = p.rest[1:]
	if *taken || a.text == "" {
		p.fail()
		return
	}
	*taken = true
	var b strings.Builder
	for _, o := range p.argument(depth) {
		// Unicode has no scripts of scripts, and no superscript or subscript spaces.
		if o.super || o.sub || o.class == blank {
			p.fail()
			return
		}
		for _, r := range o.text {
			s, ok := letters[r]
			if !ok {
				p.fail()
				return
			}
			b.WriteString(s)
		}
	}
	if b.Len() == 0 {
		p.fail()
		return
	}
	a.text += b.String()
}

// primes parses the marks after f in f' and f”.
func (p *parser) primes(a *atom) {
	n := len(p.rest) - len(strings.TrimLeft(p.rest, "'"))
	if n > len(primeMarks) || a.super || a.sub || a.class != ordinary && a.class != closing && a.class != operator {
		p.fail()
		return
	}
	p.rest = p.rest[n:]
	a.text += primeMarks[n-1]
	a.super = true
}
