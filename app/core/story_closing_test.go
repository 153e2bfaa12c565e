package core_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/dictation"
	"parlando/app/history/historytest"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speechdraft"
	"parlando/app/speechexports"
	"parlando/app/tools"
	"parlando/app/transcripts"
	"parlando/app/translations"
	"parlando/app/voicechat"
	"parlando/assets/spoken"
	"parlando/client/practice"
)

// atWork begins the work of one owner and returns in the middle of it. The returned function checks
// at the next start that nothing is lost.
type atWork func(t *testing.T, h *home, p *user, way *holdUp, connection chat.ID) (check func(t *testing.T, p *user))

// Closing in the middle of the work of each owner ends all goroutines of the program, and loses
// nothing.
func TestClosingInTheMiddleEndsEveryGoroutine(t *testing.T) {
	for name, begin := range map[string]atWork{
		"reply": whileReplying, "tool": whileAToolAsks, "transcript": whileTranscribing, "translation": whileTranslating,
		"speech export": whileExportingSpeech, "recording": whileRecording, "dictation": whileDictating, "voice chat": whileInAVoiceChat,
		"reading aloud": whileReadingAloud, "unsaved words": withUnsavedWords, "removed connection": withARemovedConnection,
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				way := &holdUp{overThere{practice.New(practice.Options{}).Transport()}, make(chan bool)}
				h.net.service = way
				p := h.start()
				connection := p.connects("https://api.example.org", practice.Key, connections.ConnectOptions{}).ID
				check := begin(t, h, p, way, connection)
				p.quit()
				synctest.Wait()
				if left := programGoroutines(); len(left) > 0 {
					t.Errorf("after Close %d goroutines run:\n%s", len(left), strings.Join(left, "\n\n"))
				}
				p = h.start()
				check(t, p)
				p.quit()
			})
		})
	}
}

// programGoroutines returns the stacks of goroutines that run code of this module, except tests.
func programGoroutines() (left []string) {
	all := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
		if strings.Contains(stack, "parlando/") && !strings.Contains(stack, "\ncreated by testing") && !strings.Contains(stack, ".TestMain(") {
			left = append(left, stack)
		}
	}
	return left
}

func whileReplying(_ *testing.T, _ *home, p *user, _ *holdUp, _ chat.ID) func(*testing.T, *user) {
	reply := p.asks(p.newChat(practice.SlowModel), "Take your time")
	read := p.readsSome(reply, 40)
	return func(t *testing.T, p *user) {
		m := p.kept(reply)
		if m.State != chat.CutOff || m.Request.Problem == nil || m.Request.Problem.Kind != problem.Interrupted || !strings.HasPrefix(m.Text(), read) {
			t.Errorf("after %q there is %+v", read, m)
		}
	}
}

func whileAToolAsks(t *testing.T, _ *home, p *user, _ *holdUp, connection chat.ID) func(*testing.T, *user) {
	own := tools.OwnTool{Name: "look_at_the_garden", Description: "Describes the garden", Parameters: `{"type": "object"}`}
	if err := p.Tools.Save(own, ""); err != nil {
		t.Fatal(err)
	}
	c := chat.Conversation{ID: chat.NewID(), Connection: connection, Model: practice.ToolModel, Params: chat.Parameters{Tools: []string{own.Name}}}
	if err := historytest.Add(t.Context(), p.History, c); err != nil {
		t.Fatal(err)
	}
	reply := p.asks(c.ID, "Use look_at_the_garden")
	p.until("the question whether the tool may run", func() bool { return p.Replies.Asking()[c.ID] })
	parts := len(p.sees(reply).Parts)
	return func(t *testing.T, p *user) {
		if m := p.kept(reply); m.State != chat.CutOff || parts == 0 || len(m.Parts) < parts {
			t.Errorf("of %d parts there is %+v", parts, m)
		}
		if all := p.Tools.OwnTools(); len(all) != 1 || all[0] != own {
			t.Errorf("the tools are %+v", all)
		}
	}
}

