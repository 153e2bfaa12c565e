package practice

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// usualRows is the number of rows of a table when the message names no number and lists
	// nothing.
	usualRows, maxRows = 3, 5000
	// endlessTimes is the number of times that a whole reply repeats what a stream repeats for
	// ever.
	endlessTimes = 200
)

// table is the form of an answer that is a list of rows of texts.
type table struct {
	list    string // the member of the answer that holds the rows
	columns []column
	fenced  bool // the answer is text, with the rows in a fence
}

// column is one member of each row.
type column struct {
	name    string
	options []string // of cellOption
	kind    cellKind
}

// cellKind tells what a cell holds.
type cellKind int

const (
	cellText cellKind = iota
	cellRow           // the number of the row
	cellOption
	cellYesNo
	cellDate
	cellAmount
	cellNumber
)

// table returns the table that a request asks for with its schema or, where that is not taken, with
// a sample in the instructions.
func (q question) table() (table, bool) {
	if q.format.kind == "json_schema" {
		return q.format.schema.table()
	}
	told := q.instructions()
	if _, fails := q.failure(); fails || q.model.id == Trouble || !strings.Contains(told, "JSON") {
		return table{}, false
	}
	t := sampleTable(told)
	t.fenced = q.format.kind == "text"
	return t, len(t.columns) > 0
}

// table reads a schema of one list of objects that hold nothing but texts.
func (s *schema) table() (t table, ok bool) {
	var read struct {
		Properties map[string]struct {
			Type  any
			Items struct {
				Properties map[string]struct {
					Type        any
					Description string
					Enum        []string
				}
			}
		}
	}
	if json.Unmarshal(s.raw, &read) != nil || len(read.Properties) != 1 {
		return t, false
	}
	for name, list := range read.Properties {
		t.list = name
		for name, cell := range list.Items.Properties {
			if list.Type != "array" || cell.Type != "string" {
				return t, false
			}
			t.columns = append(t.columns, newColumn(name, cell.Description, cell.Enum))
		}
	}
	slices.SortFunc(t.columns, func(a, b column) int { return s.compare(a.name, b.name) })
	return t, len(t.columns) > 0
}

// What a sample in the instructions looks like: {"rows":[{"Item":"a text"}]}.
var (
	sampleStart  = regexp.MustCompile(`\{\s*"rows"\s*:[^{]*(\{[^}]*)`)
	sampleMember = regexp.MustCompile(`("(?:[^"\\]|\\.)+")\s*:\s*("(?:[^"\\]|\\.)*")?`)
)

// sampleTable reads the sample in the instructions.
func sampleTable(told string) table {
	t := table{list: "rows"}
	found := sampleStart.FindStringSubmatch(told)
	if found == nil {
		return t
	}
	for _, member := range sampleMember.FindAllStringSubmatch(found[1], -1) {
		var name, about string
		if json.Unmarshal([]byte(member[1]), &name) != nil {
			continue
		}
		_ = json.Unmarshal([]byte(member[2]), &about) // "" without a description
		t.columns = append(t.columns, newColumn(name, about, nil))
	}
	return t
}

// What descriptions and names say of cells.
var (
	oneOfWords = regexp.MustCompile(`(?i)\bone of(?: these| the following)?:?\s*(.+)`)
	quotedItem = regexp.MustCompile(`["“‘']([^"”’']+)["”’']`)
	kindWords  = []struct {
		kind  cellKind
		words *regexp.Regexp
	}{
		{cellYesNo, regexp.MustCompile(`(?i)\byes\b.{1,6}\bno\b`)},
		{cellDate, regexp.MustCompile(`(?i)\b(?:dates?|day|deadline|due|birthday)\b`)},
		{cellAmount, regexp.MustCompile(`(?i)\b(?:amounts?|money|price|costs?|total|sum)\b`)},
		{cellNumber, regexp.MustCompile(`(?i)\b(?:numbers?|quantity|count|how many)\b`)},
		{cellText, regexp.MustCompile(`(?i)\btexts?\b`)},
	}
)

// newColumn tells the kind of a column by what is said of it, or else by its name.
func newColumn(name, about string, options []string) column {
	c := column{name: name, options: options}
	if found := oneOfWords.FindStringSubmatch(about); found != nil && len(options) == 0 {
		c.options = optionsOf(found[1])
	}
	switch {
	case key(name) == "row":
		c.kind = cellRow
		return c
	case len(c.options) > 0:
		c.kind = cellOption
		return c
	}
	about, _, _ = strings.Cut(about, ".")
	about, _, _ = strings.Cut(about, ";")
	for _, text := range []string{about, name} {
		for _, one := range kindWords {
			if one.words.MatchString(text) {
				c.kind = one.kind
				return c
			}
		}
	}
	return c
}

