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
	// defaultRows is the number of rows of a table if the message names none; maxRows is the
	// maximum.
	defaultRows, maxRows = 3, 5000
	// endlessTimes counts the repeats of endless text in a reply that is not streamed.
	endlessTimes = 200
)

// table describes a reply that is a list of rows of strings.
type table struct {
	list    string // name of the array that holds the rows
	columns []column
	fenced  bool // the reply is text with the rows in a fenced block
}

// column is one member of each row.
type column struct {
	name     string
	numbered bool // the cell holds the row number
	cellExample
}

// cellExample generates the cells of one kind of column.
type cellExample struct {
	// said matches the description of a column of this kind or, without a description, its name.
	said *regexp.Regexp
	// cell returns the text of a row; rows count from 0, and today is the current date. It is nil
	// for a column of texts.
	cell func(row int, today time.Time) string
	// unfitting is a text that is invalid in the column, "" if any text is valid. A reply says it
	// in the user's language.
	unfitting string
}

var cellExamples = []cellExample{
	{regexp.MustCompile(`(?i)\byes\b.{1,6}\bno\b`), func(row int, _ time.Time) string { return []string{"yes", "no"}[row%2] }, "perhaps"},
	{
		regexp.MustCompile(`(?i)\b(?:dates?|day|deadline|due|birthday)\b`),
		func(row int, today time.Time) string { return today.AddDate(0, 0, row).Format(time.DateOnly) }, "31/11/2026",
	},
	{
		regexp.MustCompile(`(?i)\b(?:amounts?|money|price|costs?|total|sum)\b`),
		func(row int, _ time.Time) string { return fmt.Sprintf("%d.%02d", 3+row*7%40, row*35%100) }, "about twelve",
	},
	{
		regexp.MustCompile(`(?i)\b(?:numbers?|quantity|count|how many)\b`),
		func(row int, _ time.Time) string { return strconv.Itoa(1 + row*3%50) }, "a few",
	},
}

// somethingElse is invalid in a column with a few allowed texts.
const somethingElse = "something else"

// oneOfWords matches the description of a column with a few allowed texts.
var oneOfWords = regexp.MustCompile(`(?i)\bone of:? (.+)`)

// newColumn derives the kind of a column from its description, or else from its name.
func newColumn(name, about string) column {
	c := column{name: name, numbered: name == "row"}
	if found := oneOfWords.FindStringSubmatch(about); found != nil {
		options := strings.Split(strings.TrimRight(found[1], "."), ", ")
		c.cell, c.unfitting = func(row int, _ time.Time) string { return options[row%len(options)] }, somethingElse
		return c
	}
	for _, text := range []string{about, name} {
		text, _, _ = strings.Cut(text, ".")
		for _, example := range cellExamples {
			if example.said.MatchString(text) {
				c.cellExample = example
				return c
			}
		}
	}
	return c
}

// table returns the table that a request asks for in its schema or, without one, in a sample in the
// instructions.
func (q question) table() (table, bool) {
	if q.format.kind == "json_schema" {
		return q.format.schema.table()
	}
	told := q.instructions()
	if _, fails := q.failure(); fails || q.model.id == FailingModel || !strings.Contains(told, "JSON") {
		return table{}, false
	}
	t := sampleTable(told)
	t.fenced = q.format.kind == "text"
	return t, len(t.columns) > 0
}

// table returns the table that the schema describes: an object with one array of objects that have
// only string properties.
func (s *schema) table() (t table, ok bool) {
	var read struct{ Properties json.RawMessage }
	_ = json.Unmarshal(s.raw, &read) // a schema that is not an object has no properties
	lists := membersOf(read.Properties)
	if len(lists) != 1 {
		return t, false
	}
	var list struct {
		Type  any
		Items struct{ Properties json.RawMessage }
	}
	if json.Unmarshal(lists[0].value, &list) != nil || list.Type != "array" {
		return t, false
	}
	t.list = lists[0].name
	for _, m := range membersOf(list.Items.Properties) {
		var cell struct {
			Type        any
			Description string
		}
		if json.Unmarshal(m.value, &cell) != nil || cell.Type != "string" {
			return t, false
		}
		t.columns = append(t.columns, newColumn(m.name, cell.Description))
	}
	return t, len(t.columns) > 0
}

