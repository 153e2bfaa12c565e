package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/history"
)

func TestASeedReplaysItsActionsAndMoments(t *testing.T) {
	list := func(seed uint64) (all []string) {
		for kill := 1; kill <= 60; kill++ {
			all = append(all, write(allStories, seed, kill).String())
		}
		return all
	}
	first := list(17)
	if !slices.Equal(first, list(17)) {
		t.Error("the same seed writes another list")
	}
	if slices.Equal(first, list(18)) {
		t.Error("another seed writes the same list")
	}
}

func TestEachStoryIsToldTwiceIn20KillsAndNoWordTwice(t *testing.T) {
	told, typed := map[string]int{}, map[string]bool{}
	for kill := 1; kill <= 3*window; kill++ {
		s := write(allStories, 3, kill)
		told[s.story]++
		proved := false
		for _, one := range s.actions {
			for _, story := range allStories {
				proved = proved || story.name == s.story && story.proof == one.counted
			}
			for _, w := range typedWord.FindAllString(one.text, -1) {
				if typed[w] {
					t.Errorf("%s is typed twice", w)
				}
				typed[w] = true
			}
		}
		if !proved {
			t.Errorf("kill %d never proves the story %s", kill, s.story)
		}
		if kill%window > 0 {
			continue
		}
		for _, story := range allStories {
			if told[story.name] < 2 {
				t.Errorf("the story %s is told %d times in kills %d to %d", story.name, told[story.name], kill-window+1, kill)
			}
		}
		clear(told)
	}
}

// shelf is a small library with a message of each kind.
type shelf struct {
	dir string
	db  *sql.DB
}

// newShelf stores messages of the user, and a draft.
func newShelf(t *testing.T, draft string, messages ...string) shelf {
	t.Helper()
	paths := core.PathsIn(t.TempDir())
	if err := paths.Make(); err != nil {
		t.Fatal(err)
	}
	store, err := history.Open(t.Context(), paths.Data, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	c := history.ImportedConversation{Conversation: chat.Conversation{ID: chat.NewID(), Title: "w1k1n9z", Created: now, Updated: now}}
	for _, text := range messages {
		m := chat.Message{ID: chat.NewID(), Conversation: c.Conversation.ID, Role: chat.User, State: chat.Done, Created: now}
		m.Parts = []chat.Part{{Kind: chat.PartText, Text: text}}
		c.Messages = append(c.Messages, m)
	}
	if err := store.Import(t.Context(), []history.ImportedConversation{c}); err != nil {
		t.Fatal(err)
	}
	if err := store.SaveUnsent(t.Context(), history.UnsentChange{Draft: chat.Draft{Text: draft}}); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	s := shelf{dir: filepath.Dir(paths.Data)}
	if s.db, err = sql.Open("sqlite", s.library()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.db.Close() })
	return s
}

func (s shelf) library() string { return filepath.Join(s.dir, "data", "library.db") }