// optionsOf reads the words that a cell may hold.
func optionsOf(text string) (options []string) {
	if all := quotedItem.FindAllStringSubmatch(text, -1); len(all) > 1 {
		for _, one := range all {
			options = append(options, one[1])
		}
		return options
	}
	text, _, _ = strings.Cut(text, ".")
	text, _, _ = strings.Cut(text, ";")
	for _, one := range strings.FieldsFunc(strings.ReplaceAll(text, " or ", ","), func(r rune) bool { return strings.ContainsRune(",/|", r) }) {
		if one = strings.TrimSpace(one); one != "" {
			options = append(options, one)
		}
	}
	return options
}

// What messages say of rows.
var (
	rowCount   = regexp.MustCompile(`(?i)\b(\d[\d,.]*) rows\b`)
	rowNumbers = regexp.MustCompile(`(?i)\brows?\b[^\d\n]{0,12}(\d+(?:(?:, ?| and )\d+)*)`)
)

// asksForRest reports whether a message asks for the rows that follow.
func asksForRest(text string) bool {
	lower := strings.ToLower(strings.TrimSpace(text))
	return asksToGoOn(text) || strings.HasPrefix(lower, "continue") || strings.HasPrefix(lower, "go on") || strings.Contains(lower, "rows after")
}

// tableAsked is the message that asked for the table, and how many rows of it were answered since.
func (q question) tableAsked() (asked string, done int) {
	for _, m := range slices.Backward(q.messages) {
		switch {
		case m.role == "assistant":
			done += wholeRows(m.text)
		case m.role == "user" && !asksForRest(m.text):
			return m.text, done
		}
	}
	return q.lastUser().text, done
}

// wholeRows counts the objects that are complete inside the list of an answer, which may be cut.
func wholeRows(text string) (n int) {
	depth, quoted, escaped := 0, false, false
	for _, r := range text[max(strings.IndexByte(text, '{'), 0):] {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = r == '\\', r != '"'
		case r == '"':
			quoted = true
		case r == '{':
			depth++
		case r == '}':
			if depth--; depth == 1 {
				n++
			}
		}
	}
	return n
}

// numbered reports whether each row tells its number.
func (t table) numbered() bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.kind == cellRow })
}

