package recovery_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/recovery"
	"parlando/app/recovery/recoverytest"
	"parlando/app/transcripts"
)

// wipe overwrites all pages of tables and indexes with zeros.
func wipe(t *testing.T, dir string, names ...string) {
	t.Helper()
	db := recoverytest.Open(t, dir)
	pages := recoverytest.RowsOf(t, db, `SELECT pageno, name FROM dbstat`)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, history.FileName)
	data := read(t, path)
	for page, name := range pages {
		if slices.Contains(names, name) {
			n, err := strconv.Atoi(page)
			if err != nil {
				t.Fatal(err)
			}
			clear(data[(n-1)*pageSize : n*pageSize])
		}
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// fewChats makes a library of two chats with messages and a draft, one with only a draft, one whose
// messages were removed, and a draft of the new chat. It returns the folder and the chats' ids.
func fewChats(t *testing.T) (dir string, sent []chat.ID, unsent, emptied chat.ID) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	fillPlain(t, dir, 3)
	s, err := history.Open(t.Context(), dir, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	order, err := s.Order(t.Context())
	must(err)
	emptied = order[2].ID
	thread, err := s.Thread(t.Context(), emptied)
	must(err)
	must(s.DeleteMessage(t.Context(), thread[0].ID))
	must(s.RemoveMessage(t.Context(), thread[0].ID))
	sent = []chat.ID{order[0].ID, order[1].ID}
	for i, id := range sent {
		must(s.SaveUnsent(t.Context(), history.UnsentChange{Conversation: id, Draft: chat.Draft{Text: fmt.Sprintf("draft of chat %d", i)}}))
	}
	unsent = chat.NewID()
	_, err = s.PromoteUnsent(t.Context(), chat.Conversation{ID: unsent}, history.UnsentChange{
		Conversation: unsent, Draft: chat.Draft{Text: "draft of its own chat"},
	})
	must(err)
	must(s.SaveUnsent(t.Context(), history.UnsentChange{Draft: chat.Draft{Text: "draft of no chat"}}))
	return dir, sent, unsent, emptied
}

// checkGaps recovers a library and checks which chats are named.
func checkGaps(t *testing.T, from string, want ...chat.ID) (to string) {
	t.Helper()
	to = from + "-new"
	report, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: to})
	if err != nil {
		t.Fatal(err)
	}
	var got []chat.ID
	for _, g := range report.Gaps {
		got = append(got, g.ID)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("named are %q, not %q", got, want)
	}
	return to
}

func TestAWholeLibraryHasNoGaps(t *testing.T) {
	from, _, _, _ := fewChats(t)
	checkGaps(t, from)
}

// A chat without messages may have had some; one that was never sent anything has lost nothing.
func TestAChatThatLostAllItsMessagesIsNamed(t *testing.T) {
	from, sent, _, emptied := fewChats(t)
	wipe(t, from, "message", "message_tree", "part", "part_place")
	checkGaps(t, from, append(sent, emptied)...)
}

// Of which chats the lost drafts were is only known where a chat had nothing else.
func TestLostDraftsAreMentioned(t *testing.T) {
	from, _, unsent, emptied := fewChats(t)
	wipe(t, from, "draft")
	checkGaps(t, from, "", unsent, emptied)
}

func TestTheChatOfADoubtfulDraftIsNamed(t *testing.T) {
	from, sent, unsent, _ := fewChats(t)
	path := filepath.Join(from, history.FileName)
	whole := read(t, path)
	for id, text := range map[chat.ID]string{sent[1]: "draft of chat 1", unsent: "draft of its own chat", "": "draft of no chat"} {
		t.Run(text, func(t *testing.T) {
			data := slices.Clone(whole)
			// Before the key, the first column, is the type of the last one: now it is too short.
			data[bytes.Index(data, []byte(string(id)+text))-1] ^= 4
			dir := filepath.Join(t.TempDir(), "data")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, history.FileName), data, 0o600); err != nil {
				t.Fatal(err)
			}
			checkGaps(t, dir, id)
		})
	}
}

