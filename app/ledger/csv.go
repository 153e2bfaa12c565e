package ledger

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"parlando/app/cost"
	"parlando/app/filename"
	"parlando/app/internal/csvfile"
	"parlando/app/internal/wholefile"
)

// Names say what stands in a file for connections, models and purposes.
type Names struct {
	Connection func(Entry) string
	Purpose    func(cost.Purpose) string
	// Head are the headings, one for each column of Columns.
	Head []string
}

// Columns is the number of columns in a saved file: time, connection, purpose, model, requests,
// state, input, read from cache, written to cache, output, reasoning, audio in, audio out, seconds
// of sound, characters, pictures, cost, currency, about, price.
const Columns = 20

// Save writes the entries of the month of a time into a folder, for a spreadsheet in the language
// of locale, and returns the path of the file.
func (l *Ledger) Save(ctx context.Context, folder, name string, at time.Time, locale string, names Names) (string, error) {
	all, err := l.Entries(ctx, at)
	if err != nil {
		return "", fmt.Errorf("read the costs: %w", err)
	}
	path, err := wholefile.Create(folder, filename.New(".csv", name), func(w io.Writer) error { return writeCSV(w, all, locale, names) })
	if err != nil {
		return "", fmt.Errorf("save the costs: %w", err)
	}
	return path, nil
}

func writeCSV(w io.Writer, all []Entry, locale string, names Names) error {
	separator := csvfile.Separator(locale)
	file, err := csvfile.New(w, separator)
	if err != nil {
		return err
	}
	decimal := "."
	if separator == ';' {
		decimal = ","
	}
	file.Write(names.Head...)
	for _, e := range all {
		c := e.Counts
		row := []string{
			e.At.Format(time.DateTime), csvfile.Text(names.Connection(e)), names.Purpose(e.Purpose), csvfile.Text(e.Asked), strconv.Itoa(e.Attempts),
			string(e.State),
		}
		for _, n := range []int{c.Input, c.CacheRead, c.CacheWrite, c.Output, c.Reasoning, c.AudioInput, c.AudioOutput} {
			row = append(row, strconv.Itoa(n))
		}
		row = append(row, decimals(c.Sound, 3, decimal), strconv.FormatInt(c.Characters, 10), strconv.FormatInt(c.Pictures, 10))
		if e.Cost != nil {
			about := ""
			if e.About {
				about = "about"
			}
			row = append(row, decimals(e.Cost.Micros, 6, decimal), csvfile.Text(e.Cost.Currency), about, string(e.Source))
		} else {
			row = append(row, "", "", "", "")
		}
		file.Write(row...)
	}
	return file.Flush()
}

// decimals writes a whole number of fractions with that many digits behind the point.
func decimals(n int64, digits int, point string) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	for len(s) <= digits {
		s = "0" + s
	}
	fraction := strings.TrimRight(s[len(s)-digits:], "0")
	if fraction == "" {
		return sign + s[:len(s)-digits]
	}
	return sign + s[:len(s)-digits] + point + fraction
}
