package formula

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAFormulaIsWrittenInUnicode(t *testing.T) {
	for source, want := range map[string]string{
		`$E = mc^2$`:                              "E = mc²",
		`\(a \le b\)`:                             "a ≤ b",
		`$$x^2 + y^2 = z^2$$`:                     "x² + y² = z²",
		`\[ \alpha_1, \ldots, \alpha_n \]`:        "α₁, …, αₙ",
		`$-b \pm \sqrt{b^2-4ac}$`:                 "−b ± √(b² − 4ac)",
		`$\sqrt{2}$`:                              "√2",
		`$\sqrt[3]{8} = 2$`:                       "∛8 = 2",
		`$2\sqrt{x}$`:                             "2√x",
		`$\frac{1}{2}mv^2$`:                       "½mv²",
		`$\frac12 + \frac{3}{17}$`:                "½ + 3⁄17",
		`$v = \frac{s}{t}$`:                       "v = s/t",
		`$\frac{dy}{dx} = 2x$`:                    "dy/dx = 2x",
		`$\sum_{i=1}^{n} a_i$`:                    "∑ᵢ₌₁ⁿ aᵢ",
		`$\int_0^1 x\,dx$`:                        "∫₀¹ x dx",
		`$x \in \mathbb{R}$`:                      "x ∈ ℝ",
		`$\mathcal{L} \subseteq \mathfrak{R}$`:    "ℒ ⊆ ℜ",
		`$f'(x) = 3x$`:                            "f′(x) = 3x",
		`$f''_1=0$`:                               "f″₁ = 0",
		`$\sin x + \cos(2x)$`:                     "sin x + cos(2x)",
		`$2\sin^2\theta$`:                         "2 sin² θ",
		`$\log_2 8 = 3$`:                          "log₂ 8 = 3",
		`$\hat{x} = \bar{y}$`:                     "x\u0302 = y\u0304",
		`$\left( a + b \right)^2$`:                "(a + b)²",
		`$\left\{ x \mid x > 0 \right\}$`:         "{x ∣ x > 0}",
		`$\bigl(a+b\bigr)$`:                       "(a + b)",
		`$H_2O + CO_2$`:                           "H₂O + CO₂",
		`$x_{\text{max}}$`:                        "xₘₐₓ",
		`$x = 1 \text{ if } y = 2$`:               "x = 1 if y = 2",
		`$90^\circ$`:                              "90°",
		`$1{,}000{,}000 + 1$`:                     "1,000,000 + 1",
		`$3.14 \approx \pi$`:                      "3.14 ≈ π",
		`$a \not= b$`:                             "a ≠ b",
		`$x \not\in A$`:                           "x ∉ A",
		`$a \equiv b \pmod{n}$`:                   "a ≡ b (mod n)",
		`$a \implies b \iff c$`:                   "a ⇒ b ⇔ c",
		`$(-1)^{n+1}$`:                            "(−1)ⁿ⁺¹",
		`$10^{-3}$`:                               "10⁻³",
		`$x_i^2$`:                                 "xᵢ²",
		`$x^2_i$`:                                 "x²ᵢ",
		`$\{1, 2, 3\}$`:                           "{1, 2, 3}",
		`$f: A \to B$`:                            "f : A → B",
		`$f(x,y)=|x|+\lfloor y \rfloor$`:          "f(x, y) = |x| + ⌊y⌋",
		`$\forall \varepsilon > 0\ \exists N$`:    "∀ε > 0 ∃N",
		`$n! = n \cdot (n-1)!$`:                   "n! = n · (n − 1)!",
		`$größe^2$`:                               "größe²",
		`$\operatorname{rank} A = \mathrm{tr} B$`: "rank A = trB",
		`$a = b \quad c = d$`:                     "a = b  c = d",
		`x^2`:                                     "x²",
	} {
		got, ok := ToUnicode(source)
		got = strings.ReplaceAll(got, noBreak, " ")
		if !ok || got != want {
			t.Errorf("%s: %q %v, want %q", source, got, ok, want)
		}
	}
}

func TestWhatIsNotExactIsRefused(t *testing.T) {
	for _, source := range []string{
		``, `$$`, `$ $`, `\(\)`,
		`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`, `\begin{cases} 1 \end{cases}`, `a &= b \\ c &= d`,
		`\frac{-b \pm \sqrt{b^2-4ac}}{2a}`, `\frac{a+b}{c}`, `\frac{a}{b}c`, `a\frac{b}{c}`, `2\frac{1}{2}`, `\frac{a}{b}^2`, `\frac{1}{2}^2`, `(a)\frac{b}{c}`,
		`\sqrt{x}y`, `\sqrt{x}^2`, `\sqrt[n]{x}`, `\sqrt{}`,
		`x^{2^n}`, `x^{y_1}`, `x^{1/2}`, `x^q`, `x_b`, `x_{max,1}`, `\lim_{x \to 0} x`, `x^\alpha`, `e^{i\pi}`,
		`\vec{v}`, `\hat{xy}`, `\mathbf{x}`, `\mathbb{A}`, `\mathcal{A}`, `\binom{n}{k}`, `\unknown`, `\oint x`,
		`x^`, `x_`, `^2`, `_1`, `x^^2`, `x^1^2`, `{x^2y}^3_`, `{ab^2}^3`, `\frac{1}`, `\frac`, `\sqrt`, `{x`, `x}`, `\left. x \right|`, `\text{a$b}`, `\text{a`, `a & b`,
		`x \\ y`, "x # y", `\`, "\xff", "x\x00", "x\u200by", "x\u202ey",
	} {
		if got, ok := ToUnicode(source); ok {
			t.Errorf("%s: %q", source, got)
		}
	}
}

// What is hostile is refused, without a deep stack and in one pass.
func TestHostileFormulasAreRefused(t *testing.T) {
	for _, source := range []string{
		strings.Repeat("{", 500), strings.Repeat("x^{", 190), strings.Repeat(`\sqrt{`, 90) + strings.Repeat("}", 50), strings.Repeat(`\sqrt`, 110),
		strings.Repeat("x+", 50_000), strings.Repeat(`\frac{1}{`, 60), strings.Repeat(`\not`, 140), strings.Repeat(`\hat`, 140),
	} {
		if got, ok := ToUnicode(source); ok {
			t.Errorf("%.20s: %q", source, got)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{
		`$E = mc^2$`, `\frac{1}{2}`, `\sqrt[3]{x+1}`, `\sum_{i=1}^{n}`, `\left( a \right)`, `{a}^{b}_{c}`, `x'''`, `\text{ a b }`, `\not=`, `\mathbb{R}`,
		`\hat{x}`, `\pmod{n}`, `1{,}000`, "\\", "{{{", "x^", "\\(\\)", "$$", "\u00a0", "x~y", `\ `, `\quad`, "é^2", "日本^2", "\\text{\xd6}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		text, ok := ToUnicode(source)
		if ok != (text != "") {
			t.Fatalf("%q: %q %v", source, text, ok)
		}
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\\\n\t\r$^") && !strings.Contains(source, `\`) {
			t.Fatalf("%q: %q", source, text)
		}
		if len(text) > 8*len(source) {
			t.Fatalf("%d bytes became %d", len(source), len(text))
		}
	})
}
