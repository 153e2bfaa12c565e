package history

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/owner"
)

// day is a day of the other program.
func day(n int) time.Time { return time.Date(2023, 3, n, 9, 0, 0, 0, time.UTC) }

// foreignChat is a chat of another program with a message for each text, one each day; questions
// and answers take turns.
func foreignChat(id chat.ID, texts ...string) ImportedConversation {
	one := ImportedConversation{Conversation: chat.Conversation{ID: id, Title: "About " + string(id), Created: day(1)}}
	for i, t := range texts {
		m := chat.Message{ID: id + "-" + chat.ID(t), Conversation: id, Role: chat.User, State: chat.Done, Created: day(1 + i), Parts: text(t)}
		if i > 0 {
			m.Parent = one.Messages[i-1].ID
		}
		if i%2 == 1 {
			m.Role = chat.Assistant
		}
		one.Messages = append(one.Messages, m)
	}
	return one
}

// imports imports chats to the end and returns the number of the import.
func imports(t *testing.T, s *Store, want []Presence, list ...ImportedConversation) int64 {
	t.Helper()
	number, err := s.BeginImport(t.Context(), "chatgpt", "export.zip")
	must(t, err)
	compared, err := s.ComparePresence(t.Context(), list)
	must(t, err)
	was, err := s.AddToImport(t.Context(), number, list)
	must(t, err)
	if !slices.Equal(was, want) || !slices.Equal(compared, want) {
		t.Fatalf("the presence was %v, compared %v, want %v", was, compared, want)
	}
	must(t, s.FinishImport(t.Context(), number, "report"))
	must(t, s.IndexImports(t.Context()))
	return number
}

func shownChats(t *testing.T, s *Store) (ids []chat.ID) {
	t.Helper()
	order, err := s.Order(t.Context())
	must(t, err)
	for _, e := range order {
		ids = append(ids, e.ID)
	}
	slices.Sort(ids)
	return ids
}

func TestAnImportIsHiddenUntilItIsFinished(t *testing.T) {
	s := library(t, t.TempDir())
	number, err := s.BeginImport(t.Context(), "claude", "data.zip")
	must(t, err)
	_, err = s.AddToImport(t.Context(), number, []ImportedConversation{foreignChat("oak", "quercus robur", "an oak")})
	must(t, err)
	must(t, s.AddImportNotes(t.Context(), number, []ImportNote{{Kind: "memory", Text: "likes oaks", Created: day(3)}, {Kind: "project", Title: "Trees"}}))
	if ids := shownChats(t, s); len(ids) > 0 || found(t, s, "quercus") > 0 || found(t, s, "about") > 0 {
		t.Errorf("before the end are shown %v", ids)
	}
	if list, err := s.Imports(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("before the end are listed %v, %v", list, err)
	}
	if _, err := s.Conversation(t.Context(), "oak"); !errors.Is(err, ErrNotFound) {
		t.Errorf("before the end it is opened: %v", err)
	}
	must(t, s.FinishImport(t.Context(), number, "all is well"))
	if err := s.FinishImport(t.Context(), number, ""); !errors.Is(err, ErrNotFound) {
		t.Errorf("finished twice: %v", err)
	}
	if ids := shownChats(t, s); !slices.Equal(ids, []chat.ID{"oak"}) {
		t.Errorf("shown are %v", ids)
	}
	if n, err := s.Unsearched(t.Context()); err != nil || n != 2 || found(t, s, "about") != 1 {
		t.Errorf("%d messages cannot be searched yet, %v", n, err)
	}
	must(t, s.IndexImports(t.Context()))
	if n, err := s.Unsearched(t.Context()); err != nil || n != 0 || found(t, s, "quercus") != 1 {
		t.Errorf("%d messages still cannot be searched, %v", n, err)
	}
	list, err := s.Imports(t.Context())
	if err != nil || len(list) != 1 || list[0].Number != number || list[0].Source != "claude" || list[0].Name != "data.zip" || list[0].Report != "all is well" {
		t.Errorf("listed are %+v, %v", list, err)
	}
	notes, err := s.ImportNotes(t.Context(), number)
	if err != nil || len(notes) != 2 || notes[0].Text != "likes oaks" || !notes[0].Created.Equal(day(3)) || !notes[1].Created.IsZero() {
		t.Errorf("the notes are %+v, %v", notes, err)
	}
	c, err := s.Conversation(t.Context(), "oak")
	if must(t, err); !c.Created.Equal(day(1)) || !c.Updated.Equal(day(2)) {
		t.Errorf("the chat is from %v to %v", c.Created, c.Updated)
	}
}