func (s shelf) change(t *testing.T, query string) {
	t.Helper()
	if _, err := s.db.ExecContext(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

// look reads a copy of the library.
func (s shelf) look(t *testing.T) findings {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := copyRunning(t.Context(), s.library(), to); err != nil {
		t.Fatal(err)
	}
	f, err := look(t.Context(), s.dir, to)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// wrote returns a ledger of words that were typed 2 s before now.
func wrote(now time.Time, words ...string) *ledger {
	l := &ledger{}
	for _, text := range words {
		l.typed(word{text: text, place: message, story: "chat", kill: 1, typed: now.Add(-2 * time.Second)})
	}
	return l
}

func TestALostWordIsTold(t *testing.T) {
	now := time.Now()
	s := newShelf(t, "w1k1n1z ", "w1k1n2z")
	l := wrote(now, "w1k1n1z", "w1k1n2z", "w1k1n3z")
	lost := l.afterKill(1, now, s.look(t))
	if len(lost) != 1 || lost[0].text != "w1k1n3z" || l.checked != 3 {
		t.Errorf("%d words were checked, lost are %v", l.checked, lost)
	}
	s.change(t, "DELETE FROM draft")
	if lost := l.afterStart(s.look(t)); len(lost) != 1 || lost[0].text != "w1k1n1z" {
		t.Errorf("after the start, lost are %v", lost)
	}
	if lost := l.afterKill(2, now.Add(time.Minute), s.look(t)); len(lost) != 0 {
		t.Errorf("told again: %v", lost)
	}
}

func TestAWordIsNotFoundInATitleOrAReplyButInAFile(t *testing.T) {
	now := time.Now()
	s := newShelf(t, "", "w1k1n8z")
	s.change(t, "UPDATE message SET role = 'assistant'")
	if err := os.WriteFile(filepath.Join(s.dir, "data", "tools.json"), []byte(`{"name":"w1k1n7z"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	l := wrote(now, "w1k1n7z", "w1k1n8z", "w1k1n9z")
	l.typed(word{text: "w1k1n8z", place: resultForm, kill: 1, typed: now.Add(-time.Second)})
	lost := l.afterKill(1, now, s.look(t))
	if len(lost) != 2 || lost[0].text != "w1k1n8z" || lost[0].place != message || lost[1].text != "w1k1n9z" {
		t.Errorf("lost are %v", lost)
	}
}

func TestOnlyWhatWasTypedInTimeAndNotGivenUpMustBeThere(t *testing.T) {
	now := time.Now()
	s := newShelf(t, "w1k1n1z", "w1k1n2z")
	l := wrote(now, "w1k1n5z")
	l.discard(message, 1)
	// and there
	l.typed(word{text: "w1k1n1z", place: message, kill: 1, typed: now.Add(-safeAfter / 2)})
	// and gone
	l.typed(word{text: "w1k1n6z", place: message, kill: 1, typed: now.Add(-safeAfter / 2)})
	if lost := l.afterKill(1, now, s.look(t)); len(lost) != 0 || l.checked != 0 {
		t.Errorf("%d words were checked, lost are %v", l.checked, lost)
	}
	s.change(t, "DELETE FROM draft")
	if lost := l.afterStart(s.look(t)); len(lost) != 1 || lost[0].text != "w1k1n1z" {
		t.Errorf("what was there after the kill is gone after the start, told is %v", lost)
	}
}

func TestAWordOfAFormInAMessageIsTold(t *testing.T) {
	l := &ledger{}
	l.typed(word{text: "w1k1n1z", place: toolForm, kill: 1})
	l.typed(word{text: "w1k1n2z", place: message, kill: 1})
	faults := l.astray(1, newShelf(t, "w1k1n1z", "w1k1n2z").look(t))
	if len(faults) != 1 || faults[0] != "w1k1n1z was typed into the custom tool and is in a message" {
		t.Errorf("told is %q", faults)
	}
}

func TestADictationIsInTheTextOrInARecording(t *testing.T) {
	now := time.Now()
	s := newShelf(t, "w1k1n1z Shall we decide about the old pear tree? w1k1n2z")
	spoken := func(text string) *ledger {
		l := &ledger{}
		l.typed(word{text: text, place: "dictation", kill: 1, typed: now.Add(-time.Second), spoken: true})
		return l
	}
	if lost := spoken("w1k1n1z").afterKill(1, now, s.look(t)); len(lost) != 0 {
		t.Error(lost)
	}
	if lost := spoken("w1k1n2z").afterKill(1, now, s.look(t)); len(lost) != 1 {
		t.Errorf("a dictation without text and recording is not told: %v", lost)
	}
	if err := os.WriteFile(filepath.Join(s.dir, "data", "sound.wav"), []byte("sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	if lost := spoken("w1k1n2z").afterKill(1, now, s.look(t)); len(lost) != 0 {
		t.Errorf("the recording does not count: %v", lost)
	}
}

func TestFaultsOfALibraryAreTold(t *testing.T) {
	if f := newShelf(t, "w1k1n1z", "w1k1n2z", "w1k1n2z and more").look(t); len(f.faults) != 0 {
		t.Errorf("a library without faults has %q", f.faults)
	}
	twice := newShelf(t, "", "w1k1n1z", "w1k1n1z").look(t)
	if got := strings.Join(twice.faults, "; "); got != `the message "w1k1n1z" is there twice` {
		t.Errorf("told is %q", got)
	}
	offered := newShelf(t, "w1k1n1z", "w1k1n1z").look(t)
	if got := strings.Join(offered.faults, "; "); got != "w1k1n1z was sent and is offered as a draft" {
		t.Errorf("told is %q", got)
	}
	draftTwice := newShelf(t, "w1k1n1z", "w1k1n2z")
	draftTwice.change(t, "INSERT INTO draft (conversation, text, saved) SELECT 'other', text, saved FROM draft")
	if got := strings.Join(draftTwice.look(t).faults, "; "); got != "w1k1n1z is in the drafts twice" {
		t.Errorf("told is %q", got)
	}
	damaged := newShelf(t, "", "w1k1n1z")
	damaged.change(t, "PRAGMA writable_schema = on")
	damaged.change(t, "DELETE FROM sqlite_schema WHERE name = 'message_request'")
	if got := strings.Join(damaged.look(t).faults, "; "); !strings.HasPrefix(got, "the library is damaged: ") {
		t.Errorf("told is %q", got)
	}
}

func TestAMessageStillBeingWrittenIsTold(t *testing.T) {
	s := newShelf(t, "", "w1k1n1z")
	if faults, err := unended(t.Context(), s.library()); err != nil || len(faults) != 0 {
		t.Error(faults, err)
	}
	s.change(t, "UPDATE message SET state = 'writing'")
	if faults, err := unended(t.Context(), s.library()); err != nil || len(faults) != 1 {
		t.Error(faults, err)
	}
}

func TestStoriesThatWereNotToldAreTold(t *testing.T) {
	c := newCounts()
	for _, s := range allStories[1:] {
		before := c.done[s.proof]
		c.do(s.proof)
		c.tell(s, before)
	}
	c.tell(allStories[0], c.done[allStories[0].proof]) // its proof was skipped
	want := fmt.Sprintf("the story %s was not told in %d kills", allStories[0].name, len(allStories))
	if faults := c.untold(allStories); len(faults) != 1 || !strings.HasPrefix(faults[0], want) {
		t.Errorf("told is %q", faults)
	}
	if faults := c.untold(allStories); len(faults) != len(allStories) {
		t.Errorf("%d stories of none are told", len(faults))
	}
}

func TestACopyOfAKilledLibraryHasWhatIsInItsLog(t *testing.T) {
	s := newShelf(t, "", "w1k1n1z")
	s.change(t, "PRAGMA journal_mode = wal")
	s.change(t, "INSERT INTO draft (conversation, text, saved) VALUES ('', 'w1k1n2z', 0)")
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := copyKilled(s.library(), to); err != nil {
		t.Fatal(err)
	}
	f, err := look(context.Background(), s.dir, to)
	if err != nil || !f.words["w1k1n2z"] {
		t.Errorf("%v: found are %v", err, f.words)
	}
}
