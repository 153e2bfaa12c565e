package markdowntest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
)

// shapeCount is the number of shapes that Shapes returns.
const shapeCount = 240

// Shape is a kind of text in which a model gets stuck.
type Shape struct {
	Name string
	fill func(b *strings.Builder, size int)
}

// Text returns a text of this shape that is at least size bytes long, and little more.
func (s Shape) Text(size int) string {
	var b strings.Builder
	b.Grow(size + 1000)
	s.fill(&b, size)
	return b.String()
}

// Shapes returns the shapes: repetitions of one unit, growing or numbered units, and mixtures of
// two or three units.
func Shapes() []Shape {
	var all []Shape
	for _, u := range units {
		all = append(all, Shape{u.name, repeated(u.head, u.text)})
	}
	for _, c := range counted {
		all = append(all, Shape{c.name, func(b *strings.Builder, size int) {
			for i := 1; b.Len() < size; i++ {
				b.WriteString(c.next(i))
			}
		}})
	}
	for i := 0; len(all) < shapeCount; i++ {
		all = append(all, mixture(i))
	}
	return all
}

// repeated returns a function that writes head once, then unit until size bytes are written.
func repeated(head, unit string) func(b *strings.Builder, size int) {
	return func(b *strings.Builder, size int) {
		b.WriteString(head)
		for b.Len() < size {
			b.WriteString(unit)
		}
	}
}

// mixture returns the nth mixture, which alternates bursts of two or three units.
func mixture(n int) Shape {
	h := fnv.New64a()
	h.Write([]byte(strconv.Itoa(n)))
	seed := h.Sum64()
	r := rand.New(rand.NewPCG(seed, 1))
	var texts, names []string
	for range 2 + n%2 {
		u := units[r.IntN(len(units))]
		texts, names = append(texts, u.text), append(names, u.name)
	}
	longest := []int{1, 4, 40, 1000}[n/2%4]
	return Shape{fmt.Sprintf("mixture-%d:%s", n, strings.Join(names, "+")), func(b *strings.Builder, size int) {
		r := rand.New(rand.NewPCG(seed, 2))
		for b.Len() < size {
			unit := texts[r.IntN(len(texts))]
			for n := 1 + r.IntN(longest); n > 0 && b.Len() < size; n-- {
				b.WriteString(unit)
			}
		}
	}}
}

// counted are the shapes whose units change; next returns the nth unit.
var counted = []struct {
	name string
	next func(n int) string
}{
	{"numbers-counted", func(n int) string { return strconv.Itoa(n) + ", " }},
	{"items-counted", func(n int) string { return strconv.Itoa(n) + ". " + strconv.Itoa(n) + "\n" }},
	{"list-stairs", func(n int) string { return strings.Repeat("  ", n%400) + "- a\n" }},
	{"quote-stairs", func(n int) string { return strings.Repeat(">", n%400) + " a\n" }},
	{"rising-backticks", func(n int) string { return strings.Repeat("`", n%400) + "a" }},
	{"rising-stars", func(n int) string { return strings.Repeat("*", n%400) + "a" }},
	{"rising-dollars", func(n int) string { return strings.Repeat("$", n%400) + "a" }},
	{"rising-brackets", func(n int) string { return strings.Repeat("[", n%400) + "a" + strings.Repeat("]", n%400) }},
	{"rising-fences", func(n int) string { return strings.Repeat("`", 3+n%400) + "\n" }},
	{"footnotes-counted", func(n int) string { return fmt.Sprintf("a[^%d]\n", n) }},
	{"definitions-counted", func(n int) string { return fmt.Sprintf("[a%d]: https://example.org/%d\n", n, n) }},
	{"definitions-apart", func(n int) string { return fmt.Sprintf("[a%d]: https://example.org/%d\n\n[a%d]\n\n", n, n, n-1) }},
	{"references-counted", func(n int) string { return fmt.Sprintf("[a%d] ", n) }},
	{"headings-counted", func(n int) string { return fmt.Sprintf("## %d\n\n", n) }},
	{"digits", func(n int) string { return strconv.Itoa(n * n * 31 % 9973) }},
	{"hexadecimal", func(n int) string { return fmt.Sprintf("%x", n*7919) }},
	{"cells-counted", func(n int) string { return fmt.Sprintf("| %d ", n) }},
	{"words-of-one-letter", func(n int) string { return string(rune('a'+n%26)) + " " }},
	{"many-letters", func(n int) string { return string(rune(0x4e00 + n*37%20000)) }},
	{"many-emoji", func(n int) string { return string(rune(0x1f300 + n*7%700)) }},
	{"many-words", func(n int) string { return strconv.FormatInt(int64(n)*104729, 36) + " " }},
}
