package textflow

import "strings"

// The printable ASCII characters, whose widths letterWidths has in arrays.
const (
	firstLetter = int(' ')
	lastLetter  = int('~')
	letterCount = lastLetter - firstLetter + 1
)

// letterWidths has the widths of the letters of one style, alone and before each other letter.
// Their sum is the width of a word, exactly: between two letters a font changes only the distance,
// unless it has ligatures.
//
// They are measured once they are needed; 0 means unknown.
type letterWidths struct {
	alone  [letterCount]float32
	before [letterCount]*[letterCount]float32
	// others has the widths of letters that are no ASCII and of pairs with them.
	others map[string]float32
}

// ligatureProbe is a word in which fonts that have ligatures use some.
const ligatureProbe = "ffi->ffl!==fi<fffw"

// letters returns the widths of the letters of a style, nil if their sums are not the widths of
// words. Most words are of the same style as the one before.
func (r *Ruler) letters(style Style) *letterWidths {
	if style == r.lastStyle {
		return r.lastLetters
	}
	l, ok := r.letterWidths[style]
	if !ok {
		l = r.newLetters(style)
		r.letterWidths[style] = l
	}
	r.lastStyle, r.lastLetters = style, l
	return l
}

// newLetters returns the widths of the letters of a style, nil if it has ligatures. The bundled
// slanted fonts join the letters of "fff".
func (r *Ruler) newLetters(style Style) *letterWidths {
	if style.Italic || style.RightToLeft {
		return nil
	}
	l := &letterWidths{}
	sum, _ := r.sum(l, ligatureProbe, style)
	if difference := sum - r.measureWidth(ligatureProbe, style); difference > 0.01 || difference < -0.01 {
		return nil
	}
	return l
}

// summed returns the width of a text as the sum of the widths of its letters, false if that is not
// exact.
func (r *Ruler) summed(text string, style Style) (width float32, ok bool) {
	l := r.letters(style)
	if l == nil {
		return 0, false
	}
	return r.sum(l, text, style)
}

// sum adds the widths of the letters of a text, false if that is not exact.
func (r *Ruler) sum(l *letterWidths, text string, style Style) (width float32, ok bool) {
	for i := range len(text) {
		if letter := int(text[i]) - firstLetter; letter < 0 || letter >= letterCount {
			return r.sumOthers(l, text, style)
		}
	}
	for i := range len(text) - 1 {
		width += r.before(l, text[i:i+2], 1, style)
	}
	if text != "" {
		width += r.alone(l, text[len(text)-1:], style)
	}
	return width, true
}

// alone returns the width of one letter.
func (r *Ruler) alone(l *letterWidths, letter string, style Style) float32 {
	if len(letter) > 1 {
		return r.other(l, letter, len(letter), style)
	}
	w := &l.alone[int(letter[0])-firstLetter]
	if *w == 0 {
		*w = r.measureWidth(letter, style)
	}
	return *w
}

// before returns the width of the first letter of a pair, n bytes, before the second.
func (r *Ruler) before(l *letterWidths, pair string, n int, style Style) float32 {
	if len(pair) > 2 {
		return r.other(l, pair, n, style)
	}
	row := &l.before[int(pair[0])-firstLetter]
	if *row == nil {
		*row = new([letterCount]float32)
	}
	w := &(*row)[int(pair[1])-firstLetter]
	if *w == 0 {
		*w = r.measureWidth(pair, style) - r.alone(l, pair[1:], style)
	}
	return *w
}

// other returns the width of a letter that is no ASCII, or of the first letter of such a pair.
func (r *Ruler) other(l *letterWidths, letters string, n int, style Style) float32 {
	if w, ok := l.others[letters]; ok {
		return w
	}
	w := r.measureWidth(letters, style)
	if n < len(letters) {
		w -= r.alone(l, letters[n:], style)
	}
	if l.others == nil || len(l.others) >= rulerLimit {
		l.others = map[string]float32{}
	}
	l.others[strings.Clone(letters)] = w
	return w
}

func (r *Ruler) measureWidth(text string, style Style) float32 {
	size, _ := r.measure(Drawn(text, style), style.Size, style.FyneStyle())
	return size.Width
}