func TestAnImportedChatIsKnownAsOne(t *testing.T) {
	s := library(t, t.TempDir())
	must(t, s.Import(t.Context(), []ImportedConversation{foreignChat("own", "one", "two")}))
	imports(t, s, []Presence{New}, foreignChat("oak", "one", "two"))
	for id, want := range map[chat.ID]bool{"own": false, "oak": true, "unknown": false} {
		if imported, err := s.HasImported(t.Context(), id); err != nil || imported != want {
			t.Errorf("%s: %v, %v", id, imported, err)
		}
	}
}

func TestASecondImportAddsOnlyWhatIsNew(t *testing.T) {
	c := newClock()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: c.now}})
	oak, elm, ash := foreignChat("oak", "one", "two"), foreignChat("elm", "one", "two", "three", "four"), foreignChat("ash", "one")
	imports(t, s, []Presence{New, New, New}, oak, elm, ash)
	must(t, s.Delete(t.Context(), "ash"))
	must(t, s.DeleteMessage(t.Context(), "elm-three"))
	imports(t, s, []Presence{Present, Present, Deleted}, oak, elm, ash)
	c.pass(2 * chat.DeletedRetention)
	must(t, s.purge(t.Context()))

	oak = foreignChat("oak", "one", "two", "three", "four")
	imports(t, s, []Presence{Grown, Present, Deleted}, oak, elm, ash)
	if got := thread(t, s, "oak"); !slices.Equal(got, []chat.ID{"oak-one", "oak-two", "oak-three", "oak-four"}) {
		t.Errorf("the chat that grew is %v", got)
	}
	if got := thread(t, s, "elm"); !slices.Equal(got, []chat.ID{"elm-one", "elm-two"}) {
		t.Errorf("deleted messages are back: %v", got)
	}
	if conversation, err := s.Conversation(t.Context(), "oak"); err != nil || !conversation.Updated.Equal(day(4)) || found(t, s, "four") != 1 {
		t.Errorf("the chat that grew is of %v, %v", conversation.Updated, err)
	}
}

// A chat that went on both here and there shows what was written here; the other branch is beside
// it.
func TestAChatThatGrewShowsWhatWasWrittenHere(t *testing.T) {
	s := library(t, t.TempDir())
	imports(t, s, []Presence{New, New}, foreignChat("oak", "one", "two"), foreignChat("elm", "one", "two"))
	_, own, reply := ask(t, s, "oak", "oak-two", "mine")
	answer(t, s, reply, "yours")
	elm := foreignChat("elm", "one", "two")
	again := elm.Messages[1]
	again.ID, again.Created = "elm-again", day(5)
	elm.Messages = append(elm.Messages, again)
	imports(t, s, []Presence{Grown, Grown}, foreignChat("oak", "one", "two", "three"), elm)
	if got := thread(t, s, "oak"); !slices.Equal(got, []chat.ID{"oak-one", "oak-two", own.ID, reply.ID}) {
		t.Errorf("shown is %v", got)
	}
	if m := get(t, s, own.ID); m.Siblings != 2 {
		t.Errorf("there are %d branches", m.Siblings)
	}
	if got := thread(t, s, "elm"); !slices.Equal(got, []chat.ID{"elm-one", "elm-again"}) {
		t.Errorf("a reply that was asked for again there is not shown: %v", got)
	}
}

