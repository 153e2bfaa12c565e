package formula

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// sign is the Unicode form and class of a command or a typed character.
type sign struct {
	text  string
	class class
}

// The commands, each followed by its character. Only characters in the program's fonts are listed:
// no blackboard letters except those of number sets, and no long arrows.
const (
	letterNames = `
		alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν
		xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
		Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
		hbar ℏ ell ℓ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ partial ∂ nabla ∇ infty ∞ emptyset ∅ varnothing ∅ forall ∀ exists ∃ nexists ∄
		neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ triangle △ Box □ square □ blacksquare ■ bigstar ★ diamond ⋄ prime ′ complement ∁
		ldots … dots … dotsc … cdots ⋯ dotsb ⋯ degree ° S § P ¶ pounds £ copyright © imath ı
		% % # # $ $ & & _ _ backslash \ vert | | ‖ Vert ‖ qed ∎`
	operatorNames = `
		sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ bigcap ⋂ bigcup ⋃`
	binaryNames = `
		pm ± mp ∓ times × div ÷ cdot · ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧
		setminus \ smallsetminus \ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger † ddagger ‡ bmod mod`
	relationNames = `
		leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠ ne ≠ lt < gt > equiv ≡ approx ≈ cong ≅ sim ∼ simeq ≃ propto ∝ asymp ≍ doteq ≐
		in ∈ ni ∋ notin ∉ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ sqsubseteq ⊑ sqsupseteq ⊒
		prec ≺ succ ≻ preceq ≼ succeq ≽ mid ∣ parallel ‖ perp ⊥ vdash ⊢ dashv ⊣ therefore ∴ because ∵ coloneqq ≔ triangleq ≜
		to → rightarrow → gets ← leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⇒ impliedby ⇐ iff ⇔
		uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ mapsto ↦ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷
		Longrightarrow ⇒ Longleftarrow ⇐ Longleftrightarrow ⇔ hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀ rightharpoondown ⇁
		leftharpoonup ↼ leftharpoondown ↽ rightleftharpoons ⇌ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ rightsquigarrow ⇝ leadsto ⇝
		nleq ≰ ngeq ≱ nless ≮ ngtr ≯ nsubseteq ⊈ nsupseteq ⊉ lesssim ≲ gtrsim ≳`
	openingNames = `{ { lbrace { lbrack [ langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖`
	closingNames = `} } rbrace } rbrack ] rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖`

	// Characters that are typed directly, each followed by its replacement.
	typedOrdinary    = `/ / | | . . ° ° ′ ′ ″ ″ … … ∞ ∞ ∂ ∂ ∇ ∇ ∅ ∅ ∀ ∀ ∃ ∃ ¬ ¬ % %`
	typedBinary      = `+ + - − − − * ∗ × × ÷ ÷ · · ± ± ∪ ∪ ∩ ∩ ∧ ∧ ∨ ∨`
	typedRelation    = `= = < < > > : : ≤ ≤ ≥ ≥ ≠ ≠ ≈ ≈ ≡ ≡ ∈ ∈ ∉ ∉ ⊂ ⊂ ⊆ ⊆ → → ← ← ⇒ ⇒ ⇔ ⇔ ↦ ↦`
	typedOpening     = `( ( [ [`
	typedClosing     = `) ) ] ] ! ! ? ?`
	typedPunctuation = `, , ; ;`
)

// tables are the Unicode forms of commands and typed characters, built when the first formula is
// parsed.
type tables struct {
	commands                map[string]sign
	typed                   map[rune]sign
	functions, ignored      map[string]bool
	spaces                  map[string]string
	alphabets               map[string]map[string]string
	accents, negations      map[string]string
	vulgar                  map[string]string
	superscripts, subscript map[rune]string
}

