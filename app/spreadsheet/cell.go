package spreadsheet

import (
	"math"
	"net/url"
	"strings"
	"time"
)

// Kind is the type of a cell.
type Kind string

// The kinds.
const (
	KindText   Kind = ""
	KindNumber Kind = "number"
	KindDate   Kind = "date"
	KindLink   Kind = "link"
)

// Cell is one cell of a table. Package xlsx passes it to parlando-helper as JSON.
type Cell struct {
	Kind Kind `json:"k,omitempty"`
	// Text is the text of a text cell. For other kinds it is the text to write to CSV; if it is ""
	// for a number, Value is written.
	Text string `json:"t,omitempty"`
	// Value is the number, or for a date the days since 30 December 1899.
	Value float64 `json:"v,omitempty"`
	// Format is the number format of a number or a date, in the notation of .xlsx files.
	Format string `json:"f,omitempty"`
	// URL is the address of a link.
	URL string `json:"u,omitempty"`
}

// Text returns a cell that is text, whatever it looks like.
func Text(s string) Cell { return Cell{Text: s} }

// Number returns a cell with a number.
func Number(n float64) Cell { return Cell{Kind: KindNumber, Value: n, Format: "General"} }

// Clock returns a cell with a duration, shown as hours, minutes, seconds and milliseconds; CSV gets
// text.
func Clock(d time.Duration, text string) Cell {
	return Cell{Kind: KindNumber, Text: text, Value: days(d.Seconds()), Format: "[h]:mm:ss.000"}
}

// Time returns a cell with a date and time of day, as the clock of its time zone shows them.
func Time(t time.Time) Cell { return date(t, time.DateTime, "yyyy-mm-dd hh:mm:ss") }

// Link returns a cell with a link. If the address is not a web address or is too long, it returns a
// text cell.
func Link(text, address string) Cell {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || len(u.String()) > maxURL {
		return Text(text)
	}
	return Cell{Kind: KindLink, Text: text, URL: u.String()}
}

// maxURL is the maximum length of an address in bytes. Excel discards longer ones.
const maxURL = 2000

// The first and last day that all spreadsheets agree on: Excel treats 1900 as a leap year.
var (
	firstDay = time.Date(1900, time.March, 1, 0, 0, 0, 0, time.UTC)
	lastDay  = time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC)
	dayZero  = time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
)

// days converts seconds to days, rounded up to 9 microseconds. A number is written with 15 digits,
// and rounding down would show a whole minute as the minute before.
func days(seconds float64) float64 {
	const secondsPerDay, precision = 24 * 60 * 60, 1e10
	return math.Ceil(seconds/secondsPerDay*precision) / precision
}

// date returns a cell with a date. layout is the layout of its text, format its number format.
func date(t time.Time, layout, format string) Cell {
	text := t.Format(layout)
	t = time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	if t.Before(firstDay) || t.After(lastDay) {
		return Text(text)
	}
	return Cell{Kind: KindDate, Text: text, Value: days(float64(t.Unix() - dayZero.Unix())), Format: format}
}

// The unambiguous notations of dates, with their number formats. None has a time zone, since
// spreadsheets have no zones.
var dateLayouts = []struct{ layout, format string }{
	{time.DateOnly, "yyyy-mm-dd"},
	{"2006-01-02 15:04", "yyyy-mm-dd hh:mm"},
	{time.DateTime, "yyyy-mm-dd hh:mm:ss"},
	{"2006-01-02T15:04", `yyyy-mm-dd"T"hh:mm`},
	{"2006-01-02T15:04:05", `yyyy-mm-dd"T"hh:mm:ss`},
}

// readDate reads a date from its text.
func readDate(text string) (Cell, bool) {
	for _, l := range dateLayouts {
		if len(text) != len(l.layout) {
			continue // time.Parse also accepts fractions of a second
		}
		if t, err := time.Parse(l.layout, text); err == nil {
			c := date(t, l.layout, l.format)
			return c, c.Kind == KindDate
		}
	}
	return Cell{}, false
}

// readLink reads a link from its text.
func readLink(text string) (Cell, bool) {
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") || strings.ContainsAny(text, " \t\r\n") {
		return Cell{}, false
	}
	c := Link(text, text)
	return c, c.Kind == KindLink
}
