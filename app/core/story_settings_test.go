package core_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/voicechat"
	"parlando/assets/spoken"
	"parlando/client/practice"
)

// A setting that is changed while its owner works acts at once.
func TestSettingsActWhileTheirOwnersWork(t *testing.T) {
	for name, acts := range map[string]func(t *testing.T, h *home){
		"two files at once":                 twoFilesAtOnce,
		"a model that is offered again":     aModelIsOfferedAgain,
		"the connection of a transcript":    theConnectionOfATranscript,
		"the pause of a voice chat":         thePauseOfAVoiceChat,
		"reading replies, with no new text": readingIsSwitchedOff,
		"reading replies, all text is here": readingIsSwitchedOffAfterTheReply,
		"a file that is read late":          settingsAreReadAgain,
	} {
		t.Run(name, func(t *testing.T) { story(t, acts) })
	}
}

// transcribing begins to transcribe a file of 139 kB and one of 92 kB, whose requests wait.
func (h *home) transcribing(change func(*settings.Transcription)) (*user, *holdUp, connections.Connection) {
	h.t.Helper()
	way := &holdUp{overThere{practice.New(practice.Options{}).Transport()}, make(chan bool)}
	h.net.service = way
	p := h.start()
	made := p.connects("https://api.example.org", practice.Key, connections.ConnectOptions{})
	p.Settings.Change(func(s *settings.Settings) { change(&s.Transcription) })
	var files []transcripts.File
	for _, name := range []string{"pear-tree.mp3", "mariposas.mp3"} {
		path := filepath.Join(h.t.TempDir(), name)
		if err := os.WriteFile(path, spoken.Sound(name), 0o600); err != nil {
			h.t.Fatal(err)
		}
		files = append(files, transcripts.File{Path: path})
	}
	if ids, refused := p.Transcripts.Add(h.t.Context(), files, transcripts.AddOptions{Connection: made.ID}); len(ids) != 2 {
		h.t.Fatalf("refused %+v", refused)
	}
	synctest.Wait()
	return p, way, made
}

// transcribes checks the states of the transcripts in the order of the queue.
func (p *user) transcribes(when string, want ...transcripts.State) {
	p.t.Helper()
	synctest.Wait()
	var got []transcripts.State
	for _, s := range p.Transcripts.List() {
		got = append(got, s.State)
	}
	if !slices.Equal(got, want) {
		p.t.Errorf("%s: %q, want %q", when, got, want)
	}
}

func twoFilesAtOnce(t *testing.T, h *home) {
	p, way, _ := h.transcribing(func(s *settings.Transcription) { s.ConcurrentFiles = 1 })
	p.transcribes("one at a time", transcripts.Working, transcripts.Waiting)
	p.Settings.Change(func(s *settings.Settings) { s.Transcription.ConcurrentFiles = 2 })
	p.transcribes("two at once", transcripts.Working, transcripts.Working)
	way.answer(t, true)
	way.answer(t, true)
	p.transcribes("at the end", transcripts.Done, transcripts.Done)
}

func aModelIsOfferedAgain(t *testing.T, h *home) {
	p, _, made := h.transcribing(func(*settings.Transcription) {})
	listed := p.Catalog.ModelsFor(made.ID, catalog.PurposeTranscription)
	p.Catalog.SetListed(made.ID, []catalog.Model{{ID: "another"}})
	p.Settings.Change(func(s *settings.Settings) { s.Transcription.ConcurrentFiles = 2 })
	p.transcribes("without the model", transcripts.Working, transcripts.Waiting)
	p.Catalog.SetListed(made.ID, listed)
	p.transcribes("with the model", transcripts.Working, transcripts.Working)
}