// sampleStart matches the beginning of a sample in the instructions: {"rows":[{"Item":"a text"}]}.
var sampleStart = regexp.MustCompile(`\{\s*"rows"\s*:\s*\[`)

// sampleTable parses the sample in the instructions.
func sampleTable(told string) table {
	t := table{list: "rows"}
	at := sampleStart.FindStringIndex(told)
	if at == nil {
		return t
	}
	for _, m := range membersOf(json.RawMessage(told[at[1]:])) {
		var about string
		_ = json.Unmarshal(m.value, &about) // "" without a description
		t.columns = append(t.columns, newColumn(m.name, about))
	}
	return t
}

// Patterns for the number of rows and for a row's number in a message.
var (
	rowCount  = regexp.MustCompile(`(?i)\b(\d[\d,]*) rows\b`)
	rowNumber = regexp.MustCompile(`(?i)\brow (\d+)`)
)

// asksForRest reports whether a message asks for the following rows.
func asksForRest(text string) bool {
	lower := strings.ToLower(strings.TrimSpace(text))
	return asksToGoOn(text) || strings.HasPrefix(lower, "continue") || strings.HasPrefix(lower, "go on") || strings.Contains(lower, "rows after")
}

// tableAsked returns the message that asked for the table, and how many rows were sent since.
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

// wholeRows counts the complete rows of a practice reply, which may be truncated. Each row is on
// its own line.
func wholeRows(text string) (n int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "{") && strings.HasSuffix(strings.TrimSuffix(line, ","), "}") {
			n++
		}
	}
	return n
}

// numbered reports whether each row holds its number.
func (t table) numbered() bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.numbered })
}

// numbers returns the numbers of the rows to generate, counted from 1: the rows that a message
// names if the rows are numbered, else all rows that were not sent yet.
func (t table) numbers(asked string, fallback, done int) (all []int) {
	if t.numbered() {
		for _, found := range rowNumber.FindAllStringSubmatch(asked, maxRows) {
			if n, err := strconv.Atoi(found[1]); err == nil && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	most := fallback
	if found := rowCount.FindStringSubmatch(asked); found != nil {
		if n, err := strconv.Atoi(strings.ReplaceAll(found[1], ",", "")); err == nil && n > 0 {
			most = min(n, maxRows)
		}
	}
	if most <= done {
		most = done + fallback
	}
	for n := done + 1; n <= most; n++ {
		all = append(all, n)
	}
	return all
}

// tableText is a generated table before serialization.
type tableText struct {
	table
	rows  [][]string
	first bool // the table begins with row 1
}

// tabulate plans the table t as the reply, in the shape of the model's script if it has one. It
// returns false if the requested schema does not accept the table.
func (g *Gateway) tabulate(q question, t table, choice int, p *plan) bool {
	asked, done := q.tableAsked()
	script, _ := q.formatScript()
	wanted := defaultRows
	if script.rows > 0 {
		wanted = script.rows
	}
	made := tableText{table: t}
	for _, n := range t.numbers(asked, wanted, done) {
		var row []string
		for _, c := range t.columns {
			switch {
			case c.numbered:
				row = append(row, strconv.Itoa(n))
			case c.cell == nil:
				row = append(row, q.text("Example {{.Number}}", values{"Number": n + choice}))
			default:
				row = append(row, c.cell(n-1+choice, g.options.Now().UTC()))
			}
		}
		made.rows = append(made.rows, row)
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

// json returns the complete reply.
func (t tableText) json() string { return t.begin(len(t.rows)) + "\n]}" }

// begin returns the reply up to and including the given number of rows.
func (t tableText) begin(rows int) string {
	var lines []string
	for _, row := range t.rows[:min(rows, len(t.rows))] {
		lines = append(lines, "\n"+t.object(row))
	}
	return "{" + asJSON(t.list) + ":[" + strings.Join(lines, ",")
}

// object returns one row as JSON.
func (t table) object(row []string) string {
	members := make([]string, len(row))
	for i, cell := range row {
		members[i] = asJSON(t.columns[i].name) + ":" + asJSON(cell)
	}
	return "{" + strings.Join(members, ",") + "}"
}
