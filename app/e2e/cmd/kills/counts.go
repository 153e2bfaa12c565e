package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// window is the number of kills in which each story must have completed once.
const window = 20

// counts counts the actions and results of a run.
type counts struct {
	kills    int
	typed    int // words that the window showed
	notShown int // typed words that the window did not show, which ends the story
	done     map[string]int
	skipped  map[string]int
	starts   []time.Duration
	// told counts, by story, the kills since the last call of untold in which the proof was done.
	told map[string]int
	// tellings is the number of kills since the last call of untold.
	tellings int
	faults   []string
}

func newCounts() counts {
	return counts{done: map[string]int{}, skipped: map[string]int{}, told: map[string]int{}}
}

func (c *counts) do(action string) {
	if action != "" {
		c.done[action]++
	}
}

func (c *counts) skip(action string) {
	if action != "" {
		c.skipped[action]++
	}
}

// tell counts a kill, and the story as told if its proof has been done more than before times.
func (c *counts) tell(story story, before int) {
	c.tellings++
	if c.done[story.proof] > before {
		c.told[story.name]++
	}
}

// untold returns a sentence for each story that was not told in the kills since the last call.
func (c *counts) untold(stories []story) (faults []string) {
	for _, s := range stories {
		if c.told[s.name] == 0 {
			faults = append(faults, fmt.Sprintf("the story %s was not told in %d kills: nothing did %q", s.name, c.tellings, s.proof))
		}
	}
	c.tellings = 0
	clear(c.told)
	return faults
}

// table prints the summary.
func (c *counts) table(w io.Writer, l *ledger, losses []loss) {
	fmt.Fprintf(w, "\n%-32s %6s %8s\n", "action", "done", "skipped")
	actions := maps.Clone(c.done)
	maps.Copy(actions, c.skipped)
	for _, a := range slices.Sorted(maps.Keys(actions)) {
		fmt.Fprintf(w, "%-32s %6d %8d\n", a, c.done[a], c.skipped[a])
	}
	lost := map[string]int{}
	for _, one := range losses {
		lost[one.place]++
	}
	fmt.Fprintf(w, "\n%d kills; %d words typed and shown, %d not shown, %d checked, %d lost; start %s (median), %s (worst)\n",
		c.kills, c.typed, c.notShown, l.checked, len(losses), quantile(c.starts, 2), quantile(c.starts, 1))
	for _, place := range slices.Sorted(maps.Keys(lost)) {
		fmt.Fprintf(w, "  lost of the words typed into the %s: %d\n", place, lost[place])
	}
}

// quantile formats the 1/n quantile of d: the maximum for n = 1, the median for n = 2.
func quantile(d []time.Duration, n int) string {
	if len(d) == 0 {
		return "none"
	}
	s := slices.Clone(d)
	slices.SortFunc(s, cmp.Compare)
	return fmt.Sprintf("%.2f s", s[(len(s)-1)/n].Seconds())
}
