package history

import (
	"testing"
	"time"

	"parley/app/chat"
)

func TestWhatIsSetAsideIsKeptBesideTheDraftAndGoesWithTheConversation(t *testing.T) {
	dir := t.TempDir()
	clock := newClock()
	s := libraryWith(t, dir, Options{Now: clock.now})
	c, _, _ := ask(t, s, "", "", "One")
	must(t, s.SaveDraft(t.Context(), c, chat.Draft{Text: "the edit", Edits: "1"}))
	must(t, s.SaveAside(t.Context(), c, chat.Draft{Text: "set aside"}))
	must(t, s.Close())

	s = libraryWith(t, dir, Options{Now: clock.now})
	for what, read := range map[string]func() (chat.Draft, error){
		"the edit":  func() (chat.Draft, error) { return s.Draft(t.Context(), c) },
		"set aside": func() (chat.Draft, error) { return s.Aside(t.Context(), c) },
	} {
		if d, err := read(); err != nil || d.Text != what {
			t.Errorf("%s: %+v, %v", what, d, err)
		}
	}
	must(t, s.Delete(t.Context(), c))
	must(t, s.Close())
	clock.pass(60 * 24 * time.Hour)
	s = libraryWith(t, dir, Options{Now: clock.now})
	s.upkeep.Wait()
	if d, err := s.Aside(t.Context(), c); err != nil || !d.Empty() {
		t.Errorf("still there: %+v, %v", d, err)
	}
}
