package cost

import (
	"iter"
	"slices"
)

// readText returns the amounts of a text with their labels, and the units that are stated
// separately.
func readText(tokens []priceToken) ([]amount, []unitOf, error) {
	items, err := scan(tokens)
	if err != nil {
		return nil, nil, err
	}
	var units []unitOf
	var amounts []amount
	labels := 0
	items = slices.DeleteFunc(items, func(it priceItem) bool {
		if it.isAmount {
			amounts = append(amounts, it.amount)
			return false
		}
		if it.unit.n > 0 {
			units = append(units, it.unit)
			return true
		}
		labels++
		return false
	})
	switch {
	case len(amounts) == 0:
		return nil, nil, &ParseError{Problem: NoPrice}
	case labels == 0:
		return amounts, units, nil
	}
	if found := arrange(items); found != nil {
		return found, units, nil
	}
	return nil, nil, &ParseError{Problem: NoKind}
}

// arrange assigns a label to each amount: the label before it, the label after it, or the label at
// its position in a row of labels. It returns nil if these disagree or none fits.
func arrange(items []priceItem) []amount {
	before := pair(items)
	backwards := slices.Clone(items)
	slices.Reverse(backwards)
	after := pair(backwards)
	slices.Reverse(after)
	header := byPlace(items)
	var found []amount
	for _, one := range [][]amount{before, after, header} {
		if one != nil && found != nil && !slices.Equal(one, found) {
			return nil
		}
		if one != nil {
			found = one
		}
	}
	return found
}

// pair assigns to each amount the label before it. It returns nil if an amount has no label, or a
// label no amount.
func pair(items []priceItem) []amount {
	var out []amount
	pending := labelBits(0)
	for _, it := range items {
		switch a := it.amount; {
		case !it.isAmount && pending != 0:
			return nil
		case !it.isAmount:
			pending = it.label
		case pending == 0 && a.label == 0 && a.unit.noun <= nounToken:
			return nil
		case a.label != 0 && pending != 0 && a.label != pending:
			return nil
		default:
			a.label |= pending
			out, pending = append(out, a), 0
		}
	}
	if pending != 0 {
		return nil
	}
	return out
}

// byPlace assigns labels to amounts by position, if a row of labels precedes a row of amounts.
func byPlace(items []priceItem) []amount {
	n := len(items) / 2
	if n < 2 || len(items)%2 != 0 {
		return nil
	}
	out := make([]amount, n)
	for i := range out {
		label, a := items[i], items[n+i]
		if label.isAmount || !a.isAmount || a.label != 0 {
			return nil
		}
		out[i] = a.amount
		out[i].label = label.label
	}
	return out
}

// readTable parses a table whose first line names the columns and another one has the amounts. ok
// is false if the text is no such table. Unknown columns are skipped.
func readTable(tokens []priceToken) (amounts []amount, units []unitOf, ok bool, err error) {
	var head []amount // an entry per column
	found := false
	for line := range split(tokens, true) {
		cells := slices.Collect(split(line, false))
		if head == nil {
			if head = readHead(cells); head == nil {
				return nil, nil, false, nil
			}
			continue
		}
		if !slices.ContainsFunc(line, func(t priceToken) bool { return t.kind == tokenNumber }) {
			continue
		}
		if len(cells) != len(head) {
			return nil, nil, false, nil
		}
		if found {
			return nil, nil, true, &ParseError{Problem: TwoPrices}
		}
		for i, column := range head {
			if column.label == 0 && column.unit.n == 0 {
				continue
			}
			a, err := readCell(cells[i], column)
			if err != nil {
				return nil, nil, true, err
			}
			amounts = append(amounts, a)
		}
		found = true
	}
	return amounts, nil, found, nil
}

// readHead returns the labels of a table's columns, nil if the cells are not a table header.
func readHead(cells [][]priceToken) []amount {
	head, known := make([]amount, len(cells)), false
	for i, cell := range cells {
		items, err := scan(cell)
		if err != nil {
			continue // not the column of a price
		}
		for _, it := range items {
			if it.isAmount {
				return nil
			}
			if it.label != 0 && head[i].label != 0 {
				return nil
			}
			head[i].label |= it.label
			if it.unit.n > 0 {
				head[i].unit = it.unit
			}
		}
		known = known || head[i].label != 0 || head[i].unit.n > 0
	}
	if !known || len(cells) < 2 {
		return nil
	}
	return head
}

// readCell parses the amount in a cell of a column.
func readCell(cell []priceToken, column amount) (amount, error) {
	items, err := scan(cell)
	if err != nil {
		return amount{}, err
	}
	if len(items) == 0 {
		return amount{}, nil
	}
	if len(items) != 1 || !items[0].isAmount || items[0].label&^column.label != 0 {
		return amount{}, &ParseError{Problem: NoKind}
	}
	a := items[0].amount
	a.label = column.label
	if a.unit.n == 0 {
		a.unit = column.unit
	}
	return a, nil
}

// split splits tokens at line ends if lines is set, otherwise at cell ends.
func split(tokens []priceToken, lines bool) iter.Seq[[]priceToken] {
	return func(yield func([]priceToken) bool) {
		from := 0
		for i, t := range tokens {
			if t.kind == tokenCell && lines == (t.text == "\n") {
				if !yield(tokens[from:i]) {
					return
				}
				from = i + 1
			}
		}
		yield(tokens[from:])
	}
}
