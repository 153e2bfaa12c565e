package translations

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/ask"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/transcripts"
	"parlando/client"
	"parlando/client/failure"
)

// shelf holds the lines of one transcript.
type shelf struct {
	mu    sync.Mutex
	lines []transcripts.Line
	edits []transcripts.SetTranslations
	runs  []string // that each of edits is a part of
	fails error
}

func newShelf(n int) *shelf {
	s := &shelf{}
	for i := range n {
		s.lines = append(s.lines, transcripts.Line{ID: int64(100 + i), Text: fmt.Sprintf("Sentence %d, which has some words.", i)})
	}
	return s
}

func (s *shelf) Get(chat.ID) (transcripts.Transcript, bool) { return transcripts.Transcript{}, true }

func (s *shelf) Lines(context.Context, chat.ID) ([]transcripts.Line, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.lines), nil
}

func (s *shelf) Edit(_ context.Context, _ chat.ID, e transcripts.Edit) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails != nil {
		return s.fails
	}
	part := e.(transcripts.GroupedEdit)
	set := part.Edit.(transcripts.SetTranslations)
	s.runs = append(s.runs, part.Run)
	s.edits = append(s.edits, maps.Clone(set))
	for i := range s.lines {
		if text, ok := set[s.lines[i].ID]; ok {
			s.lines[i].Translation = text
		}
	}
	return nil
}

// missing are the numbers of lines without a translation, or with a wrong one.
func (s *shelf) missing() (out []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, l := range s.lines {
		if l.Translation != "DE "+l.Text {
			out = append(out, i)
		}
	}
	return out
}

// model is a service whose answers a test makes.
type model struct {
	ask.Gateway
	known   knownRefusals
	mu      sync.Mutex
	asked   []string // the messages
	limited bool     // the monthly limit is reached
	// without are the fields that were kept out of the last request.
	without []string
	// reply makes the answer to a message: its pieces, how it ends, and the error after them.
	reply func(n int, lines []string) (pieces []string, finish string, err error)
}

func (m *model) Resolve(id chat.ID) (chat.ID, string) { return id, "" }

func (m *model) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	if p := m.waitReason(id); p.Kind != "" {
		return nil, p
	}
	return &ask.Service{Connection: id, Gateway: m, Known: m.known}, nil
}

func (m *model) waitReason(chat.ID) problem.Problem {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.limited {
		return problem.Problem{Kind: problem.LimitReached}
	}
	return problem.Problem{}
}

// limit reaches or lifts the monthly limit.
func (m *model) limit(all *Translations, reached bool) {
	m.mu.Lock()
	m.limited = reached
	m.mu.Unlock()
	all.o.Marks.Mark(changes.Change{Topic: changes.Settings})
}

func (m *model) Chat(ctx context.Context, r client.ChatRequest) (ask.Stream, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	message := r.Messages[1].Content[0].Text
	m.asked, m.without = append(m.asked, message), r.Omit
	if system := r.Messages[0].Content[0].Text; !strings.Contains(system, "into German") {
		return nil, fmt.Errorf("told %q", system)
	}
	_, body, _ := strings.Cut(message, "<lines>\n")
	body, _, _ = strings.Cut(body, "\n</lines>")
	pieces, finish, err := m.reply(len(m.asked), strings.Split(body, "\n"))
	return &stream{ctx: ctx, pieces: pieces, finish: finish, err: err}, nil
}

type stream struct {
	ctx    context.Context
	pieces []string
	finish string
	err    error
	chunk  client.Chunk
	ended  bool
}

func (s *stream) Next() bool {
	switch {
	case s.ctx.Err() != nil:
		s.err = s.ctx.Err()
		return false
	case len(s.pieces) > 0 && s.pieces[0] == "wait":
		<-s.ctx.Done()
		s.err = s.ctx.Err()
		return false
	case len(s.pieces) > 0:
		s.chunk = client.Chunk{Choices: []client.Delta{{Text: s.pieces[0]}}}
		s.pieces = s.pieces[1:]
		return true
	case !s.ended && s.err == nil:
		s.ended = true
		s.chunk = client.Chunk{Choices: []client.Delta{{FinishReason: s.finish}}}
		return true
	}
	return false
}
func (s *stream) Chunk() client.Chunk        { return s.chunk }
func (s *stream) Err() error                 { return s.err }
func (s *stream) Close() error               { return nil }
func (s *stream) RequestID() string          { return "" }
func (s *stream) Streamed() bool             { return true }
func (s *stream) Dropped() []failure.Refusal { return nil }

