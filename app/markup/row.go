package markup

import (
	"bytes"
	"slices"
)

// Cells returns the start and end of each cell of a table row. Unlike in GitHub's rules, a bar in
// code or in a formula does not end a cell, because models write such bars.
func Cells(row []byte) [][2]int {
	end := len(bytes.TrimRight(row, blanks))
	start := end - len(bytes.TrimLeft(row[:end], blanks))
	var cells [][2]int
	cell := func(to int) {
		words := bytes.Trim(row[start:to], blanks)
		from := to - len(bytes.TrimLeft(row[start:to], blanks))
		cells = append(cells, [2]int{from, from + len(words)})
	}
	first := start
	readRow(row[:end], func(at int) {
		if at > first { // otherwise the bar begins the row
			cell(at)
		}
		start = at + 1
	}, nil)
	if start < end {
		cell(end)
	}
	return cells
}

const blanks = " \t\r\n\v\f"

// OpenBar returns the offset of the first bar after unclosed code or an unclosed formula in a row
// that is still being written, -1 if there is none. It is undecided whether that bar ends a cell.
func OpenBar(row []byte) int {
	var bars []int
	open := -1
	readRow(row, func(at int) { bars = append(bars, at) }, func(at int) bool {
		if open < 0 {
			open = at
		}
		return true
	})
	if i, _ := slices.BinarySearch(bars, open); open >= 0 && i < len(bars) {
		// A dollar sign is a price if a space precedes the bar.
		if row[open] != '$' || !isSpace(row[bars[i]-1]) {
			return bars[i]
		}
	}
	return -1
}

// FirstBar returns the offset of the first bar in a row that ends a cell or begins the row, -1 if
// there is none.
func FirstBar(row []byte) int {
	first := -1
	readRow(row, func(at int) {
		if first < 0 {
			first = at
		}
	}, nil)
	return first
}

// maxOpenDollar is the maximum length in bytes of an unclosed formula after "$": before a longer
// text the dollar is probably a price.
const maxOpenDollar = 100

// OpenFormula returns the offset of a formula that "\(" or "$" opens but nothing closes in text, or
// the length of the text if there is none. most is the maximum length of a formula in bytes.
func OpenFormula(text []byte, most int) int {
	open := len(text)
	// most texts have no formula
	if !bytes.ContainsRune(text, '$') && !bytes.Contains(text, []byte(`\(`)) {
		return open
	}
	readRow(text, func(int) {}, func(at int) bool {
		longest := most
		switch text[at] {
		case '`':
			return false // the rest is unclosed code
		case '$':
			longest = min(most, maxOpenDollar)
		}
		if len(text)-at <= longest {
			open = at
			return false
		}
		return true
	})
	return open
}

// readRow calls bar with the offset of each bar that ends a cell. Unless open is nil, it calls open
// with the offset of each code or formula that does not end in the row, until open returns false.
func readRow(row []byte, bar func(at int), open func(at int) bool) {
	var unclosed []int // the numbers of backticks that no equal number follows
	for i := 0; ; {
		next := bytes.IndexAny(row[i:], "\\`$|")
		if next < 0 {
			return
		}
		i += next
		if row[i] == '|' {
			if i == 0 || row[i-1] != '\\' {
				bar(i)
			}
			i++
			continue
		}
		length, skip, opens := 0, 1, false
		switch row[i] {
		case '`':
			if skip = backticks(row[i:]); !slices.Contains(unclosed, skip) {
				length = codeLength(row[i:], skip)
			}
			switch {
			case length == 0:
				opens, unclosed = true, append(unclosed, skip)
			case aloneInCells(row[i+skip : i+length-skip]):
				length = 0
			}
		case '\\':
			skip = 2 // a backslash escapes the next character
			fallthrough
		default:
			length, opens = rowFormula(row[i:])
		}
		if opens && open != nil && !open(i) {
			return
		}
		i = min(i+max(length, skip), len(row))
	}
}

// backticks returns the number of backticks at the start of a text.
func backticks(text []byte) int { return len(text) - len(bytes.TrimLeft(text, "`")) }

// codeLength returns the length of the inline code that size backticks open at the start of row, 0
// if the code does not end in the row.
func codeLength(row []byte, size int) int {
	for i := size; ; {
		next := bytes.IndexByte(row[i:], '`')
		if next < 0 {
			return 0
		}
		i += next
		n := backticks(row[i:])
		i += n
		if n == size {
			return i
		}
	}
}

// aloneInCells reports whether the backticks around code are each alone in a cell, as in "` | `".
func aloneInCells(code []byte) bool {
	words := bytes.Trim(code, blanks)
	return len(words) > 0 && words[0] == '|' && words[len(words)-1] == '|' && isSpace(code[0]) && isSpace(code[len(code)-1])
}

// rowFormula returns the length of a formula at the start of row whose bars end no cell, 0 if there
// is none. opens reports that the formula may be unclosed.
func rowFormula(row []byte) (length int, opens bool) {
	ahead := row[:min(len(row), MaxInlineFormula)]
	n := formulaLength(ahead, ahead)
	switch {
	case row[0] == '\\':
		return n, n == 0 && len(row) > 1 && row[1] == '('
	case n == 0:
		return 0, len(row) == 1 || !isSpace(row[1]) && row[1] != '$' && (row[1] < '0' || row[1] > '9')
	}
	body := row[1 : n-1]
	if row[1] == '$' { // "$$" may be a price level in a table
		body = body[1 : len(body)-1]
		if !hasSign(body) || isSpace(body[0]) || isSpace(body[len(body)-1]) {
			return 0, false
		}
	}
	if !pairedBars(body) {
		return 0, false
	}
	return n, false
}

// pairedBars reports whether the bars of a formula are paired, not counting bars in brackets.
func pairedBars(body []byte) bool {
	depth, bars := 0, 0
	for _, c := range body {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '|':
			if depth == 0 {
				bars++
			}
		}
	}
	return bars%2 == 0
}
