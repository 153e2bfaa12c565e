package main

import (
	"fmt"
	"slices"
	"time"
)

// safeAfter is the time after which a typed word must survive a kill.
const safeAfter = 850 * time.Millisecond

// word is a word that was typed in the window.
type word struct {
	text, place, story string
	// kill is the number of the kill that followed.
	kill int
	// typed is the time when its last key was released.
	typed time.Time
	// spoken reports that it was dictated: a recording of it counts, too.
	spoken bool
	// discarded reports that a button was pressed that gives it up.
	discarded bool
	// kept reports that it was in the library after a kill, so that it must stay there.
	kept bool
	// lost reports that its loss was told.
	lost bool
}

// ledger records all words of a run and judges their fate.
type ledger struct {
	words []*word
	// checked counts the words that were judged, each once.
	checked int
}

// typed records a word that the window shows.
func (l *ledger) typed(w word) { l.words = append(l.words, &w) }

// discard records that the words of a place are given up from now on. A form shows those of earlier
// kills, too, but the form of a tool's result is another one each time.
func (l *ledger) discard(place string, kill int) {
	for _, w := range l.words {
		w.discarded = w.discarded || w.place == place && (place != resultForm || w.kill == kill)
	}
}

// afterKill judges what was found after the kill, and returns the lost words. Words typed too short
// a time before it need not be there; those that are must stay.
func (l *ledger) afterKill(kill int, killed time.Time, f findings) (lost []loss) {
	for _, w := range l.words {
		if w.discarded || w.lost {
			continue
		}
		fresh := w.kill == kill
		found := f.has(w)
		if fresh && killed.Sub(w.typed) >= safeAfter {
			l.checked++
			w.kept = true
		}
		w.kept = w.kept || found
		if w.kept && !found {
			w.lost = true
			lost = append(lost, loss{*w, fmt.Sprintf("typed %.2f s before kill %d", killed.Sub(w.typed).Seconds(), kill)})
		}
	}
	// Words that did not reach the disk are no longer expected.
	l.words = slices.DeleteFunc(l.words, func(w *word) bool { return !w.kept && !w.discarded })
	return lost
}

// afterStart judges what was found after the next start.
func (l *ledger) afterStart(f findings) (lost []loss) {
	for _, w := range l.words {
		if w.kept && !w.discarded && !w.lost && !f.has(w) {
			w.lost = true
			lost = append(lost, loss{*w, "there after the kill, gone after the start"})
		}
	}
	return lost
}

// astray returns a sentence for each word that was typed into a form and is found in a message: the
// keyboard was elsewhere, and the form was not tried.
func (l *ledger) astray(kill int, f findings) (faults []string) {
	for _, w := range l.words {
		if w.kill == kill && slices.Contains(forms, w.place) && f.messages[w.text] {
			faults = append(faults, fmt.Sprintf("%s was typed into the %s and is in a message", w.text, w.place))
		}
	}
	return faults
}

// loss is a word that is gone.
type loss struct {
	word
	how string
}

func (l loss) String() string {
	return fmt.Sprintf("LOST %q, typed into the %s of the story %s: %s", l.text, l.place, l.story, l.how)
}