func TestTheBranchThatWasSeenThereIsShown(t *testing.T) {
	s := library(t, t.TempDir())
	oak := foreignChat("oak", "one", "two", "three")
	other := oak.Messages[1]
	other.ID = "oak-other"
	oak.Messages = append(oak.Messages, other)
	elm := oak
	oak.Current = "oak-three"
	imports(t, s, []Presence{New}, oak)
	if got := thread(t, s, "oak"); !slices.Equal(got, []chat.ID{"oak-one", "oak-two", "oak-three"}) {
		t.Errorf("shown is %v", got)
	}
	elm.Conversation.ID = "elm"
	elm.Messages = slices.Clone(oak.Messages)
	for i, m := range elm.Messages {
		elm.Messages[i].ID, elm.Messages[i].Conversation = "elm"+m.ID, "elm"
		if m.Parent != "" {
			elm.Messages[i].Parent = "elm" + m.Parent
		}
	}
	imports(t, s, []Presence{New}, elm)
	if got := thread(t, s, "elm"); !slices.Equal(got, []chat.ID{"elmoak-one", "elmoak-other"}) {
		t.Errorf("the newest is not shown: %v", got)
	}
}

func TestAnImportIsTakenBack(t *testing.T) {
	s := library(t, t.TempDir())
	first := imports(t, s, []Presence{New, New, New}, foreignChat("oak", "one", "two"), foreignChat("elm", "one", "two"), foreignChat("fir", "one", "two"))
	second := imports(t, s, []Presence{Grown, New}, foreignChat("fir", "one", "two", "three"), foreignChat("yew", "one"))
	_, own, reply := ask(t, s, "elm", "elm-two", "mine")
	answer(t, s, reply, "yours")
	kept, err := s.DropImport(t.Context(), second)
	if must(t, err); len(kept) > 0 {
		t.Errorf("kept are %v", kept)
	}
	if ids, got := shownChats(t, s), thread(t, s, "fir"); !slices.Equal(ids, []chat.ID{"elm", "fir", "oak"}) || !slices.Equal(got, []chat.ID{"fir-one", "fir-two"}) {
		t.Errorf("left are %v, and of one %v", ids, got)
	}
	imports(t, s, []Presence{Grown, New}, foreignChat("fir", "one", "two", "three"), foreignChat("yew", "one"))

	kept, err = s.DropImport(t.Context(), first)
	if must(t, err); !slices.Equal(kept, []KeptChat{{"elm", "About elm"}}) {
		t.Errorf("kept are %v", kept)
	}
	if got := thread(t, s, "elm"); !slices.Equal(got, []chat.ID{"elm-one", "elm-two", own.ID, reply.ID}) {
		t.Errorf("of the chat that went on is left %v", got)
	}
	if ids := shownChats(t, s); !slices.Equal(ids, []chat.ID{"elm", "yew"}) || found(t, s, "one") != 2 {
		t.Errorf("left are %v", ids)
	}
	imports(t, s, []Presence{New, Present, New}, foreignChat("oak", "one", "two"), foreignChat("elm", "one", "two"), foreignChat("fir", "one"))
}

func TestAnUnfinishedImportIsRemovedByTheNextStart(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	imports(t, s, []Presence{New}, foreignChat("oak", "one", "two"))
	number, err := s.BeginImport(t.Context(), "chatgpt", "export.zip")
	must(t, err)
	_, err = s.AddToImport(t.Context(), number, []ImportedConversation{foreignChat("oak", "one", "two", "three"), foreignChat("elm", "one")})
	must(t, err)
	must(t, s.Close())
	s = library(t, dir)
	must(t, s.upkeep.Wait(t.Context()))
	if ids, got := shownChats(t, s), thread(t, s, "oak"); !slices.Equal(ids, []chat.ID{"oak"}) || len(got) != 2 {
		t.Errorf("left are %v, and of one %v", ids, got)
	}
	imports(t, s, []Presence{Grown, New}, foreignChat("oak", "one", "two", "three"), foreignChat("elm", "one"))
}

