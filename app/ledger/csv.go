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

// Names are the displayed names of connections, models and purposes in a file.
type Names struct {
	Connection func(Entry) string
	Purpose    func(cost.Purpose) string
	// Head are the 20 headings: time, connection, purpose, model, requests, state, input, read from
	// cache, written to cache, output, reasoning, audio in, audio out, seconds of sound,
	// characters, pictures, cost, currency, about, price.
	Head []string
}

// Save writes the entries of the month that contains at to a folder, as CSV for a spreadsheet in
// the language of locale, and returns the path of the file.
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
	number := func(n float64) string {
		s := strconv.FormatFloat(n, 'f', -1, 64)
		if separator == ';' {
			s = strings.Replace(s, ".", ",", 1)
		}
		return s
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
		row = append(row, number(float64(c.Sound)/1000), strconv.FormatInt(c.Characters, 10), strconv.FormatInt(c.Pictures, 10))
		if e.Cost != nil {
			about := ""
			if e.About {
				about = "about"
			}
			row = append(row, number(float64(e.Cost.Micros)/1e6), csvfile.Text(e.Cost.Currency), about, string(e.Source))
		} else {
			row = append(row, "", "", "", "")
		}
		file.Write(row...)
	}
	return file.Flush()
}
