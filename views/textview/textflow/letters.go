package textflow

import "strings"

// The range of printable ASCII characters, whose widths are stored in arrays.
const (
	firstLetter = int(' ')
	lastLetter  = int('~')
	letterCount = lastLetter - firstLetter + 1
)

// letterWidths has the widths of the letters of one style, alone and before each other letter.
// Their sum is exactly the width of a word, because a font without ligatures only changes the
// distance of two letters.
//
// The widths are measured when they are needed; 0 means unknown.
type letterWidths struct {
	alone  [letterCount]float32
	before [letterCount]*[letterCount]float32
	// others has the widths of letters that are not ASCII and of pairs with such letters.
	others map[string]float32
}

// ligatureProbe is a word for which fonts with ligatures use some of them.
const ligatureProbe = "ffi->ffl!==fi<fffw"

// letters returns the letter widths of a style, nil if a word's width is not their sum. It caches
// the last style, because most words have the style of the previous word.
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

// newLetters returns empty letter widths for a style, nil if the style is right-to-left or has
// ligatures. The bundled italic fonts have a ligature for "fff".
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

// summed returns the width of a text as the sum of its letters' widths, false if the sum may be
// wrong.
func (r *Ruler) summed(text string, style Style) (width float32, ok bool) {
	l := r.letters(style)
	if l == nil {
		return 0, false
	}
	return r.sum(l, text, style)
}

// sum adds the widths of the letters of a text, false if the sum may be wrong.
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

// before returns the width of the first letter of a pair, which has n bytes, before the second.
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

// other returns the width of the first letter of letters, n bytes, before the second one if there
// is one. At least one letter is not ASCII.
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
