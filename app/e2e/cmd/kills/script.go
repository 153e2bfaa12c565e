package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// verb is the kind of an action.
type verb string

const (
	typeWords verb = "type"  // types words into the focused field
	pressKeys verb = "press" // presses keys one after the other
	clickOn   verb = "click" // clicks the element with that name
	waitFor   verb = "see"   // waits until an element with that name is visible
	speak     verb = "say"   // speaks into the microphone
	pause     verb = "wait"  // does nothing for a while
)

// action is a single action of the user.
type action struct {
	verb verb
	text string
	// place names the field into which words are typed.
	place string
	// counted is the line of the summary that counts the action, "" for none.
	counted string
	// discards is the place whose words the user discards by this action.
	discards string
	lasting  time.Duration
}

func (s action) String() string {
	switch s.verb {
	case pause, speak:
		return fmt.Sprintf("%s %.1f s", s.verb, s.lasting.Seconds())
	case typeWords:
		return fmt.Sprintf("%s %q into the %s", s.verb, s.text, s.place)
	case pressKeys, clickOn, waitFor:
	}
	return fmt.Sprintf("%s %s", s.verb, s.text)
}

// script lists the actions between a start and the kill.
type script struct {
	story   string
	actions []action
	// The program is killed killAfter the beginning of action killIn, while the story continues. So
	// the moment does not depend on the speed of the computer, and often interrupts short steps.
	killIn    int
	killAfter time.Duration
}

// round is the number of kills in which each story runs, the first one twice. In every other round
// the kills come after the proofs, so that each story completes once in two rounds.
const round = 10

// write returns the script of a kill, counted from 1. The script depends only on the arguments, so
// that a seed replays its actions and moments.
func write(stories []story, seed uint64, kill int) script {
	rounds, at := (kill-1)/round, (kill-1)%round
	order := rand.New(rand.NewPCG(seed, uint64(rounds))).Perm(len(stories))
	story := stories[order[at%len(stories)]]
	w := &writer{rng: rand.New(rand.NewPCG(seed, 1_000_000+uint64(kill))), seed: seed, kill: kill}
	story.tell(w)
	first := slices.IndexFunc(w.actions, func(a action) bool { return a.verb == typeWords && a.counted != "" })
	least := time.Duration(0)
	if rounds%2 == 0 {
		proof := slices.IndexFunc(w.actions, func(a action) bool { return a.counted == story.proof })
		first, least = min(proof+1, len(w.actions)-1), safeAfter
	}
	s := script{story: story.name, actions: w.actions}
	s.killIn = first + w.rng.IntN(len(w.actions)-first)
	s.killAfter = least + time.Duration(w.rng.IntN(1500))*time.Millisecond
	return s
}

// moment describes the moment of the kill.
func (s script) moment() string {
	return fmt.Sprintf("%.2f s into %s", s.killAfter.Seconds(), s.actions[s.killIn])
}

// String lists the actions, as -list prints them.
func (s script) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, killed %s", s.story, s.moment())
	for _, one := range s.actions {
		fmt.Fprintf(&b, "\n      %s", one)
	}
	return b.String()
}

// writer writes the script of one kill.
type writer struct {
	rng        *rand.Rand
	seed       uint64
	kill, last int
	actions    []action
}

func (w *writer) add(s ...action) { w.actions = append(w.actions, s...) }

// words types n new words. No two words of a run are equal, and none is part of another.
func (w *writer) words(place string, n int) { w.sentence(place, "", n) }

// sentence types the text before, followed by n new words.
func (w *writer) sentence(place, before string, n int) {
	text := before
	for range n {
		w.last++
		text += fmt.Sprintf("w%dk%dn%dz ", w.seed, w.kill, w.last)
	}
	w.add(action{verb: typeWords, text: text, place: place, counted: "words into the " + place})
}

func (w *writer) keys(counted string, keys ...string) {
	w.add(action{verb: pressKeys, text: strings.Join(keys, " "), counted: counted})
}

func (w *writer) click(counted, name string) {
	w.add(action{verb: clickOn, text: name, counted: counted})
}

func (w *writer) see(name string) { w.add(action{verb: waitFor, text: name}) }

// pause waits for a random time between a fifth of most and most.
func (w *writer) pause(most time.Duration) {
	w.add(action{verb: pause, lasting: time.Duration((0.2 + 0.8*w.rng.Float64()) * float64(most)).Round(10 * time.Millisecond)})
}

func (w *writer) chance(share float64) bool { return w.rng.Float64() < share }

// some returns a random number of words to type.
func (w *writer) some() int { return 1 + w.rng.IntN(3) }

// newChat begins a chat with a model.
func (w *writer) newChat(model string) {
	w.keys("new chat", "ctrl+n", "ctrl+m")
	w.add(action{verb: typeWords, text: model, place: "list of models"})
	w.keys("", "Return", "ctrl+l")
}