// A chat of which only a draft is left is begun again, since a draft is shown in its chat only.
func TestADraftWhoseChatIsLostIsShown(t *testing.T) {
	from, sent, unsent, _ := fewChats(t)
	wipe(t, from, "conversation", "sqlite_autoindex_conversation_1", "message", "message_tree", "part", "part_place")
	to := checkGaps(t, from, append(sent, unsent)...)
	s, err := history.Open(t.Context(), to, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	order, err := s.Order(t.Context())
	if err != nil || len(order) != 3 {
		t.Errorf("%d chats are listed, %v", len(order), err)
	}
	for _, e := range order {
		u, err := s.Unsent(t.Context(), e.ID)
		if err != nil || !strings.HasPrefix(u.Draft.Text, "draft of ") {
			t.Errorf("chat %s has the draft %+v, %v", e.ID, u.Draft, err)
		}
	}
}

// A message that came over without its words says so, and is counted.
func TestAMessageWithoutItsWordsSaysSo(t *testing.T) {
	for name, lost := range map[string][]string{
		"parts": {"part", "part_place"}, "parts and messages": {"part", "part_place", "message"},
	} {
		t.Run(name, func(t *testing.T) {
			from, sent, _, _ := fewChats(t)
			wipe(t, from, lost...)
			to := from + "-new"
			report, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: to})
			if err != nil || report.Messages != 4 || report.Wordless != 4 {
				t.Errorf("%d of %d messages lost their words, %v", report.Wordless, report.Messages, err)
			}
			for _, id := range sent {
				if !slices.ContainsFunc(report.Gaps, func(g recovery.Gap) bool { return g.ID == id && g.Wordless == 2 }) {
					t.Errorf("chat %s is not named", id)
				}
			}
			s, err := history.Open(t.Context(), to, history.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			heads, err := s.Thread(t.Context(), sent[0])
			if err != nil {
				t.Fatal(err)
			}
			messages, err := s.WholeMessages(t.Context(), chat.IDs(heads))
			if err != nil || len(messages) != 2 {
				t.Fatalf("%d messages, %v", len(messages), err)
			}
			for _, m := range messages {
				if m.Text() != history.LostText {
					t.Errorf("a message says %q", m.Text())
				}
			}
		})
	}
}

// Recordings and responses are there without a database, too.
func TestWhatLiesBesideALostFileIsRecovered(t *testing.T) {
	from := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(from, 0o700); err != nil {
		t.Fatal(err)
	}
	diagnosed := func() recovery.Diagnosis {
		t.Helper()
		d, err := recovery.Examine(t.Context(), from)
		if err != nil || d.Kind != recovery.Missing {
			t.Fatalf("got %+v, %v", d, err)
		}
		return d
	}
	if diagnosed().Recoverable() {
		t.Error("nothing is called recoverable")
	}
	writeTranscript(t, from)
	sound := filepath.Join(from, "recordings", "one", "sound.wav")
	if err := errors.Join(os.MkdirAll(filepath.Dir(sound), 0o700), os.WriteFile(sound, []byte("sound"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if !diagnosed().Recoverable() {
		t.Error("recordings and responses are not called recoverable")
	}
	report, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: from + "-new"})
	if err != nil || report.Transcripts != 1 || report.Recordings != 1 {
		t.Errorf("got %+v, %v", report, err)
	}
}

// writeTranscript writes the folder of a finished transcript called talk.
func writeTranscript(t *testing.T, library string) {
	t.Helper()
	for name, content := range map[string]string{
		"sound.mp3":            "sound",
		"parts/plan.json":      `{"length": 2000000000, "parts": [{"start": 0, "end": 2000000000, "bytes": 5, "cuts": [{"limit": 5, "index": 0}]}]}`,
		"parts/part-0001.json": `{"segments": [{"start": 0, "end": 1000000000, "text": "Hello there."}], "timed": true, "format": "json", "raw": "{}"}`,
	} {
		path := filepath.Join(library, "transcripts", "talk", filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// The responses of a finished transcript lie beside the database.
func TestALostTranscriptIsReadFromItsResponses(t *testing.T) {
	from, _, _, _ := fewChats(t)
	db := recoverytest.Open(t, from)
	for _, q := range []string{
		`INSERT INTO transcript (id, title, created, updated, state, lines) VALUES ('talk', 'A talk', 1, 1, 'done', 1)`,
		`INSERT INTO segment (transcript, place, text) VALUES (1, 'a', 'Hello there.')`,
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	writeTranscript(t, from)
	wipe(t, from, "transcript", "sqlite_autoindex_transcript_1", "segment", "segment_place")
	to := from + "-new"
	report, err := recovery.Recover(t.Context(), recovery.Options{From: from, To: to})
	if err != nil || report.Transcripts != 1 || !slices.ContainsFunc(report.Gaps, func(g recovery.Gap) bool { return g.Transcript && g.ID == "talk" }) {
		t.Errorf("got %+v, %v", report, err)
	}
	s, err := history.Open(t.Context(), to, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := transcripts.Open(t.Context(), transcripts.Options{Dir: to, Database: s.Database()})
	if err != nil {
		t.Fatal(err)
	}
	list := all.List()
	if len(list) != 1 || list[0].State != transcripts.Done || !list[0].Copied || list[0].Length != 2*time.Second || list[0].Responses != 1 {
		t.Fatalf("the transcripts are %+v", list)
	}
	if lines, err := all.Lines(t.Context(), "talk"); err != nil || len(lines) != 1 || lines[0].Text != "Hello there." || lines[0].End != time.Second {
		t.Errorf("the lines are %+v, %v", lines, err)
	}
}
