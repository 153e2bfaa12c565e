package tools

import (
	"context"
	"fmt"
	"strings"
	"time"

	"parlando/app/chat"
)

// Limits of the days, weeks and months to add; years have four digits.
const (
	maxDays  = 3_700_000
	maxWeeks = maxDays / 7
	maxMonth = 120_000
)

// dateAndTime reads the clock and the calendar of this computer.
var dateAndTime = builtIn{
	definition: chat.ToolDefinition{
		Name:        DateAndTime,
		Description: "The current time, the weekday of a date, the difference between two dates, or a date moved by days, weeks and months.",
		Parameters: []byte(`{"type":"object","properties":{` +
			`"action":{"type":"string","enum":["now","weekday","difference","add"]},` +
			`"zone":{"type":"string","description":"such as Europe/Paris; default: the user's"},` +
			`"date":{"type":"string","description":"2026-03-01 or 2026-03-01T09:30; default: now"},` +
			`"to":{"type":"string","description":"second date of difference; default: now"},` +
			`"days":{"type":"integer"},"weeks":{"type":"integer"},"months":{"type":"integer"}},"required":["action"]}`),
	},
	run: func(_ context.Context, t *Tools, _ chat.ToolRequest, a arguments) (string, error) {
		zone, err := zoneNamed(a.text("zone"), t.o.Zone)
		if err != nil {
			return "", err
		}
		now := t.o.Now().In(zone)
		date, err := readMoment(a.text("date"), now)
		if err != nil {
			return "", err
		}
		switch a.text("action") {
		case "now":
			_, week := now.ISOWeek()
			return fmt.Sprintf("%s, week %d", moment{now, true}, week), nil
		case "difference":
			to, err := readMoment(a.text("to"), now)
			if err != nil {
				return "", err
			}
			return difference(date, to), nil
		case "add":
			if date, err = moved(date, a); err != nil {
				return "", err
			}
		}
		_, week := date.ISOWeek()
		return fmt.Sprintf("%s, week %d", date, week), nil
	},
}

func zoneNamed(name string, fallback *time.Location) (*time.Location, error) {
	switch {
	case name == "", strings.EqualFold(name, "local"):
		return fallback, nil
	case len(name) > 64:
		return nil, plain("long_zone", "The name of the zone is too long.")
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, plain("no_zone", "There is no zone %q. Zones are called like Europe/Paris, Asia/Tokyo or UTC.", name)
	}
	return zone, nil
}

// moment is a time in the requested zone, or a whole day there.
type moment struct {
	time.Time
	timed bool
}

// String returns the weekday and the date, and for a time also the clock, the offset and the zone.
func (m moment) String() string {
	if !m.timed {
		return m.Format("Monday, 2006-01-02")
	}
	text := m.Format("Monday, 2006-01-02 15:04:05 -07:00")
	if zone := m.Location().String(); zone != "Local" && zone != "" {
		text += " (" + zone + ")"
	}
	return text
}

// momentLayouts are the accepted notations of a time. A notation with an offset may be in any zone.
var momentLayouts = []struct {
	layout        string
	timed, offset bool
}{
	{time.DateOnly, false, false},
	{"2006-01-02T15:04", true, false},
	{"2006-01-02T15:04:05", true, false},
	{"2006-01-02T15:04Z07:00", true, true},
	{"2006-01-02T15:04:05Z07:00", true, true},
}

// readMoment parses a date or time in the zone of now; "" means now.
func readMoment(text string, now time.Time) (moment, error) {
	if text == "" || strings.EqualFold(text, "now") {
		return moment{now, true}, nil
	}
	if strings.EqualFold(text, "today") {
		return day(now.Date()).in(now.Location()), nil
	}
	text = strings.Replace(text, " ", "T", 1)
	for _, l := range momentLayouts {
		t, err := time.ParseInLocation(l.layout, text, now.Location())
		if err != nil {
			continue
		}
		if l.offset {
			t = t.In(now.Location())
		}
		if t.Year() < 1 {
			break
		}
		return moment{t, l.timed}, nil
	}
	return moment{}, plain("no_date", "%.60q is no date from the year 1 to 9999. Dates are written 2026-03-01, times 2026-03-01T09:30.", text)
}

// day returns a date at midnight UTC, where every day has 24 hours.
func day(year int, month time.Month, d int) moment {
	return moment{time.Date(year, month, d, 0, 0, 0, 0, time.UTC), false}
}

func (m moment) in(zone *time.Location) moment {
	year, month, d := m.Date()
	return moment{time.Date(year, month, d, m.Hour(), m.Minute(), m.Second(), m.Nanosecond(), zone), m.timed}
}

// moved adds the months of the arguments, then the weeks and days. If the month lacks the day, its
// last day is used.
func moved(m moment, a arguments) (moment, error) {
	months, err := a.number("months", maxMonth)
	if err != nil {
		return moment{}, err
	}
	weeks, err := a.number("weeks", maxWeeks)
	if err != nil {
		return moment{}, err
	}
	days, err := a.number("days", maxDays)
	if err != nil {
		return moment{}, err
	}
	to := addMonths(day(m.Date()).Time, months).AddDate(0, 0, 7*weeks+days)
	if to.Year() < 1 || to.Year() > 9999 {
		return moment{}, plain("outside_years", "The result lies outside of the years 1 to 9999.")
	}
	return moment{time.Date(to.Year(), to.Month(), to.Day(), m.Hour(), m.Minute(), m.Second(), 0, m.Location()), m.timed}, nil
}

// addMonths adds months to a date at midnight UTC; the day is limited to the end of the month.
func addMonths(t time.Time, months int) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

// difference describes the difference between two dates in days, and in years, months and days.
// Between two times it adds the elapsed hours.
func difference(from, to moment) string {
	a, b := day(from.Date()), day(to.Date())
	first, second, way := a, b, "later"
	if b.Before(a.Time) || b.Equal(a.Time) && from.timed && to.timed && to.Before(from.Time) {
		first, second, way = b, a, "earlier"
	}
	// a time.Duration could not exceed 292 years
	days := int(second.Unix()-first.Unix()) / (24 * 60 * 60)
	months := (second.Year()-first.Year())*12 + int(second.Month()-first.Month())
	if addMonths(first.Time, months).After(second.Time) {
		months--
	}
	rest := int(second.Sub(addMonths(first.Time, months)).Hours()) / 24
	text := fmt.Sprintf("%s is %s %s than %s", to, counted(days, "day"), way, from)
	if months > 0 {
		text += fmt.Sprintf(" (%s, %s, %s)", counted(months/12, "year"), counted(months%12, "month"), counted(rest, "day"))
	}
	if from.timed && to.timed {
		seconds := to.Unix() - from.Unix()
		seconds = max(seconds, -seconds)
		text += fmt.Sprintf("; elapsed: %d h %d min %d s", seconds/3600, seconds/60%60, seconds%60)
	}
	return text + "."
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
