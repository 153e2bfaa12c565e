package markdown

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// timed is a text with what Times made places of in guillemets, and the times.
func timed(t *testing.T, source string) (string, []time.Duration) {
	t.Helper()
	var d Document
	d.Set(source)
	var b strings.Builder
	var at []time.Duration
	for _, block := range d.Blocks() {
		for _, r := range LinkTimes(block.Runs) {
			if len(r.Text) == r.End-r.Start && source[r.Start:r.End] != r.Text {
				t.Errorf("%q stands at %q", r.Text, source[r.Start:r.End])
			}
			if when, ok := LinkedTime(r.Link); ok {
				at = append(at, when)
				b.WriteString("«" + r.Text + "»")
				continue
			}
			b.WriteString(r.Text)
		}
	}
	return b.String(), at
}

func TestTimesInBracketsBecomePlaces(t *testing.T) {
	s := time.Second
	for source, c := range map[string]struct {
		shown string
		at    []time.Duration
	}{
		"They agree [12:34].":                 {"They agree «[12:34]».", []time.Duration{754 * s}},
		"[0:07] first, then [1:02:03]":        {"«[0:07]» first, then «[1:02:03]»", []time.Duration{7 * s, 3723 * s}},
		"**Tree** [00:07] and *[0:09]*":       {"Tree «[00:07]» and «[0:09]»", []time.Duration{7 * s, 9 * s}},
		"from [0:07–0:12] on":                 {"from [«0:07»–«0:12»] on", []time.Duration{7 * s, 12 * s}},
		"[0:07, 1:02] and [0:01 - 0:02]":      {"[«0:07», «1:02»] and [«0:01» - «0:02»]", []time.Duration{7 * s, 62 * s, 1 * s, 2 * s}},
		"- [2:05] in a list":                  {"«[2:05]» in a list", []time.Duration{125 * s}},
		"[100:00] long":                       {"«[100:00]» long", []time.Duration{6000 * s}},
		"no time: [12:60] [1:2] [12] 12:34":   {"no time: [12:60] [1:2] [12] 12:34", nil},
		"`[12:34]` is code":                   {"[12:34] is code", nil},
		"[12:34](https://example.org) a link": {"12:34 a link", nil},
		"[1:99:00] [0:07:] [:07] [a 0:07]":    {"[1:99:00] [0:07:] [:07] [a 0:07]", nil},
		"[x](parlando-time:7) is none":        {"x (parlando-time:7) is none", nil},
	} {
		shown, at := timed(t, source)
		if shown != c.shown || !slices.Equal(at, c.at) {
			t.Errorf("%q: %q %v, not %q %v", source, shown, at, c.shown, c.at)
		}
	}
}

func TestWithoutTimesRunsStayAsTheyAre(t *testing.T) {
	var d Document
	d.Set("A [plain](https://example.org) text with [brackets] in it.")
	runs := d.Blocks()[0].Runs
	if got := LinkTimes(runs); &got[0] != &runs[0] || len(got) != len(runs) {
		t.Error("they were copied")
	}
	if _, ok := LinkedTime("https://example.org"); ok {
		t.Error("an address is a time")
	}
}
