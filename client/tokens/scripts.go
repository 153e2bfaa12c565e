package tokens

// The classes of bytes: ASCII bytes by kind, and all other bytes.
const (
	lower = iota
	upper
	digit
	space
	sign
	beyond
)

var classes = func() (all [256]byte) {
	for c := range all {
		switch {
		case c >= 'a' && c <= 'z':
			all[c] = lower
		case c >= 'A' && c <= 'Z':
			all[c] = upper
		case c >= '0' && c <= '9':
			all[c] = digit
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			all[c] = space
		case c < 0x80:
			all[c] = sign
		default:
			all[c] = beyond
		}
	}
	return all
}()

// scripts has the tokens per character of each script, up to the character last; Latin letters are
// counted by word. Scripts that tokenizers encode as bytes need about one token per byte.
var scripts = []struct {
	last       rune
	mean, most float64
}{
	{0x00BF, 0.9, 1.2},  // signs of Western Europe
	{0x024F, 1, 1},      // × ÷
	{0x036F, 0.7, 1.3},  // phonetic letters, combining marks
	{0x03FF, 0.42, 0.7}, // Greek
	{0x040F, 0.8, 1.8},  // Cyrillic capitals of other languages than Russian
	{0x044F, 0.29, 0.6}, // Cyrillic
	{0x052F, 0.8, 1.8},  // Cyrillic of other languages than Russian
	{0x058F, 0.36, 0.7}, // Armenian
	{0x05FF, 0.46, 0.8}, // Hebrew
	{0x06FF, 0.4, 0.8},  // Arabic
	{0x08FF, 2, 2.4},    // Syriac, Thaana, N'Ko
	{0x097F, 0.38, 0.7}, // Devanagari
	{0x09FF, 0.42, 0.8}, // Bengali
	{0x0BFF, 0.45, 1},   // Gurmukhi, Gujarati, Odia, Tamil
	{0x0D7F, 0.44, 0.9}, // Telugu, Kannada, Malayalam
	{0x0DFF, 0.67, 1.2}, // Sinhala
	{0x0E7F, 0.44, 0.9}, // Thai
	{0x0EFF, 1.9, 2.4},  // Lao
	{0x0FFF, 1.5, 2},    // Tibetan
	{0x109F, 0.6, 1.5},  // Burmese
	{0x10FF, 0.34, 0.7}, // Georgian
	{0x177F, 2.5, 3.4},  // Ethiopic, Cherokee, Canadian syllables
	{0x17FF, 0.64, 1.2}, // Khmer
	{0x1DFF, 3, 3.4},    // Mongolian and smaller scripts
	{0x1FFF, 1.3, 2},    // polytonic Greek
	{0x206F, 0.8, 1.5},  // dashes, quotation marks
	{0x2BFF, 1.2, 2},    // signs, arrows, lines
	{0x2FFF, 2.5, 3.3},
	{0x303F, 0.8, 1.1},  // punctuation of East Asia
	{0x30FF, 0.75, 1.1}, // Kana
	{0x33FF, 1.3, 3},
	{0x4DFF, 2.5, 3},
	{0x9FFF, 0.85, 1.25}, // Chinese characters
	{0xABFF, 3, 3.4},
	{0xD7FF, 0.8, 1.2}, // Hangul
	{0xFEFF, 1.5, 3},
	{0xFFFF, 0.9, 2}, // halfwidth and fullwidth forms
	{0x1EFFF, 4, 4.4},
	{0x1FFFF, 1.8, 3}, // emoji
	{0x10FFFF, 3.2, 4},
}
