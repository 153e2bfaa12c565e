package markdown

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// times matches times in square brackets, as in answers about a recording: [12:34], [0:07–0:12],
// [1:02:03, 1:03:10].
var times = regexp.MustCompile(`\[` + clock + `(?:(?:, | ?[-–—;] ?)` + clock + `)*\]`)

const clock = `\d{1,3}:[0-5]\d(?::[0-5]\d)?`

var oneTime = regexp.MustCompile(clock)

// timeScheme is the prefix of a Link set by LinkTimes. LinkInfo refuses this scheme, so no address
// in a text can have it.
const timeScheme = "parlando-time:"

// LinkTimes splits runs so that each time in square brackets is a run with a Link for LinkedTime.
// Code and existing links are unchanged. Without times it returns runs.
func LinkTimes(runs []Run) []Run {
	var out []Run
	for i, r := range runs {
		var found [][]int
		if r.Link == "" && r.Style&Monospace == 0 && r.IsSource() && strings.Contains(r.Text, "[") {
			found = times.FindAllStringIndex(r.Text, -1)
		}
		if found == nil {
			if out != nil {
				out = append(out, r)
			}
			continue
		}
		if out == nil {
			out = append(make([]Run, 0, len(runs)+2*len(found)), runs[:i]...)
		}
		at := 0
		part := func(to int, link string) {
			if to > at {
				linked := r.Slice(at, to)
				linked.Link = link
				out = append(out, linked)
			}
			at = to
		}
		for _, f := range found {
			part(f[0], "")
			clocks := oneTime.FindAllStringIndex(r.Text[f[0]:f[1]], -1)
			if len(clocks) == 1 { // the link includes the brackets
				part(f[1], timeScheme+seconds(r.Text[f[0]+1:f[1]-1]))
				continue
			}
			for _, c := range clocks {
				part(f[0]+c[0], "")
				part(f[0]+c[1], timeScheme+seconds(r.Text[f[0]+c[0]:f[0]+c[1]]))
			}
			part(f[1], "")
		}
		part(len(r.Text), "")
	}
	if out == nil {
		return runs
	}
	return out
}

// seconds converts a time such as 1:02:03 to a number of seconds in digits.
func seconds(clock string) string {
	total := 0
	for part := range strings.SplitSeq(clock, ":") {
		n, _ := strconv.Atoi(part) // at most three digits
		total = total*60 + n
	}
	return strconv.Itoa(total)
}

// LinkedTime returns the time of a Link set by LinkTimes.
func LinkedTime(link string) (at time.Duration, ok bool) {
	digits, ok := strings.CutPrefix(link, timeScheme)
	n, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return 0, false
	}
	return time.Duration(n) * time.Second, true
}