// Once a connection is removed, nothing more goes to its service.
func theConnectionOfATranscript(t *testing.T, h *home) {
	p, way, made := h.transcribing(func(s *settings.Transcription) { s.Limit = settings.MinTranscriptionLimit })
	first := p.Transcripts.List()[0].ID
	if err := p.Connections.Forget(made.ID); err != nil {
		t.Fatal(err)
	}
	h.net.requests()
	way.answer(t, true)
	if s, _ := p.Transcripts.Get(first); s.Problem.Kind != problem.ConnectionGone {
		t.Errorf("without its connection it is %+v", s)
	}
	if more := h.net.requests(); len(more) > 0 {
		t.Errorf("sent after that: %s", more[0].what)
	}
}

func thePauseOfAVoiceChat(t *testing.T, h *home) {
	p, _ := h.beginsVoiceChat(practice.WriterModel)
	p.voiceChats(voicechat.Listening)
	p.Settings.Change(func(s *settings.Settings) { s.Dictation.Pause = settings.MaxPause })
	h.someone(8 * time.Second)
	if err := h.mic.WaitDelivered(t.Context()); err != nil {
		t.Fatal(err)
	}
	time.Sleep(3 * time.Second)
	synctest.Wait()
	if s := p.VoiceChat.Snapshot(); s.Phase != voicechat.Listening {
		t.Errorf("after 3 s of silence it is %q", s.Phase)
	}
	p.Settings.Change(func(s *settings.Settings) { s.Dictation.Pause = settings.MinPause })
	p.voiceChats(voicechat.Transcribing)
}

// hearsAReply has a reply read aloud while it is written.
func (p *user) hearsAReply(model string) (reply chat.ID) {
	p.t.Helper()
	c := p.looksAround(model)
	p.hearsLittle(c)
	p.Settings.Change(func(s *settings.Settings) { s.Conversation, s.Speech.ReadReplies = c, true })
	reply = p.asks(c, "Name a color, and another one.")
	p.listens(speech.Playing)
	return reply
}

func (p *user) switchesReadingOff() {
	p.t.Helper()
	p.Settings.Change(func(s *settings.Settings) { s.Speech.ReadReplies = false })
	time.Sleep(500 * time.Millisecond)
	synctest.Wait()
	if s := p.Speech.Snapshot(); s.Phase != speech.Idle {
		p.t.Errorf("it is read on: %+v", s)
	}
}

func readingIsSwitchedOff(t *testing.T, h *home) {
	h.practice.TokenInterval = 5 * time.Second
	p := h.start()
	p.hearsAReply(practice.WriterModel)
	p.until("the first sentence", func() bool { return p.Speech.Snapshot().Sentences > 0 })
	time.Sleep(time.Second)
	p.switchesReadingOff()
}

func readingIsSwitchedOffAfterTheReply(t *testing.T, h *home) {
	p := h.start()
	p.waitsFor(p.hearsAReply(practice.WriterModel), chat.Done)
	time.Sleep(time.Second)
	p.listens(speech.Playing)
	p.switchesReadingOff()
}

func settingsAreReadAgain(t *testing.T, h *home) {
	path := filepath.Join(h.dir, "config", settings.FileName)
	p := h.start()
	if err := p.Settings.Update(func(s *settings.Settings) {
		s.Speech.PlayingSpeed, s.Speech.Volume, s.Transcription.ConcurrentFiles = 1.5, 0.5, 2
	}); err != nil {
		t.Fatal(err)
	}
	p.quit()
	if err := errors.Join(os.Rename(path, path+".real"), os.Mkdir(path, 0o700)); err != nil {
		t.Fatal(err)
	}
	p, _, _ = h.transcribing(func(*settings.Transcription) {})
	p.transcribes("with the defaults", transcripts.Working, transcripts.Waiting)
	if err := errors.Join(os.Remove(path), os.Rename(path+".real", path), p.ReadAgain()); err != nil {
		t.Fatal(err)
	}
	p.transcribes("with the settings", transcripts.Working, transcripts.Working)
	if s := p.Speech.Snapshot(); s.Speed != 1.5 || s.Volume != 0.5 {
		t.Errorf("it plays at speed %v and volume %v", s.Speed, s.Volume)
	}
}
