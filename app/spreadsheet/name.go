package spreadsheet

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"parlando/app/filename"
)

// maxName is the maximum length of a sheet's name in UTF-16 code units.
const maxName = 31

// sheetName returns a name that spreadsheets accept and that is not in taken, and adds it.
func sheetName(name string, taken map[string]bool) string {
	name = strings.NewReplacer("[", "(", "]", ")").Replace(filename.New("", name, "Table"))
	if strings.EqualFold(name, "History") { // reserved by Excel
		name = "Table"
	}
	for i := 1; ; i++ {
		number := ""
		if i > 1 {
			number = fmt.Sprintf(" (%d)", i)
		}
		one := cutName(name, maxName-len(number)) + number
		if key := strings.ToLower(one); !taken[key] {
			taken[key] = true
			return one
		}
	}
}

// cutName truncates a name to a length in UTF-16 code units. Neither end may be an apostrophe.
func cutName(name string, limit int) string {
	name = strings.TrimLeft(name, "' ")
	units := 0
	for i, r := range name {
		if units += utf16.RuneLen(r); units > limit {
			name = name[:i]
			break
		}
	}
	if name = strings.TrimRight(name, "' "); name == "" {
		return "Table"
	}
	return name
}
