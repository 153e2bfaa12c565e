package textflow

// The printable ASCII characters, which letterWidths knows.
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
	if style.Italic {
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

// sum adds the widths of the letters of a text, false if it has others than printable ASCII.
func (r *Ruler) sum(l *letterWidths, text string, style Style) (width float32, ok bool) {
	for i := range len(text) {
		if letter := int(text[i]) - firstLetter; letter < 0 || letter >= letterCount {
			return 0, false
		}
	}
	for i := range len(text) - 1 {
		width += r.before(l, text[i:i+2], style)
	}
	if text != "" {
		width += r.alone(l, text[len(text)-1:], style)
	}
	return width, true
}

// alone returns the width of one letter.
func (r *Ruler) alone(l *letterWidths, letter string, style Style) float32 {
	w := &l.alone[int(letter[0])-firstLetter]
	if *w == 0 {
		*w = r.measureWidth(letter, style)
	}
	return *w
}

// before returns the width of the first letter of a pair before the second.
func (r *Ruler) before(l *letterWidths, pair string, style Style) float32 {
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

func (r *Ruler) measureWidth(text string, style Style) float32 {
	size, _ := r.measure(text, style.Size, style.FyneStyle())
	return size.Width
}
