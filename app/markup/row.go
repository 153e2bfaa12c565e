package markup

import (
	"bytes"
	"slices"
)

// Cells returns where the cells of a table row begin and end. A bar in code or in a formula ends no
// cell: by the rule of GitHub it does, which tears what models write into tables.
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
		if at > first { // else it only begins the row
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

// OpenBar returns the offset of the first bar behind code or a formula that has begun in a row that
// is still being written, -1 if there is none: nobody knows yet whether it ends a cell.
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
		// A dollar that is followed by a blank before the bar is a price.
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

// maxOpenDollar is the maximum length in bytes of a formula in dollars that is not closed: what is
// longer is rather a sum of money.
const maxOpenDollar = 100

// OpenFormula returns the offset of the formula at the end of a text that "\(" or "$" has begun but
// nothing has ended, the length of the text if there is none. most is the maximum length of a
// formula in bytes.
func OpenFormula(text []byte, most int) int {
	open := len(text)
	if !bytes.ContainsRune(text, '$') && !bytes.Contains(text, []byte(`\(`)) { // as most
		return open
	}
	readRow(text, func(int) {}, func(at int) bool {
		longest := most
		switch text[at] {
		case '`':
			return false // all that follows is code
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

// readRow calls bar with the offset of each bar that ends a cell, and open, if it is not nil, with
// that of each code or formula that does not end in the row, until open returns false.
func readRow(row []byte, bar func(at int), open func(at int) bool) {
	var unclosed []int // the lengths of backticks that none of the same length follow
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

// codeLength returns the length of the code that size backticks open at the start of row, 0 if it
// does not end there.
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

// aloneInCells reports whether the marks around code stand alone in two cells, as in "` | `".
func aloneInCells(code []byte) bool {
	words := bytes.Trim(code, blanks)
	return len(words) > 0 && words[0] == '|' && words[len(words)-1] == '|' && isSpace(code[0]) && isSpace(code[len(code)-1])
}

// rowFormula returns the length of the formula at the start of row in which a bar ends no cell, 0
// if there is none. opens means that one may still come.
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

// pairedBars reports whether each bar in a formula has one that closes it or stands in brackets.
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
