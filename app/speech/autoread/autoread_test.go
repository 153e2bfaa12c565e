package autoread

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
)

// world has replies in flight and what is stored, and writes down what speech is asked to do.
type world struct {
	*Follower
	mu       sync.Mutex
	marks    *changes.Marks
	settings settings.Settings
	flying   map[chat.ID]chat.Message
	stored   map[chat.ID]chat.Message
	reads    speech.Snapshot
	done     []string
	asking   bool
	refusing error // what history says in place of an answer
}

func bubble(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{marks: changes.New(), flying: map[chat.ID]chat.Message{}, stored: map[chat.ID]chat.Message{}}
		w.settings.Conversation = "c"
		w.settings.Speech.ReadReplies = true
		w.Follower = New(Options{Changes: w.marks.Fork(changes.Message, changes.Settings), Speech: w, Replies: flights{w}, History: w, Settings: func() settings.Settings {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.settings
		}})
		test(t, w)
		if err := w.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func (w *world) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = append(w.done, fmt.Sprintf(format, args...))
}

func (w *world) Say(t speech.Text, v speech.Voice) {
	if v != (speech.Voice{Connection: "of the chat", Voice: "nova"}) || !t.Writing {
		w.note("a voice of its own, or a whole text")
	}
	w.note("say %s %q from %d in %s of %s", t.Source.ID, t.Body, t.From, t.Title, t.Conversation)
}

func (w *world) ExtendText(src speech.Source, body string, done bool) {
	w.note("grow %s %q %v", src.ID, body, done)
}

func (w *world) SayPermissionNeeded(src speech.Source) { w.note("ask %s", src.ID) }

func (w *world) StopSource(src speech.Source) { w.note("stop %s", src.ID) }

func (w *world) Snapshot() speech.Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.reads
}

func (w *world) PreferredVoiceFor(connection chat.ID) speech.Voice {
	return speech.Voice{Connection: connection, Voice: "nova"}
}

func (w *world) Conversation(context.Context, chat.ID) (chat.Conversation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.refusing != nil {
		return chat.Conversation{}, w.refusing
	}
	return chat.Conversation{Title: "Trees", Connection: "of the chat"}, nil
}

func (w *world) Messages(_ context.Context, ids []chat.ID) ([]chat.Message, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.refusing != nil {
		return nil, w.refusing
	}
	m, ok := w.stored[ids[0]]
	if !ok {
		return nil, nil
	}
	return []chat.Message{m}, nil
}

// flights are the replies of a world.
type flights struct{ *world }

func (w flights) Snapshot(id chat.ID) (replies.Snapshot, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	m, ok := w.flying[id]
	return replies.Snapshot{Message: m, Asking: w.asking}, ok
}

// write sets how far a reply is, and lets the follower look.
func (w *world) write(id chat.ID, state chat.State, parts ...chat.Part) {
	w.mu.Lock()
	w.flying[id] = chat.Message{
		ID: id, Conversation: "c", Role: chat.Assistant, State: state, Parts: parts, Request: &chat.Request{ID: "of " + id, Started: time.Now()},
	}
	w.mu.Unlock()
	w.again(id)
}

func (w *world) again(id chat.ID) {
	w.marks.Mark(changes.Change{Topic: changes.Message, ID: string(id)})
	time.Sleep(2 * pollInterval)
	synctest.Wait()
}

// land stores a reply, so that history alone knows it.
func (w *world) land(id chat.ID, state chat.State) {
	w.mu.Lock()
	m := w.flying[id]
	m.State = state
	w.stored[id] = m
	delete(w.flying, id)
	w.mu.Unlock()
	w.again(id)
}

// refuse has history fail, or with nil answer again.
func (w *world) refuse(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refusing = err
}

func (w *world) expect(t *testing.T, want ...string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Equal(w.done, want) {
		t.Errorf("speech was asked to\n%s\nnot\n%s", strings.Join(w.done, "\n"), strings.Join(want, "\n"))
	}
}

func text(s string) chat.Part { return chat.Part{Kind: chat.PartText, Text: s} }

func TestAReplyIsReadAsItGrows(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.write("r", chat.Waiting)
		w.write("r", chat.Writing, chat.Part{Kind: chat.PartReasoning, Text: "Hm."}, text("An oak"))
		w.write("r", chat.Writing, text("An oak."))
		w.land("r", chat.Done)
		w.expect(t, `say r "" from 0 in Trees of c`, `grow r "An oak" false`, `grow r "An oak." false`, `grow r "An oak." true`)
	})
}

func TestAStoppedReplyIsNotReadOn(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.write("r", chat.Writing, text("An"))
		w.write("r", chat.Stopped, text("An oak"))
		w.land("r", chat.Stopped)
		w.expect(t, `say r "An" from 0 in Trees of c`, `stop r`)
	})
}

func TestAReplyThatWasCutOffIsReadToItsEnd(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.write("r", chat.Writing, text("An"))
		w.write("r", chat.CutOff, text("An oak"))
		w.expect(t, `say r "An" from 0 in Trees of c`, `grow r "An oak" true`)
	})
}

func TestWhatGoesOnIsReadFromWhereItGoesOn(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.write("r", chat.Waiting, text("An oak. "))
		w.write("r", chat.Done, text("An oak. "), chat.Part{Kind: chat.PartContinued}, text("It grows."))
		w.write("s", chat.Writing, text("A fir. "), chat.Part{Kind: chat.PartContinued}, text("It"))
		w.expect(t, `say r "An oak. " from 8 in Trees of c`, `grow r "An oak. It grows." true`, `say s "A fir. It" from 7 in Trees of c`)
	})
}