// german translates every line, as it should be.
func german(lines []string) []string {
	var out []string
	for _, l := range lines {
		number, text, _ := strings.Cut(l, "] ")
		out = append(out, number+"] DE "+text+"\n")
	}
	return out
}

// waits until a translation has ended.
func waits(t *testing.T, all *Translations) Translation {
	t.Helper()
	synctest.Wait()
	got, ok := all.Get("t")
	if !ok || got.State.Active() {
		t.Fatalf("%+v, %v", got, ok)
	}
	return got
}

var request = Request{Language: "German", Model: "m"}

func world(t *testing.T, s *shelf, reply func(n int, lines []string) ([]string, string, error)) (*Translations, *model) {
	m := &model{reply: reply}
	all := New(Options{Transcripts: s, Services: m, WaitReason: m.waitReason, CommonOptions: owner.CommonOptions{Now: func() time.Time { return time.Unix(0, 0) }}})
	t.Cleanup(func() {
		if err := all.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return all, m
}

func start(t *testing.T, all *Translations, r Request) {
	t.Helper()
	if err := all.Start(t.Context(), "t", r); err != nil {
		t.Fatal(err)
	}
}

func TestEveryLineIsTranslatedInBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(100)
		s.lines[7].Text = "…" // nothing to translate
		all, m := world(t, s, func(_ int, lines []string) ([]string, string, error) { return german(lines), "stop", nil })
		start(t, all, request)
		got := waits(t, all)
		if got.State != Done || got.Translated != 99 || got.Lines != 99 || got.Missing != 0 || got.Language != "German" {
			t.Errorf("%+v", got)
		}
		if missing := s.missing(); !slices.Equal(missing, []int{7}) {
			t.Errorf("missing %v", missing)
		}
		if len(m.asked) != 3 || len(s.edits) != 3 {
			t.Errorf("%d questions, %d edits", len(m.asked), len(s.edits))
		}
		if !strings.Contains(m.asked[1], "not to be translated:\nSentence 38, which") || strings.Contains(m.asked[0], "What was said before") {
			t.Errorf("%q", m.asked[1][:200])
		}
		for i, l := range s.lines {
			if i != 7 && l.Text != fmt.Sprintf("Sentence %d, which has some words.", i) {
				t.Errorf("the text itself was changed: %q", l.Text)
			}
		}
		// There is nothing left, unless it is to be another language.
		if err := all.Start(t.Context(), "t", request); !errors.Is(err, ErrNothing) {
			t.Error(err)
		}
		if n, err := all.CountUntranslated(t.Context(), "t"); n != 0 || err != nil {
			t.Error(n, err)
		}
		anew := request
		anew.Anew = true
		start(t, all, anew)
		if got := waits(t, all); got.Translated != 99 || len(m.asked) != 6 {
			t.Errorf("%+v after %d questions", got, len(m.asked))
		}
	})
}

func TestWhatDidNotComeBackIsAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(50)
		all, m := world(t, s, func(n int, lines []string) ([]string, string, error) {
			out := german(lines)
			if n == 1 {
				out[3], out[20] = "", "I could not do this one.\n"
			}
			return append([]string{"Here you are:\n"}, out...), "stop", nil
		})
		start(t, all, request)
		if got := waits(t, all); got.State != Done || got.Missing != 0 || len(s.missing()) != 0 {
			t.Errorf("%+v, missing %v", got, s.missing())
		}
		if len(m.asked) != 3 || strings.Count(m.asked[2], "\n[") != 2 || !strings.Contains(m.asked[2], "[1] Sentence 3,") || !strings.Contains(m.asked[2], "[2] Sentence 20,") {
			t.Errorf("%d questions: %q", len(m.asked), m.asked)
		}
	})
}

func TestALineThatNeverComesBackIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(10)
		all, m := world(t, s, func(_ int, lines []string) ([]string, string, error) {
			return slices.DeleteFunc(german(lines), func(l string) bool { return strings.Contains(l, "Sentence 4,") }), "stop", nil
		})
		start(t, all, request)
		if got := waits(t, all); got.State != Done || got.Missing != 1 || got.Translated != 9 || !slices.Equal(s.missing(), []int{4}) || len(m.asked) != rounds {
			t.Errorf("%+v, missing %v, %d questions", got, s.missing(), len(m.asked))
		}
	})
}

func TestAnAnswerThatWasCutIsKeptAndItsRestAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(30)
		all, m := world(t, s, func(n int, lines []string) ([]string, string, error) {
			out := german(lines)
			if n == 1 { // in the middle of a line
				return append(out[:12:12], out[12][:10]), "length", nil
			}
			return out, "stop", nil
		})
		start(t, all, request)
		// 18 lines in batches of ten
		if got := waits(t, all); got.State != Done || got.Missing != 0 || len(s.missing()) != 0 || len(m.asked) != 3 {
			t.Errorf("%+v, missing %v, %d questions", got, s.missing(), len(m.asked))
		}
		if len(s.edits[0]) != 12 {
			t.Errorf("kept %d lines of the answer that was cut", len(s.edits[0]))
		}
	})
}

func TestAFailureKeepsWhatCameAndTheNextStartGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(100)
		broken := true
		all, m := world(t, s, func(n int, lines []string) ([]string, string, error) {
			out := german(lines)
			if n == 2 && broken {
				return out[:5], "", problem.New(problem.CutOff, "the line is dead")
			}
			return out, "stop", nil
		})
		start(t, all, request)
		got := waits(t, all)
		if got.State != Failed || got.Problem.Kind != problem.CutOff || got.Translated != 45 {
			t.Fatalf("%+v", got)
		}
		broken = false
		start(t, all, request)
		if got := waits(t, all); got.State != Done || got.Lines != 55 || len(s.missing()) != 0 {
			t.Errorf("%+v", got)
		}
		// No line that came was asked for again.
		lines := 0
		for _, a := range m.asked {
			lines += strings.Count(a, "\n[")
		}
		if lines != 40+40+55 {
			t.Errorf("%d lines were asked for", lines)
		}
	})
}

func TestCancelKeepsWhatCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(20)
		all, _ := world(t, s, func(_ int, lines []string) ([]string, string, error) {
			return append(german(lines)[:6], "wait"), "", nil
		})
		start(t, all, request)
		synctest.Wait()
		if got, _ := all.Get("t"); got.State != Working {
			t.Fatalf("%+v", got)
		}
		// Asking again while it works changes nothing, and another transcript waits.
		start(t, all, request)
		if err := all.Start(t.Context(), "u", request); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got, _ := all.Get("u"); got.State != Waiting {
			t.Errorf("%+v", got)
		}
		all.Cancel("u")
		all.Cancel("t")
		if got := waits(t, all); got.State != Stopped || got.Translated != 6 || len(s.missing()) != 14 {
			t.Errorf("%+v, missing %v", got, s.missing())
		}
		if got, _ := all.Get("u"); got.State != Stopped {
			t.Errorf("%+v", got)
		}
		all.Dismiss("t")
		if _, ok := all.Get("t"); ok {
			t.Error("it is told still")
		}
	})
}

// shelves are the lines of several transcripts.
type shelves map[chat.ID]*shelf

func (s shelves) Get(id chat.ID) (transcripts.Transcript, bool) { return s[id].Get(id) }

func (s shelves) Lines(ctx context.Context, id chat.ID) ([]transcripts.Line, error) {
	return s[id].Lines(ctx, id)
}

func (s shelves) Edit(ctx context.Context, id chat.ID, e transcripts.Edit) error {
	return s[id].Edit(ctx, id, e)
}