// numbers lists the rows to make, the first being 1: those that a message names if each tells its
// number, else all that are not there.
func (t table) numbers(asked string, listed, usual, done int) (all []int) {
	if t.numbered() {
		for _, found := range rowNumbers.FindAllStringSubmatch(asked, -1) {
			for _, digits := range regexp.MustCompile(`\d+`).FindAllString(found[1], -1) {
				if n, err := strconv.Atoi(digits); err == nil && !slices.Contains(all, n) && len(all) < maxRows {
					all = append(all, n)
				}
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	most := usual
	if listed > 0 {
		most = listed
	}
	if found := rowCount.FindStringSubmatch(asked); found != nil {
		if n, err := strconv.Atoi(strings.NewReplacer(",", "", ".", "").Replace(found[1])); err == nil && n > 0 {
			most = min(n, maxRows)
		}
	}
	if most <= done {
		most = done + usual
	}
	for n := done + 1; n <= most; n++ {
		all = append(all, n)
	}
	return all
}

// What stands in the lines of a list.
var (
	listMark   = regexp.MustCompile(`^\s*(?:[-*•]|\d{1,3}[.)])\s+`)
	endsNumber = regexp.MustCompile(`\pL.*\d[\d.,]*\s?(?:€|\$|£|EUR|USD|GBP|CHF)?$`)
	cellParts  = map[cellKind]*regexp.Regexp{
		cellDate:   regexp.MustCompile(`\d{4}-\d\d-\d\d|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}`),
		cellAmount: regexp.MustCompile(`(?:[€$£] ?)?\d(?:[\d.,]*\d)?(?: ?(?:€|\$|£|EUR|USD|GBP|CHF))?`),
		cellNumber: regexp.MustCompile(`\d(?:[\d.,]*\d)?`),
	}
)

// listItems are the items that a message lists: "milk 1,20; bread 2,40", or one in each line.
func listItems(text string) (items []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if mark := listMark.FindString(line); mark != "" || endsNumber.MatchString(line) {
			items = append(items, strings.TrimSpace(line[len(mark):]))
		}
	}
	if len(items) > 1 {
		return items
	}
	items = nil
	if _, after, ok := strings.Cut(text, ":"); ok {
		text = after
	}
	for _, part := range strings.Split(text, ";") {
		if part = strings.Trim(part, " .\n"); part != "" {
			items = append(items, part)
		}
	}
	if len(items) < 2 {
		return nil
	}
	return items
}

// row makes one row, out of an item of a list if there is one. i is its place, from 0.
func (t table) row(number, i int, item string, today time.Time) *object {
	made := &object{values: map[string]any{}}
	for _, c := range t.columns {
		made.set(c.name, c.invented(number, i, today))
	}
	if item == "" {
		return made
	}
	for _, kind := range []cellKind{cellDate, cellAmount, cellNumber} {
		for _, c := range t.columns {
			if c.kind != kind {
				continue
			}
			made.values[c.name] = ""
			if all := cellParts[kind].FindAllStringIndex(item, -1); all != nil {
				at := all[len(all)-1]
				made.values[c.name] = item[at[0]:at[1]]
				item = item[:at[0]] + item[at[1]:]
			}
		}
	}
	rest := strings.Trim(item, " ,:;-–—=")
	for _, c := range t.columns {
		switch c.kind {
		case cellText:
			made.values[c.name], rest = rest, ""
		case cellYesNo:
			made.values[c.name] = ""
		case cellOption:
			at := slices.IndexFunc(c.options, func(o string) bool { return strings.Contains(strings.ToLower(item), strings.ToLower(o)) })
			made.values[c.name] = ""
			if at >= 0 {
				made.values[c.name] = c.options[at]
			}
		}
	}
	return made
}

// invented returns the text of a cell of which the message says nothing.
func (c column) invented(number, i int, today time.Time) string {
	switch c.kind {
	case cellRow:
		return strconv.Itoa(number)
	case cellOption:
		return c.options[i%len(c.options)]
	case cellYesNo:
		return []string{"yes", "no"}[i%2]
	case cellDate:
		return today.AddDate(0, 0, i).Format(time.DateOnly)
	case cellAmount:
		return fmt.Sprintf("%d.%02d", 3+i*7%40, i*35%100)
	case cellNumber:
		return strconv.Itoa(1 + i*3%50)
	}
	u := usualFor(c.name, "")
	text := u.example(i, today)
	switch {
	case text == "":
		return fmt.Sprintf("%s %d", c.name, i+1)
	case i < len(u.examples) || !u.free() && u.kinds[0] != hintName && u.kinds[0] != hintPlace:
		return text
	}
	return fmt.Sprintf("%s %d", text, i+1)
}

// unfitting returns a text that does not fit the column, "" where any does.
func (c column) unfitting() string {
	return map[cellKind]string{
		cellDate: "31/11/2026", cellAmount: "about twelve", cellNumber: "a few", cellYesNo: "perhaps", cellOption: "something else",
	}[c.kind]
}

// tableText is a table as it is answered, before it is put together.
type tableText struct {
	table
	rows  []*object
	first bool // no part of it was answered before, and no rows are named
}

// tabulate answers with a table, in the way of the script if the model has one; false when the
// schema wants something else.
func (g *Gateway) tabulate(q question, t table, choice int, p *plan) bool {
	asked, done := q.tableAsked()
	script, _ := q.formatScript()
	usual := usualRows
	if script.rows > 0 {
		usual = script.rows
	}
	items := listItems(asked)
	if t.numbered() {
		items = nil // what the message lists are the rows to make again
	}
	made := tableText{table: t}
	for _, n := range t.numbers(asked, len(items), usual, done) {
		item := ""
		if n <= len(items) {
			item = items[n-1]
		}
		made.rows = append(made.rows, t.row(n, n-1+choice, item, g.options.Now().UTC()))
		made.first = made.first || n == 1
	}
	whole := made.json()
	if q.format.kind == "json_schema" {
		var value any
		if json.Unmarshal([]byte(whole), &value) != nil || q.format.schema.validate(value) != "" {
			return false
		}
	}
	*p = plan{text: whole}
	if script.shape != nil {
		*p = script.shape(q, made)
	}
	if t.fenced && !script.ignores {
		p.text = "```json\n" + p.text
		if p.finish == "" && !p.cut && p.endless == "" {
			p.text += "\n```"
		}
	}
	return true
}

// json is the whole answer.
func (t tableText) json() string { return t.begin(len(t.rows)) + "\n]}" }

// begin is the answer up to the end of so many rows.
func (t tableText) begin(rows int) string {
	var b strings.Builder
	b.WriteString("{" + encodedArguments(t.list) + ":[")
	for i, row := range t.rows[:min(rows, len(t.rows))] {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + encodedArguments(row))
	}
	return b.String()
}