var known = sync.OnceValue(func() *tables {
	t := &tables{commands: map[string]sign{}, typed: map[rune]sign{}}
	for _, k := range []struct {
		commands, typed string
		class           class
	}{
		{letterNames, typedOrdinary, ordinary},
		{operatorNames, "∑ ∑ ∏ ∏ ∫ ∫", operator},
		{binaryNames, typedBinary, binary},
		{relationNames, typedRelation, relation},
		{openingNames, typedOpening, opening},
		{closingNames, typedClosing, closing},
		{"colon :", typedPunctuation, punctuation},
	} {
		for name, text := range table(k.commands) {
			t.commands[name] = sign{text, k.class}
		}
		for name, text := range table(k.typed) {
			r, _ := utf8.DecodeRuneInString(name)
			t.typed[r] = sign{text, k.class}
		}
	}
	t.functions = set("sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim limsup liminf max min sup inf det dim ker deg gcd hom arg Pr")
	t.ignored = set("displaystyle textstyle limits nolimits ! / big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm mathstrut")
	t.spaces = map[string]string{
		",": noBreak, ":": noBreak, ">": noBreak, ";": noBreak, " ": noBreak, "quad": " " + noBreak, "qquad": " " + noBreak + noBreak,
		"thinspace": noBreak, "enspace": noBreak, "space": noBreak,
	}
	// Blackboard, script and black letters that the fonts have.
	t.alphabets = map[string]map[string]string{
		"mathbb":   table("C ℂ H ℍ N ℕ P ℙ Q ℚ R ℝ Z ℤ"),
		"mathcal":  table("B ℬ E ℰ F ℱ H ℋ I ℐ L ℒ M ℳ R ℛ"),
		"mathscr":  table("B ℬ E ℰ F ℱ H ℋ I ℐ L ℒ M ℳ R ℛ e ℯ g ℊ o ℴ"),
		"mathfrak": table("C ℭ H ℌ I ℑ R ℜ Z ℨ"),
	}
	// No font of the program has arrows over letters, so \vec is missing.
	t.accents = table("hat \u0302 bar \u0304 dot \u0307 ddot \u0308 tilde \u0303 check \u030c breve \u0306 acute \u0301 grave \u0300 mathring \u030a overline \u0305")
	t.negations = table("= ≠ ∈ ∉ ≤ ≰ ≥ ≱ < ≮ > ≯ ≡ ≢ ⊂ ⊄ ⊃ ⊅ ⊆ ⊈ ⊇ ⊉ ∼ ≁ ≃ ≄ ≅ ≇ ≈ ≉")
	t.vulgar = table("1/2 ½ 1/3 ⅓ 2/3 ⅔ 1/4 ¼ 3/4 ¾ 1/5 ⅕ 2/5 ⅖ 3/5 ⅗ 4/5 ⅘ 1/6 ⅙ 5/6 ⅚ 1/7 ⅐ 1/8 ⅛ 3/8 ⅜ 5/8 ⅝ 7/8 ⅞ 1/9 ⅑")
	t.superscripts, t.subscript = pairs(above), pairs(below)
	return t
})

// table parses a list of names, each followed by its replacement.
func table(text string) map[string]string {
	words := strings.Fields(text)
	out := make(map[string]string, len(words)/2)
	for i := 0; i+1 < len(words); i += 2 {
		out[words[i]] = words[i+1]
	}
	return out
}

func set(names string) map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(names) {
		out[name] = true
	}
	return out
}

// pairs parses a list of characters, each followed by its replacement.
func pairs(text string) map[rune]string {
	runes := []rune(text)
	out := make(map[rune]string, len(runes)/2)
	for i := 0; i+1 < len(runes); i += 2 {
		out[runes[i]] = string(runes[i+1])
	}
	return out
}

// Characters returns all characters that ToUnicode can add. Its results also contain typed
// characters of the source.
func Characters() []rune {
	t := known()
	var all []rune
	for _, s := range slices.Concat(slices.Collect(maps.Values(t.commands)), slices.Collect(maps.Values(t.typed))) {
		all = append(all, []rune(s.text)...)
	}
	for _, m := range append(slices.Collect(maps.Values(t.alphabets)), t.accents, t.negations, t.vulgar, t.spaces, roots) {
		for _, text := range m {
			all = append(all, []rune(text)...)
		}
	}
	for _, text := range slices.Concat(slices.Collect(maps.Values(t.superscripts)), slices.Collect(maps.Values(t.subscript)), primeMarks[:]) {
		all = append(all, []rune(text)...)
	}
	all = append(all, '⁄')
	slices.Sort(all)
	return slices.Compact(all)
}