// While what an import left is being removed, at the start or when it is taken back, its chats can
// be imported again.
func TestWhatAnImportLeftIsNotTakenForPresent(t *testing.T) {
	s := library(t, t.TempDir())
	imports(t, s, []Presence{New}, foreignChat("elm", "one"))
	left, err := s.BeginImport(t.Context(), "chatgpt", "export.zip")
	must(t, err)
	oak, elm := foreignChat("oak", "one", "two"), foreignChat("elm", "one", "two")
	_, err = s.AddToImport(t.Context(), left, []ImportedConversation{oak, elm})
	must(t, err)
	if is, err := s.ComparePresence(t.Context(), []ImportedConversation{oak}); err != nil || is[0] != New {
		t.Errorf("the presence of a hidden chat is %v, %v", is, err)
	}
	number, err := s.BeginImport(t.Context(), "chatgpt", "export.zip")
	must(t, err)
	was, err := s.AddToImport(t.Context(), number, []ImportedConversation{oak, elm})
	if must(t, err); !slices.Equal(was, []Presence{New, Grown}) {
		t.Errorf("the presence was %v", was)
	}
	must(t, s.FinishImport(t.Context(), number, ""))
	if _, err := s.DropImport(t.Context(), left); err != nil { // as the start does it
		t.Error(err)
	}
	if ids, got := shownChats(t, s), thread(t, s, "elm"); !slices.Equal(ids, []chat.ID{"elm", "oak"}) || len(got) != 2 {
		t.Errorf("shown are %v, and of one %v", ids, got)
	}
}

func TestAnUnfinishedImportLeavesNothingInAChatThatWentOn(t *testing.T) {
	s := library(t, t.TempDir())
	imports(t, s, []Presence{New}, foreignChat("oak", "one", "two"))
	_, own, reply := ask(t, s, "oak", "oak-two", "mine")
	answer(t, s, reply, "yours")
	longer := foreignChat("oak", "one", "two", "three")
	number, err := s.BeginImport(t.Context(), "chatgpt", "export.zip")
	must(t, err)
	_, err = s.AddToImport(t.Context(), number, []ImportedConversation{longer})
	must(t, err)
	if kept, err := s.DropImport(t.Context(), number); err != nil || len(kept) > 0 {
		t.Errorf("kept are %v, %v", kept, err)
	}
	imports(t, s, []Presence{Grown}, longer)
	if got := thread(t, s, "oak"); !slices.Equal(got, []chat.ID{"oak-one", "oak-two", own.ID, reply.ID}) || get(t, s, own.ID).Siblings != 2 {
		t.Errorf("shown is %v", got)
	}
}

// BenchmarkImport adds 1,000 chats of 20 messages in an import, finishes it, and indexes them.
func BenchmarkImport(b *testing.B) {
	const chats, messages = 1000, 20
	words := strings.Repeat("What tree is this, and how old may it be? ", 20)
	for name, index := range map[string]bool{"Add": false, "Index": true} {
		b.Run(name, func(b *testing.B) {
			s := library(b, b.TempDir())
			b.SetBytes(chats * messages * int64(len(words)))
			for i := 0; b.Loop(); i++ {
				if index {
					b.StopTimer()
				}
				number, err := s.BeginImport(b.Context(), "chatgpt", "export.zip")
				must(b, err)
				var batch []ImportedConversation
				for c := range chats {
					id := chat.ID(fmt.Sprintf("%d-%d", i, c))
					one := ImportedConversation{Conversation: chat.Conversation{ID: id, Title: "A tree"}}
					for j := range messages {
						m := chat.Message{ID: chat.ID(fmt.Sprintf("%s-%d", id, j)), Conversation: id, Role: chat.User, State: chat.Done, Parts: text(words)}
						if j > 0 {
							m.Parent = one.Messages[j-1].ID
						}
						one.Messages = append(one.Messages, m)
					}
					if batch = append(batch, one); len(batch) == 25 {
						_, err := s.AddToImport(b.Context(), number, batch)
						must(b, err)
						batch = batch[:0]
					}
				}
				must(b, s.FinishImport(b.Context(), number, ""))
				if index {
					b.StartTimer()
					must(b, s.IndexImports(b.Context()))
				}
			}
		})
	}
}
