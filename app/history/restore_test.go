package history_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/recovery/recoverytest"
)

// openLibrary opens a library until the end of the test.
func openLibrary(t *testing.T, dir string) *history.Store {
	t.Helper()
	s, err := history.Open(t.Context(), dir, history.Options{})
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shown returns the chats of a library, with everything in them that is shown.
func shown(t *testing.T, s *history.Store) map[chat.ID]any {
	t.Helper()
	order, err := s.Order(t.Context())
	check(t, err)
	all := map[chat.ID]any{}
	for _, e := range order {
		all[e.ID] = chatOf(t, s, e.ID)
	}
	return all
}

// chatOf returns everything that is shown of a chat.
func chatOf(t *testing.T, s *history.Store, id chat.ID) (all []any) {
	t.Helper()
	c, err := s.Conversation(t.Context(), id)
	check(t, err)
	draft, err := s.Unsent(t.Context(), id)
	check(t, err)
	heads, err := s.Thread(t.Context(), id)
	check(t, err)
	var ids []chat.ID
	for _, h := range heads {
		ids = append(ids, h.ID)
	}
	messages, err := s.Messages(t.Context(), ids)
	check(t, err)
	return []any{c.Title, c.Pinned, c.Model, c.Params, c.Updated, draft.Draft, heads, messages}
}

func TestAllChatsOfAnotherLibraryAreRestored(t *testing.T) {
	from := filepath.Join(t.TempDir(), "from")
	check(t, recoverytest.Fill(t.Context(), from))
	other := openLibrary(t, from)
	want := shown(t, other)
	if len(want) < 100 {
		t.Fatalf("the other library has %d chats", len(want))
	}
	s := openLibrary(t, filepath.Join(t.TempDir(), "to"))
	done, err := s.RestoreFrom(t.Context(), from, nil)
	check(t, err)
	if len(done.Added) != len(want) || len(done.Present) > 0 {
		t.Errorf("%d chats were added, %d were here", len(done.Added), len(done.Present))
	}
	if diff := cmp.Diff(want, shown(t, s)); diff != "" {
		t.Errorf("the restored chats differ:\n%s", diff)
	}
	hits, err := s.Search(t.Context(), "harbor", 1000)
	check(t, err)
	before, err := other.Search(t.Context(), "harbor", 1000)
	check(t, err)
	if len(hits) != len(before) || len(hits) == 0 {
		t.Errorf("the search finds %d messages, it found %d", len(hits), len(before))
	}
	missing, err := s.MissingBlobs(t.Context(), s.Folder())
	check(t, err)
	if missing > 0 {
		t.Errorf("%d attachments are missing", missing)
	}
	again, err := s.RestoreFrom(t.Context(), from, nil)
	check(t, err)
	if len(again.Added) > 0 || len(again.Present) != len(want) {
		t.Errorf("once more %d chats were added, %d were here", len(again.Added), len(again.Present))
	}
}

func TestAChatThatLacksMessagesIsRestoredBesideIt(t *testing.T) {
	from := filepath.Join(t.TempDir(), "from")
	check(t, recoverytest.Fill(t.Context(), from))
	to := filepath.Join(t.TempDir(), "to")
	check(t, os.CopyFS(to, os.DirFS(from)))
	s := openLibrary(t, to)
	order, err := s.Order(t.Context())
	check(t, err)
	changed, deleted, same := order[3].ID, order[4].ID, order[5].ID
	before := map[chat.ID][]any{changed: chatOf(t, s, changed), deleted: chatOf(t, s, deleted)}
	heads, err := s.Thread(t.Context(), changed)
	check(t, err)
	check(t, s.DeleteMessage(t.Context(), heads[len(heads)-1].ID))
	check(t, s.Delete(t.Context(), deleted))
	left := chatOf(t, s, changed)

	done, err := s.RestoreFrom(t.Context(), from, []chat.ID{changed, deleted, same})
	check(t, err)
	if len(done.Added) != 2 || len(done.Present) != 1 || slices.Contains(done.Added, changed) || slices.Contains(done.Added, deleted) {
		t.Fatalf("restored are %+v", done)
	}
	for i, id := range []chat.ID{changed, deleted} {
		got := chatOf(t, s, done.Added[i])
		if diff := cmp.Diff(texts(before[id]), texts(got)); diff != "" {
			t.Errorf("the restored chat differs:\n%s", diff)
		}
	}
	if diff := cmp.Diff(left, chatOf(t, s, changed)); diff != "" {
		t.Errorf("the chat that was here has changed:\n%s", diff)
	}
}

// texts returns the parts and requests of the messages of chatOf, without IDs.
func texts(all []any) (parts []any) {
	for _, m := range all[len(all)-1].([]chat.Message) {
		var request chat.Request
		if m.Request != nil {
			request = *m.Request
			request.ID, request.Continues = "", ""
		}
		parts = append(parts, m.Role, m.State, m.Parts, request)
	}
	return append(parts, all[0])
}
