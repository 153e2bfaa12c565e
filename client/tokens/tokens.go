// Package tokens estimates the number of tokens of a text or picture without the tables of a
// tokenizer (docs/wire.md). The rules imitate current tokenizers: a word includes the space before
// it, digits are grouped in threes, each script has its own rate.
//
// Compared with o200k_base, the likely number is within 15 % in English and within 25 % in eleven
// other languages, in source code and in tables. The upper bound is not guaranteed: it holds for
// 460 of the 532 translations of the Universal Declaration of Human Rights; for the others, in rare
// languages, it is up to 40 % too low. It may also be too low for random letters and older
// tokenizers.
package tokens

import (
	"math"
	"unicode/utf8"
)

// Estimate has the likely number of tokens, and an upper bound for ordinary text.
type Estimate struct{ Likely, Max int }

// Add returns the sum of two estimates.
func (c Estimate) Add(other Estimate) Estimate {
	return Estimate{Likely: c.Likely + other.Likely, Max: c.Max + other.Max}
}

// EstimateText estimates the tokens of a text.
func EstimateText(text string) Estimate {
	var m meter
	for i := 0; i < len(text); {
		i = m.next(text, i)
	}
	return m.count()
}

// Truncate returns the beginning of a text whose upper bound is at most the given number of tokens.
// It cuts at a line end, or at a word if the last line is more than half of the result.
func Truncate(text string, most int) string {
	var m meter
	line := 0
	for i := 0; i < len(text); {
		start := i
		if i = m.next(text, i); m.count().Max > most {
			if line > start/2 {
				return text[:line]
			}
			return text[:start]
		}
		if text[start] == '\n' {
			line = start
		}
	}
	return text
}

// EstimatePicture estimates the tokens of a picture, 0 without a size. The likely number counts
// tiles, as most services do: the picture is scaled down to fit into 2,048 by 2,048 with a short
// side of at most 768; each tile of 512 by 512 costs 170, and 85 are added. The upper bound is one
// token per 750 pixels, with the long side scaled to at most 1,568, if that is more.
func EstimatePicture(width, height int) Estimate {
	if width <= 0 || height <= 0 {
		return Estimate{}
	}
	w, h := float64(width), float64(height)
	shrink := min(1, 1568/max(w, h))
	area := math.Ceil(w * shrink * h * shrink / 750)
	fit := min(1, 2048/max(w, h))
	fit = min(fit, 768/min(w, h))
	tiles := func(side float64) int { return max(1, int(math.Ceil(side*fit/512))) }
	mean := 85 + 170*tiles(w)*tiles(h)
	return Estimate{Likely: mean, Max: max(mean, int(area))}
}

// maxRun bounds a single step of a meter, so that Truncate can split a text without spaces.
const maxRun = 32

// meter adds up the tokens of a text, one run of characters of the same class at a time.
type meter struct {
	mean, most float64
	// foreign is the average difference of recent words from English, from 0 to 1.5; see
	// strangeness.
	foreign float64
}

func (m *meter) count() Estimate {
	return Estimate{Likely: int(math.Round(m.mean)), Max: int(math.Ceil(m.most))}
}

func (m *meter) add(mean, most float64) {
	m.mean += mean
	m.most += most
}

// next adds the tokens of the run that begins at i, and returns the end of the run.
func (m *meter) next(text string, i int) int {
	c := text[i]
	switch classes[c] {
	case lower, upper:
		return m.word(text, i)
	case digit:
		return m.digits(text, i)
	case space:
		return m.spaces(text, i)
	case sign:
		return m.signs(text, i)
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	if isLatin(r) {
		return m.word(text, i)
	}
	for _, s := range scripts {
		if r <= s.last {
			m.add(s.mean, s.most)
			break
		}
	}
	return i + size
}

// word adds a word of Latin letters. A capital after a small letter starts another one, as in
// camelCase.
func (m *meter) word(text string, i int) int {
	var ascii, western, other int // letters of each kind
	capitals, small, end := 0, false, i
	for end < len(text) && end-i < maxRun {
		c := text[end]
		if class := classes[c]; class == upper && !small {
			capitals++
			ascii++
			end++
		} else if class == lower {
			small = true
			ascii++
			end++
		} else if class != beyond {
			break
		} else if r, size := utf8.DecodeRuneInString(text[end:]); isLatin(r) {
			small = true
			switch {
			case r < 0x100 || r >= 0x1E00:
				western++
			default:
				other++
			}
			end += size
		} else {
			break
		}
	}
	letters := float64(ascii + western + other)
	likely, most := 0.07+0.31*m.foreign, 0.2+0.5*m.foreign
	if capitals > 2 && !small {
		likely, most = 0.25, 0.5
	}
	m.add(1+likely*max(letters-4, 0)+0.1*float64(western)+0.45*float64(other),
		1+most*max(letters-3, 0)+0.7*float64(western)+1.2*float64(other))
	if letters > 2 {
		m.foreign += (strangeness(text[end-1], western+other) - m.foreign) / 20
	}
	return end
}

// strangeness estimates the distance of a word from English, from its last byte and the number of
// its non-ASCII letters.
func strangeness(last byte, beyond int) float64 {
	switch {
	case beyond > 0:
		return 1.5
	case last == 'a' || last == 'i' || last == 'o' || last == 'u':
		return 1
	}
	return 0
}

// digits adds digits in groups of three. A space before them is a separate token.
func (m *meter) digits(text string, i int) int {
	end := i
	for end < len(text) && end-i < maxRun-2 && classes[text[end]] == digit {
		end++
	}
	n := float64((end - i + 2) / 3)
	if i > 0 && text[i-1] == ' ' {
		n++
	}
	m.add(n, n)
	return end
}

// spaces adds white space: nothing for a single space, which belongs to the next word, and one
// token each for line ends and for indentation.
func (m *meter) spaces(text string, i int) int {
	end, newline := i, -1
	for end < len(text) && classes[text[end]] == space {
		if text[end] == '\n' {
			newline = end
		}
		end++
	}
	extra := float64(end-i) / 64
	if newline >= 0 {
		likely := 0.5
		if i > 0 && classes[text[i-1]] == sign {
			likely = 0.1
		}
		m.add(likely, 1)
		i = newline + 1
	}
	if end-i > 1 {
		m.add(0.8+extra, 1+4*extra)
	}
	return end
}

// signs adds punctuation. Before a letter it counts as less than a token, because tokenizers may
// merge the two; repeated characters count little.
func (m *meter) signs(text string, i int) int {
	end, repeated := i+1, 0
	for end < len(text) && end-i < maxRun && classes[text[end]] == sign {
		if text[end] == text[end-1] {
			repeated++
		}
		end++
	}
	kinds := float64(end - i - repeated)
	first := 1.0
	if end < len(text) && classes[text[end]] <= upper {
		first = 0.8
	}
	m.add(first+0.25*(kinds-1), kinds+0.34*float64(repeated))
	return end
}

// isLatin reports whether a non-ASCII character is a Latin letter.
func isLatin(r rune) bool {
	return r >= 0xC0 && r <= 0x24F && r != '×' && r != '÷' || r >= 0x1E00 && r <= 0x1EFF
}
