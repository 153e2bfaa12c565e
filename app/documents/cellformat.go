package documents

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"
)

// cellFormat is the part of a number format that determines its meaning: a date, a time or a
// percentage.
type cellFormat struct {
	date, clock, elapsed, percent bool
	decimals                      int // of a percentage
}

// readCellFormats returns the cell formats by number.
func readCellFormats(ctx context.Context, p *parts, name string) []cellFormat {
	codes := map[string]string{}
	var formats []cellFormat
	inCells := false
	_ = p.walk(ctx, name, elements{
		start: func(e element) {
			switch e.name {
			case "numFmt":
				if len(codes) < 10_000 {
					codes[attribute(e, "numFmtId")] = attribute(e, "formatCode")
				}
			case "cellXfs":
				inCells = true
			case "xf":
				if inCells && len(formats) < 100_000 {
					id := attribute(e, "numFmtId")
					code, ok := codes[id]
					if !ok {
						code = builtIn(id)
					}
					formats = append(formats, formatOf(code))
				}
			}
		},
		end: func(e element) { inCells = inCells && e.name != "cellXfs" },
	})
	return formats
}

// builtIn returns the code of a predefined format (ECMA-376, part 1, 18.8.30).
func builtIn(id string) string {
	n, _ := strconv.Atoi(id)
	switch {
	case n == 9:
		return "0%"
	case n == 10:
		return "0.00%"
	case n >= 14 && n <= 17, n >= 27 && n <= 31, n == 36, n >= 50 && n <= 58:
		return "yyyy-mm-dd"
	case n >= 18 && n <= 21, n >= 32 && n <= 35:
		return "h:mm:ss"
	case n == 22:
		return "yyyy-mm-dd h:mm"
	case n >= 45 && n <= 47:
		return "[h]:mm:ss"
	}
	return ""
}

// formatOf parses a format code; quoted and escaped characters are text.
func formatOf(code string) cellFormat {
	code, _, _ = strings.Cut(code, ";")
	var f cellFormat
	point := false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return f
			}
			i += end + 1
		case '\\', '_', '*':
			i++
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return f
			}
			switch strings.ToLower(code[i+1 : i+end]) {
			case "h", "hh", "m", "mm", "s", "ss":
				f.elapsed = true
			}
			i += end
		case 'y', 'Y', 'd', 'D':
			f.date = true
		case 'h', 'H', 's', 'S':
			f.clock = true
		case 'm', 'M':
			if !f.clock && !f.elapsed {
				f.date = true
			}
		case 'G', 'g': // General
			if strings.HasPrefix(strings.ToLower(code[i:]), "general") {
				i += len("general") - 1
			}
		case '.':
			point = true
		case '0', '#':
			if point {
				f.decimals++
			}
		case '%':
			f.percent = true
		}
	}
	return f
}

// show formats a number.
func (f cellFormat) show(v float64, since04 bool) string {
	switch {
	case f.elapsed && math.Abs(v) < 1e6:
		seconds := int64(math.Round(math.Abs(v) * 86400))
		sign := ""
		if v < 0 {
			sign = "-"
		}
		return sign + strconv.FormatInt(seconds/3600, 10) + ":" + twoDigits(seconds/60%60) + ":" + twoDigits(seconds%60)
	case (f.date || f.clock) && v >= 0 && v < 2958466: // the last day of the year 9999
		return f.moment(v, since04)
	case f.percent && math.Abs(v) < 1e12:
		return strconv.FormatFloat(v*100, 'f', min(f.decimals, 10), 64) + "%"
	}
	return plainNumber(v)
}

func (f cellFormat) moment(v float64, since04 bool) string {
	day := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case since04:
		day = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 60: // Excel takes 1900 for a leap year
		day = day.AddDate(0, 0, 1)
	}
	whole, part := math.Modf(v)
	at := day.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round(part*86400)) * time.Second)
	clock := at.Format("15:04:05")
	clock = strings.TrimSuffix(clock, ":00")
	switch {
	case !f.date:
		return clock
	case f.clock:
		return at.Format("2006-01-02 ") + clock
	}
	return at.Format("2006-01-02")
}

func twoDigits(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// plainNumber formats a number with the fifteen digits of a worksheet.
func plainNumber(v float64) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e16) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
