package documents

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"
)

// cellFormat is a number format: its sections, and what its first section shows of a date or time.
type cellFormat struct {
	sections             []formatSection // at least one
	date, clock, elapsed bool
}

// maxFormatCodes is the maximum length of all format codes of a workbook, in bytes; further codes
// are ignored. A code takes about 30 bytes, and Excel allows 250 codes.
const maxFormatCodes = 64 << 10

// readCellFormats returns the cell formats by style number; plain numbers have the format nil.
func readCellFormats(ctx context.Context, p *parts, name string) []*cellFormat {
	codes := map[string]string{}
	read := map[string]*cellFormat{} // by format ID
	var formats []*cellFormat
	inCells, left := false, maxFormatCodes
	_ = p.walk(ctx, name, elements{
		start: func(e element) {
			switch e.name {
			case "numFmt":
				code := attribute(e, "formatCode")
				if left -= len(code) + 1; left >= 0 {
					codes[attribute(e, "numFmtId")] = code
				}
			case "cellXfs":
				inCells = true
			case "xf":
				if inCells && len(formats) < 100_000 {
					id := attribute(e, "numFmtId")
					f, ok := read[id]
					if !ok {
						code, ok := codes[id]
						if !ok {
							code = builtIn(id)
						}
						f = formatOf(code)
						read[id] = f
					}
					formats = append(formats, f)
				}
			}
		},
		end: func(e element) { inCells = inCells && e.name != "cellXfs" },
	})
	return formats
}

// builtIn returns the code of a predefined format (ECMA-376, part 1, 18.8.30). It omits the
// currency sign of formats whose currency depends on the system.
func builtIn(id string) string {
	n, _ := strconv.Atoi(id)
	switch {
	case n == 1:
		return "0"
	case n == 2:
		return "0.00"
	case n == 3:
		return "#,##0"
	case n == 4:
		return "#,##0.00"
	case n == 5, n == 6, n == 37, n == 38:
		return "#,##0;(#,##0)"
	case n == 7, n == 8, n == 39, n == 40:
		return "#,##0.00;(#,##0.00)"
	case n == 41, n == 42:
		return `#,##0;(#,##0);"-"`
	case n == 43, n == 44:
		return `#,##0.00;(#,##0.00);"-"`
	case n == 9:
		return "0%"
	case n == 10:
		return "0.00%"
	case n == 12:
		return "# ?/?"
	case n == 13:
		return "# ??/??"
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

// formatOf parses a format code. It returns nil if the code shows numbers unchanged.
func formatOf(code string) *cellFormat {
	if code == "" || strings.EqualFold(code, "General") {
		return nil
	}
	f := &cellFormat{sections: parseFormat(code)}
	if first := &f.sections[0]; first.isTime() {
		f.date, f.clock, f.elapsed = first.times()
	}
	return f
}

// show formats a number.
func (f *cellFormat) show(v float64, since04 bool) string {
	switch {
	case f == nil:
	case f.elapsed && math.Abs(v) < 1e6:
		seconds := int64(math.Round(math.Abs(v) * 86400))
		sign := ""
		if v < 0 {
			sign = "-"
		}
		return sign + strconv.FormatInt(seconds/3600, 10) + ":" + twoDigits(seconds/60%60) + ":" + twoDigits(seconds%60)
	case (f.date || f.clock) && v >= 0 && v < 2958466: // the last day of the year 9999
		return f.moment(v, since04)
	default:
		if text, ok := f.number(v); ok {
			return text
		}
	}
	return plainNumber(v)
}

func (f *cellFormat) moment(v float64, since04 bool) string {
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
