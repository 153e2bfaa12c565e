package answers

import (
	"strings"
	"testing"
)

func TestWatchNoticesAModelThatIsStuck(t *testing.T) {
	blanks := strings.Repeat(" \n\t\r", 50)
	row := `{"shop":"Lidl","lines":[{"n":"1"},{"n":"1"}]}`
	same := strings.Repeat(row+", ", 19)
	for name, c := range map[string]struct {
		text string
		want Repetition
		at   int
	}{
		"blanks in a table":        {`{"rows":[{"shop":"Lidl",` + blanks + "  x", RepeatedBlanks, 24 + 200},
		"blanks at the start":      {blanks, RepeatedBlanks, 200},
		"blanks after it":          {`{"rows":[]}` + blanks, RepeatedBlanks, 11 + 200},
		"blanks after a quote":     {`5" {"a":"b\"",` + blanks, RepeatedBlanks, 14 + 200},
		"one less":                 {`{"a":` + blanks[1:] + "1," + blanks[1:] + "}", "", 0},
		"blanks in a string":       {`{"a":"` + blanks + blanks + `"}`, "", 0},
		"far too many in a string": {`{"a":"` + strings.Repeat(blanks, 30), RepeatedBlanks, 6 + 5000},
		"blanks after an escape":   {`{"a":"\"` + blanks + `"}`, "", 0},
		"the same row":             {`{"rows":[` + same + row + "x", RepeatedRow, 9 + len(same) + len(row)},
		"spaces do not matter":     {`{"rows":[` + strings.ReplaceAll(same, ":", " : ") + row, RepeatedRow, 9 + len(strings.ReplaceAll(same, ":", " : ")) + len(row)},
		"19 times":                 {`{"rows":[` + same + `{"shop":"Aldi"},` + same + "]}", "", 0},
		"rows in lines":            {strings.Repeat(row+"\n", 19) + row, RepeatedRow, 20*len(row) + 19},
		"rows as lists":            {"[" + strings.Repeat(`["a","b"],`, 30), RepeatedRow, 1 + 20*10 - 1},
		"the same cell in rows":    {`{"rows":[` + strings.Repeat(`{"a":{"b":1},"c":[{}]},{"a":{"b":1},"c":[{},1]},`, 30), "", 0},
		"spaces in strings matter": {`{"rows":[` + strings.Repeat(`{"a":"b c"},{"a":"bc"},`, 30), "", 0},
		"deep in an object":        {`{"data":{"list":[` + same + row, RepeatedRow, 17 + len(same) + len(row)},
		"prose":                    {strings.Repeat("word } ] \" ", 100), "", 0},
	} {
		for _, size := range []int{1, 3, 7, 64, 1 << 20} {
			var w RepetitionDetector
			got := Repetition("")
			for rest := c.text; rest != ""; {
				n := min(size, len(rest))
				got = w.Add(rest[:n])
				rest = rest[n:]
			}
			at := c.at
			if c.want == "" {
				at = len(c.text)
			}
			if got != c.want || w.taken != at {
				t.Errorf("%s in chunks of %d: %q at %d, want %q at %d", name, size, got, w.taken, c.want, at)
			}
		}
	}
}