func TestWhatNobodyAskedForIsNotRead(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.settings.Speech.ReadReplies = false
		w.write("r", chat.Waiting)
		w.mu.Lock()
		w.settings.Speech.ReadReplies = true // in the middle of a reply
		w.mu.Unlock()
		w.write("r", chat.Writing, text("An oak"))
		w.land("r", chat.Done)
		w.mu.Lock()
		w.settings.Conversation = "another"
		w.mu.Unlock()
		w.write("s", chat.Writing, text("A fir"))
		time.Sleep(time.Minute)
		w.mu.Lock()
		old := w.flying["s"]
		w.settings.Conversation = "c"
		old.Request.Started = time.Now().Add(-time.Minute)
		w.mu.Unlock()
		w.again("s")
		w.again("nobody")
		w.expect(t)
	})
}

func TestAReplyOfANewChatIsReadThoughTheChatOpensAMomentLater(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.settings.Conversation = ""
		w.write("r", chat.Waiting)
		w.mu.Lock()
		w.settings.Conversation = "c"
		w.mu.Unlock()
		w.write("r", chat.Writing, text("An"))
		w.expect(t, `say r "An" from 0 in Trees of c`)
	})
}

func TestAReplyThatWaitsForTheUserIsReadOnceItsNewChatIsOpened(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.settings.Conversation = ""
		w.asking = true
		w.write("r", chat.Writing, text("Let me look."), chat.ToolCall{ID: "1", Name: "look"}.Part())
		w.expect(t)
		w.mu.Lock()
		w.settings.Conversation = "c"
		w.mu.Unlock()
		w.marks.Mark(changes.Change{Topic: changes.Settings})
		time.Sleep(2 * pollInterval)
		synctest.Wait()
		w.expect(t, `say r "Let me look." from 0 in Trees of c`, `grow r "Let me look.\n\n" false`, "ask r")
	})
}

func TestTheSwitchEndsTheReading(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.write("r", chat.Writing, text("An"))
		w.mu.Lock()
		w.settings.Speech.ReadReplies = false
		w.mu.Unlock()
		w.write("r", chat.Writing, text("An oak"))
		w.write("r", chat.Writing, text("An oak grows"))
		w.expect(t, `say r "An" from 0 in Trees of c`, `stop r`)
	})
}

func TestADeletedReplyIsNotReadOn(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.write("r", chat.Writing, text("An"))
		w.mu.Lock()
		delete(w.flying, "r")
		w.mu.Unlock()
		w.again("r")
		w.expect(t, `say r "An" from 0 in Trees of c`, `stop r`)
	})
}

func TestAReplyIsReadByTheServiceOfItsChatOnceThatIsKnown(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.refuse(errors.New("the disk does not answer"))
		w.write("r", chat.Waiting)
		w.write("r", chat.Writing, text("An"))
		w.expect(t)
		w.refuse(nil)
		w.write("r", chat.Writing, text("An oak"))
		w.expect(t, `say r "An oak" from 0 in Trees of c`)
	})
}

func TestAReplyThatCannotBeReadForAMomentIsReadOn(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.write("r", chat.Writing, text("An"))
		w.refuse(errors.New("the disk does not answer"))
		w.land("r", chat.Done)
		w.expect(t, `say r "An" from 0 in Trees of c`)
		w.refuse(nil)
		time.Sleep(time.Minute) // nothing else changes
		synctest.Wait()
		w.expect(t, `say r "An" from 0 in Trees of c`, `grow r "An" true`)
	})
}

func TestAReplyThatIsReadOnRequestWhileItIsWrittenGrowsToo(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.settings.Speech.ReadReplies = false
		w.write("r", chat.Writing, text("An"))
		w.mu.Lock()
		w.reads = speech.Snapshot{Source: source("r"), Writing: true}
		w.mu.Unlock()
		w.write("r", chat.Writing, text("An oak"))
		w.land("r", chat.Done)
		w.expect(t, `grow r "An oak" false`, `grow r "An oak" true`)
	})
}

func TestATextOfThePersonsOwnIsNotStoppedByAReply(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.reads = speech.Snapshot{Phase: speech.Playing, Source: speech.Source{Kind: speech.Document}}
		w.write("r", chat.Writing, text("An"))
		w.land("r", chat.Done)
		w.expect(t)
	})
}

func TestItIsSaidOnceThatTheUserIsAsked(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		asks := func(asking bool) {
			w.mu.Lock()
			w.asking = asking
			w.mu.Unlock()
		}
		call := chat.ToolCall{ID: "1", Name: "look"}.Part()
		w.write("r", chat.Writing, text("Let me look."))
		asks(true)
		w.write("r", chat.Writing, text("Let me look."), call)
		w.write("r", chat.Writing, text("Let me look."), call)
		asks(false)
		w.write("r", chat.Writing, text("Let me look."), call, text("An oak."))
		asks(true)
		w.write("s", chat.Writing, call)
		w.expect(t, `say r "Let me look." from 0 in Trees of c`, `grow r "Let me look.\n\n" false`, "ask r", `grow r "Let me look.\n\n" false`,
			`grow r "Let me look.\n\nAn oak." false`, `say s "" from 0 in Trees of c`, `grow s "" false`, "ask s")
	})
}
