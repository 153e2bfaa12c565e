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
	// kill is the number of the kill after which the word is checked first.
	kill int
	// typed is the time at which the last key was released.
	typed time.Time
	// spoken reports that speech follows the word. Then a recording also counts as found.
	spoken bool
	// discarded reports that the user discarded the word with a button.
	discarded bool
	// kept reports that the word was found, or should have been, and must stay in the library.
	kept bool
	// lost reports that the loss was already reported.
	lost bool
}

// ledger records all words of a run and checks that they are found.
type ledger struct {
	words []*word
	// checked counts the words that had to survive a kill, each once.
	checked int
}

// typed records a word that the window shows.
func (l *ledger) typed(w word) { l.words = append(l.words, &w) }

// discard records that the user discards the words in a place. Forms also show words from earlier
// kills, except the form of a tool's result, which is new each time.
func (l *ledger) discard(place string, kill int) {
	for _, w := range l.words {
		w.discarded = w.discarded || w.place == place && (place != resultForm || w.kill == kill)
	}
}

// afterKill compares the words with the findings after a kill, and returns the lost words. Words
// typed just before the kill may be missing; once found, they must stay.
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
	// Stop expecting words that did not reach the disk.
	l.words = slices.DeleteFunc(l.words, func(w *word) bool { return !w.kept && !w.discarded })
	return lost
}

// afterStart compares the words with the findings after the next start.
func (l *ledger) afterStart(f findings) (lost []loss) {
	for _, w := range l.words {
		if w.kept && !w.discarded && !w.lost && !f.has(w) {
			w.lost = true
			lost = append(lost, loss{*w, "there after the kill, gone after the start"})
		}
	}
	return lost
}

// astray returns a sentence for each word that was typed for a form but is found in a message. Then
// the form did not have the focus, and was not tested.
func (l *ledger) astray(kill int, f findings) (faults []string) {
	for _, w := range l.words {
		if w.kill == kill && slices.Contains(forms, w.place) && f.messages[w.text] {
			faults = append(faults, fmt.Sprintf("%s was typed into the %s and is in a message", w.text, w.place))
		}
	}
	return faults
}

// loss is a lost word.
type loss struct {
	word
	how string
}

func (l loss) String() string {
	return fmt.Sprintf("LOST %q, typed into the %s of the story %s: %s", l.text, l.place, l.story, l.how)
}