// Those that wait are stopped, dismissed and started while one is made, which none of it disturbs.
func TestOthersAreChangedWhileOneIsTranslated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := shelves{"made": newShelf(3), "first": newShelf(3), "last": newShelf(3)}
		release := make(chan struct{})
		m := &model{reply: func(n int, lines []string) ([]string, string, error) {
			if n == 1 {
				<-release
			}
			return german(lines), "stop", nil
		}}
		translations := New(Options{Transcripts: all, Services: m})
		defer translations.Close(t.Context())
		begin := func(id chat.ID) {
			t.Helper()
			if err := translations.Start(t.Context(), id, request); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		is := func(want map[chat.ID]State) {
			t.Helper()
			synctest.Wait()
			for id := range all {
				if got, ok := translations.Get(id); ok != (want[id] != "") || got.State != want[id] {
					t.Errorf("%s is %q, %t, want %q", id, got.State, ok, want[id])
				}
			}
		}
		begin("made")
		begin("first")
		begin("last")
		translations.Cancel("first")
		translations.Dismiss("made")
		translations.Dismiss("last")
		is(map[chat.ID]State{"made": Working, "first": Stopped, "last": Waiting})
		translations.Dismiss("first")
		is(map[chat.ID]State{"made": Working, "last": Waiting})
		begin("first")
		begin("last") // is left alone
		is(map[chat.ID]State{"made": Working, "first": Waiting, "last": Waiting})
		close(release)
		is(map[chat.ID]State{"made": Done, "first": Done, "last": Done})
		for id, s := range all {
			if missing := s.missing(); len(missing) > 0 {
				t.Errorf("%s lacks %v", id, missing)
			}
		}
		if len(m.asked) != 3 {
			t.Errorf("asked %d times", len(m.asked))
		}
	})
}

func TestALineThatIsChangedMeanwhileKeepsNoOldTranslation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(3)
		all, _ := world(t, s, func(n int, lines []string) ([]string, string, error) {
			if n == 1 {
				s.mu.Lock()
				s.lines[1].Text = "Something else was said."
				s.lines = slices.Delete(s.lines, 2, 3)
				s.mu.Unlock()
			}
			return german(lines), "stop", nil
		})
		start(t, all, request)
		if got := waits(t, all); got.State != Done || len(s.missing()) != 0 {
			t.Errorf("%+v, missing %v: %+v", got, s.missing(), s.lines)
		}
	})
}

func TestALineThatIsTranslatedByHandMeanwhileStaysAsItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(3)
		asked := 0
		all, _ := world(t, s, func(n int, lines []string) ([]string, string, error) {
			asked = n
			s.mu.Lock()
			s.lines[1].Translation = "By hand."
			s.mu.Unlock()
			return german(lines), "stop", nil
		})
		start(t, all, request)
		if got := waits(t, all); got.State != Done || got.Missing != 0 || asked != 1 || s.lines[1].Translation != "By hand." {
			t.Errorf("%+v after %d requests: %+v", got, asked, s.lines)
		}
	})
}

func TestAFullDiskIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(3)
		s.fails = errors.New("the disk is full")
		all, _ := world(t, s, func(_ int, lines []string) ([]string, string, error) { return german(lines), "stop", nil })
		start(t, all, request)
		if got := waits(t, all); got.State != Failed || got.Problem.Kind == "" {
			t.Errorf("%+v", got)
		}
	})
}

func TestWhatCannotBeStarted(t *testing.T) {
	all, _ := world(t, newShelf(0), nil)
	for _, c := range []struct {
		r    Request
		want error
	}{{request, ErrNothing}, {Request{Language: " ", Model: "m"}, ErrNoModel}, {Request{Language: "German"}, ErrNoModel}} {
		if err := all.Start(t.Context(), "t", c.r); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v", c.r, err)
		}
	}
	if err := all.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := all.Start(t.Context(), "t", request); err == nil {
		t.Error("started after the end")
	}
}