// addsATranscript queues a sound file.
func (p *user) addsATranscript(connection chat.ID) chat.ID {
	p.t.Helper()
	path := filepath.Join(p.t.TempDir(), "pear-tree.mp3")
	if err := os.WriteFile(path, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	ids, refused := p.Transcripts.Add(p.t.Context(), []transcripts.File{{Path: path}}, transcripts.AddOptions{Connection: connection})
	if len(ids) != 1 {
		p.t.Fatalf("refused %+v", refused)
	}
	synctest.Wait()
	return ids[0]
}

func whileTranscribing(t *testing.T, _ *home, p *user, _ *holdUp, connection chat.ID) func(*testing.T, *user) {
	id := p.addsATranscript(connection)
	if s, _ := p.Transcripts.Get(id); s.State != transcripts.Working {
		t.Fatalf("%+v", s)
	}
	return func(t *testing.T, p *user) {
		synctest.Wait()
		if s, ok := p.Transcripts.Get(id); !ok || s.State != transcripts.Paused || s.Problem.Kind != problem.Interrupted {
			t.Errorf("%+v", s)
		}
	}
}

func whileTranslating(t *testing.T, _ *home, p *user, way *holdUp, connection chat.ID) func(*testing.T, *user) {
	id := p.addsATranscript(connection)
	way.answer(t, true)
	p.until("the transcript", func() bool { s, _ := p.Transcripts.Get(id); return s.State == transcripts.Done })
	lines, err := p.Transcripts.Lines(t.Context(), id)
	if err != nil || len(lines) == 0 {
		t.Fatal(lines, err)
	}
	err = p.Translations.Start(t.Context(), id, translations.Request{Language: "German", Connection: connection, Model: practice.SlowModel})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	if s, _ := p.Translations.Get(id); !s.State.Active() {
		t.Fatalf("%+v", s)
	}
	return func(t *testing.T, p *user) {
		if kept, err := p.Transcripts.Lines(t.Context(), id); err != nil || len(kept) != len(lines) || kept[0].Text != lines[0].Text {
			t.Errorf("%+v, %v", kept, err)
		}
	}
}

func whileExportingSpeech(t *testing.T, _ *home, p *user, _ *holdUp, connection chat.ID) func(*testing.T, *user) {
	id, err := p.SpeechExports.Start(speechexports.Job{
		Title: "Boxes", Text: "The blue boxes go to the harbor.", Voice: speech.Voice{Connection: connection, Voice: "nova"}, Format: "mp3",
	})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	if n := p.SpeechExports.List()[0]; n.State != speechexports.StateMaking {
		t.Fatalf("%+v", n)
	}
	return func(t *testing.T, p *user) {
		if n := p.SpeechExports.List(); len(n) != 1 || n[0].ID != id || n[0].State != speechexports.Stopped || n[0].Problem.Kind != problem.Interrupted {
			t.Errorf("%+v", n)
		}
	}
}

func whileRecording(_ *testing.T, h *home, p *user, _ *holdUp, _ chat.ID) func(*testing.T, *user) {
	id := p.Recordings.Start(recordings.PurposeKeep)
	return h.hasHeard(id)
}

func whileDictating(t *testing.T, h *home, p *user, _ *holdUp, connection chat.ID) func(*testing.T, *user) {
	p.Dictation.Begin(dictation.Target{Conversation: p.newChat(practice.WriterModel), Connection: connection})
	return h.hasHeard(p.dictates(dictation.Listening).Recording)
}

func whileInAVoiceChat(t *testing.T, h *home, p *user, _ *holdUp, _ chat.ID) func(*testing.T, *user) {
	c, err := p.History.Conversation(t.Context(), p.newChat(practice.WriterModel))
	if err != nil {
		t.Fatal(err)
	}
	p.VoiceChat.Start(c)
	return h.hasHeard(p.voiceChats(voicechat.Listening).Recording)
}

// hasHeard waits until a recording has five seconds of sound.
func (h *home) hasHeard(id chat.ID) func(*testing.T, *user) {
	h.t.Helper()
	h.someone(8 * time.Second)
	time.Sleep(5 * time.Second)
	return func(t *testing.T, p *user) {
		r, err := p.Recordings.Wait(t.Context(), id)
		if err != nil || r.Length < 4*time.Second || r.State == recordings.Running {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

func whileReadingAloud(t *testing.T, _ *home, p *user, way *holdUp, connection chat.ID) func(*testing.T, *user) {
	text := strings.Repeat("The blue boxes go to the harbor. ", 50)
	p.Speech.Say(speech.Text{Source: speech.Source{Kind: speech.Message, ID: "message"}, Body: text}, speech.Voice{Connection: connection})
	way.answer(t, true)
	p.listens(speech.Playing)
	p.MediaKeys.Update()
	p.Memory.Touch()
	return func(*testing.T, *user) {}
}

func withUnsavedWords(_ *testing.T, _ *home, p *user, _ *holdUp, _ chat.ID) func(*testing.T, *user) {
	c := p.newChat(practice.WriterModel)
	p.Drafts.Append(c, chat.Draft{Text: "half a thou"})
	p.SpeechDraft.Save(speechdraft.Draft{Text: "to be spoken"})
	p.Settings.Change(func(s *settings.Settings) { s.Theme = settings.Dark })
	return func(t *testing.T, p *user) {
		spoken, err := p.SpeechDraft.Load()
		if d := p.draft(c); d.Text != "half a thou" || err != nil || spoken.Text != "to be spoken" || p.Settings.Get().Theme != settings.Dark {
			t.Errorf("%+v, %+v, %v, %v", d, spoken, err, p.Settings.Get().Theme)
		}
	}
}

func withARemovedConnection(t *testing.T, h *home, p *user, _ *holdUp, connection chat.ID) func(*testing.T, *user) {
	c := p.newChat(practice.WriterModel)
	if err := p.Connections.Forget(connection); err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, p *user) {
		if _, err := p.History.Conversation(t.Context(), c); err != nil || len(p.Connections.List()) != 0 {
			t.Errorf("%v, %+v", err, p.Connections.List())
		}
		if f := p.Settings.Get().Forgotten; len(f) != 1 || f[0].Account != "" {
			t.Errorf("the key is left: %+v", f)
		}
	}
}