func TestAnswersOfManyShapesAreRead(t *testing.T) {
	batch := []transcripts.Line{{ID: 1, Text: "one"}, {ID: 2, Text: "two"}, {ID: 3, Text: "three"}}
	for answer, want := range map[string]map[int64]string{
		"[1] eins\n[2] zwei\n[3] drei":                            {1: "eins", 2: "zwei", 3: "drei"},
		"```\n[1] eins\r\n\n[2]  zwei \n```":                      {1: "eins", 2: "zwei"},
		"1. eins\n2) zwei\n**3:** drei":                           {1: "eins", 2: "zwei", 3: "drei"},
		"[0] null\n[4] vier\n[99999] viel\nzwei":                  {},
		"[1]\n[2] \n[3] drei":                                     {3: "drei"},
		"[1] eins\n[1] noch eins\n[2] zwei\n[2] zwei":             {2: "zwei"},
		"[1] " + strings.Repeat("sehr ", 100) + "\n[2] zwei":      {2: "zwei"},
		"[1] 3 Äpfel\n[2] [Musik]\n[3] 12:30 Uhr":                 {1: "3 Äpfel", 2: "[Musik]", 3: "12:30 Uhr"},
		"Sure! Here are the lines:\n[1] eins\nI hope this helps.": {1: "eins"},
		"": {},
	} {
		if got := translated(answer, true, batch); !maps.Equal(got, want) {
			t.Errorf("%q: %v, not %v", answer, got, want)
		}
	}
	if got := translated("[1] eins\n[2] zw", false, batch); !maps.Equal(got, map[int64]string{1: "eins"}) {
		t.Errorf("%v", got)
	}
	if q := asking(nil, []transcripts.Line{{Text: "a\nb </lines> c"}}); strings.Count(q, "</lines>") != 1 || !strings.Contains(q, "[1] a b < /lines> c\n") {
		t.Errorf("%q", q)
	}
	long := []transcripts.Line{{Text: strings.Repeat("x", 9000)}, {Text: "y"}}
	if got := batchOf(long, batchLines); len(got) != 1 {
		t.Errorf("%d", len(got))
	}
}

// knownRefusals are the fields that a model is known to refuse.
type knownRefusals []string

func (k knownRefusals) RefusedFields(chat.ID, string) []string         { return k }
func (knownRefusals) LearnRefusals(chat.ID, string, []failure.Refusal) {}
func (knownRefusals) LearnAccepted(_ chat.ID, _, _, _ string)          {}
func (knownRefusals) LearnThinks(chat.ID, string)                      {}

func TestABatchGoesWithoutWhatTheModelRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(3)
		all, m := world(t, s, func(_ int, lines []string) ([]string, string, error) { return german(lines), "stop", nil })
		m.known = knownRefusals{"stream_options"}
		start(t, all, request)
		if got := waits(t, all); got.State != Done || len(m.without) != 1 || m.without[0] != "stream_options" {
			t.Errorf("%+v, sent without %v", got, m.without)
		}
	})
}

// At the monthly limit a translation waits with the lines it has, and continues once the limit is
// lifted.
func TestATranslationWaitsAtTheMonthlyLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(100)
		var m *model
		all, m := world(t, s, func(n int, lines []string) ([]string, string, error) {
			m.limited = n == 1 // mu is held
			return german(lines), "stop", nil
		})
		waiting := func(translated, asked int) {
			t.Helper()
			synctest.Wait()
			got, _ := all.Get("t")
			if got.State != Waiting || got.Problem.Kind != problem.LimitReached || got.Translated != translated || len(m.asked) != asked {
				t.Fatalf("%+v after %d requests", got, len(m.asked))
			}
		}
		start(t, all, request)
		waiting(40, 1)
		all.Cancel("t")
		if got := waits(t, all); got.State != Stopped || got.Problem.Kind != "" {
			t.Errorf("%+v", got)
		}
		start(t, all, request)
		waiting(0, 1)
		m.limit(all, false)
		if got := waits(t, all); got.State != Done || got.Problem.Kind != "" || got.Translated != 60 || got.Lines != 60 || len(m.asked) != 3 || len(s.missing()) != 0 {
			t.Errorf("%+v after %d requests, missing %v", got, len(m.asked), s.missing())
		}
		// Translations are not removed before the first request of the new ones.
		m.limit(all, true)
		anew := request
		anew.Anew = true
		start(t, all, anew)
		waiting(0, 3)
		if missing := s.missing(); len(missing) != 0 {
			t.Errorf("removed: %v", missing)
		}
		m.limit(all, false)
		if got := waits(t, all); got.State != Done || got.Translated != 100 {
			t.Errorf("%+v", got)
		}
	})
}
