package core_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/dictation"
	"parlando/app/history"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/assets/spoken"
	"parlando/client/practice"
)

// leave takes the data folder of a home away and returns what brings it back, nil if nothing does.
type leave func(t *testing.T, h *home) (back func())

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

var leaves = map[string]leave{
	"removed": func(t *testing.T, h *home) func() {
		if err := os.RemoveAll(filepath.Join(h.dir, "data")); err != nil {
			t.Fatal(err)
		}
		return nil
	},
	"renamed": func(t *testing.T, h *home) func() {
		rename(t, filepath.Join(h.dir, "data"), filepath.Join(h.dir, "elsewhere"))
		return func() { rename(t, filepath.Join(h.dir, "elsewhere"), filepath.Join(h.dir, "data")) }
	},
	"replaced": func(t *testing.T, h *home) func() {
		other := newHome(t)
		other.start().quit()
		data := filepath.Join(h.dir, "data")
		rename(t, data, filepath.Join(h.dir, "elsewhere"))
		if err := os.CopyFS(data, os.DirFS(filepath.Join(other.dir, "data"))); err != nil {
			t.Fatal(err)
		}
		return func() {
			wantSameFiles(t, filepath.Join(other.dir, "data"), data)
			if err := os.RemoveAll(data); err != nil {
				t.Fatal(err)
			}
			rename(t, filepath.Join(h.dir, "elsewhere"), data)
		}
	},
}

// wantSameFiles checks that two folders have the same files.
func wantSameFiles(t *testing.T, want, got string) {
	t.Helper()
	files := func(dir string) map[string]string {
		all := map[string]string{}
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			all[path[len(dir):]] = string(data)
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return all
	}
	was, is := files(want), files(got)
	for name, data := range is {
		if was[name] != data {
			t.Errorf("%s was written into the other library", name)
		}
	}
	if len(was) != len(is) {
		t.Errorf("the other library had %d files and has %d", len(was), len(is))
	}
}

// goneStory tells a story for each way in which the folder goes away. leave takes it away and
// returns once that is noticed; what it returns brings it back, nil if nothing does.
func goneStory(t *testing.T, tell func(t *testing.T, h *home, p *user, c chat.ID, leave func() (back func()))) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps open files in their place")
	}
	for name, leave := range leaves {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				h.net.service = overThere{practice.New(h.practice).Transport()}
				p := h.start()
				p.connects("https://api.example.org", practice.Key, connections.ConnectOptions{})
				c := p.newChat(practice.WriterModel)
				p.waitsFor(p.asks(c, "Name a color"), chat.Done)
				p.Ledger.Flush()
				if err := errors.Join(p.Settings.Flush(), p.Catalog.Flush()); err != nil {
					t.Fatal(err)
				}
				tell(t, h, p, c, func() func() {
					back := leave(t, h)
					p.until("the library to be gone", p.History.Gone)
					return back
				})
				_ = p.Close(t.Context()) // an error names what was not stored
				made, _ := os.ReadDir(filepath.Join(h.dir, "data"))
				for _, e := range made {
					if name == "removed" && e.Name() != "lock" { // of another start
						t.Errorf("%s was made again", e.Name())
					}
				}
			})
		})
	}
}

// refusesAll tries everything that is paid, and looks that nothing was sent.
func (h *home) refusesAll(p *user, c chat.ID) {
	p.t.Helper()
	h.net.posts()
	message := p.Drafts.TakeNew(c, chat.Draft{Text: "Another one"})
	if _, _, err := p.Replies.Send(p.t.Context(), message, nil); !errors.Is(err, history.ErrGone) {
		p.t.Errorf("sending: %v", err)
	}
	if p.draft(c).Text != "Another one" {
		p.t.Errorf("the draft is %+v", p.draft(c))
	}
	current, _ := p.Connections.Current()
	if _, err := p.Connections.Client(p.t.Context(), current.ID); !errors.Is(err, history.ErrGone) {
		p.t.Errorf("a client: %v", err)
	}
	if n := h.net.posts(); n != 0 {
		p.t.Errorf("%d requests were sent", n)
	}
}

func TestAnIdleParlandoSaysThatItsFolderIsGone(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, c chat.ID, leave func() func()) {
		back := leave()
		h.refusesAll(p, c)
		if err := p.Drafts.Flush(); !errors.Is(err, history.ErrGone) {
			t.Errorf("storing drafts: %v", err)
		}
		if all := p.Drafts.Unsaved(); len(all) == 0 {
			t.Error("nothing is called unsaved")
		}
		if back == nil {
			return
		}
		back()
		p.until("the library to be there", func() bool { return !p.History.Gone() })
		time.Sleep(2 * time.Minute) // drafts are tried again
		if all := p.Drafts.Unsaved(); len(all) != 0 {
			t.Errorf("%q is unsaved", all)
		}
		p.waitsFor(p.asks(c, "Once more"), chat.Done)
	})
}

func TestAReplyIsKeptWhileItsFolderIsGone(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, c chat.ID, leave func() func()) {
		reply := p.asks(c, "What is a lighthouse for?")
		p.readsSome(reply, 20)
		back := leave()
		p.until("the end of the reply", func() bool { return len(p.Replies.Writing()) == 0 || p.sees(reply).State == chat.Done })
		said := p.sees(reply).Text()
		if len(said) < 500 {
			t.Errorf("only %q", said)
		}
		h.refusesAll(p, c)
		if back == nil {
			return
		}
		back()
		if m := p.waitsFor(reply, chat.Done); m.Text() != said {
			t.Errorf("kept %q of %q", m.Text(), said)
		}
	})
}

func TestWhatIsRecordedWhileTheFolderGoesStays(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, c chat.ID, leave func() func()) {
		id := p.Recordings.Start(recordings.PurposeKeep)
		h.someone(8 * time.Second)
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		back := leave()
		h.refusesAll(p, c)
		p.Recordings.Stop()
		made, err := p.Recordings.Wait(t.Context(), id)
		if back == nil {
			return
		}
		if err != nil || made.Length < 8*time.Second {
			t.Errorf("%+v, %v", made, err)
		}
		back()
		if _, err := os.Stat(filepath.Join(h.dir, "data", "recordings", string(id))); err != nil {
			t.Error(err)
		}
		// Another one, which begins while it is gone, makes no folder.
		back = leave()
		id = p.Recordings.Start(recordings.PurposeKeep)
		if _, err := p.Recordings.Wait(t.Context(), id); err == nil {
			t.Error("a recording was made in a folder that is gone")
		}
		synctest.Wait()
		back()
	})
}

func TestADictationInAFolderThatIsGoneSendsNothing(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, c chat.ID, leave func() func()) {
		p.Dictation.Begin(dictation.Target{Conversation: c})
		p.dictates(dictation.Listening)
		h.someone(8 * time.Second)
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		back := leave()
		h.net.posts()
		p.Dictation.End()
		if s := p.dictates(dictation.Failed); s.Problem.Kind != problem.Storage && s.Problem.Kind != problem.RecordingNotStored {
			t.Errorf("%+v", s.Problem)
		}
		if n := h.net.posts(); n != 0 {
			t.Errorf("%d requests were sent", n)
		}
		if back == nil {
			return
		}
		back()
		p.until("the library to be there", func() bool { return !p.History.Gone() })
		p.Dictation.Retry()
		p.dictates(dictation.Done)
	})
}

func TestAPictureIsNotStoredInAFolderThatIsGone(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, c chat.ID, leave func() func()) {
		back := leave()
		if _, _, err := p.Attachments.Add(t.Context(), "sea.png", redOverBlue(t)); !errors.Is(err, history.ErrGone) {
			t.Errorf("importing: %v", err)
		}
		h.refusesAll(p, c)
		if back == nil {
			return
		}
		back()
		if _, _, err := p.Attachments.Add(t.Context(), "sea.png", redOverBlue(t)); err != nil {
			t.Error(err)
		}
	})
}

func TestWordsAreUnsavedUntilTheyAreInAFolder(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, c chat.ID, leave func() func()) {
		other := p.newChat(practice.WriterModel)
		p.Drafts.Append(c, chat.Draft{Text: "typed before"})
		if err := p.Drafts.Flush(); err != nil {
			t.Fatal(err)
		}
		back := leave()
		p.Drafts.Append(other, chat.Draft{Text: "typed while it is gone"})
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := p.SaveElsewhere(ctx, t.TempDir()); err == nil {
			t.Error("saved although the user stopped it")
		}
		_ = p.Drafts.Flush()
		want := []string{"typed while it is gone"}
		if got := p.Drafts.Unsaved(); !slices.Equal(got, want) {
			t.Errorf("unsaved are %q, want %q", got, want)
		}
		if back == nil {
			return
		}
		back()
		p.until("the library to be there", func() bool { return !p.History.Gone() })
		if err := p.Drafts.Flush(); err != nil {
			t.Error(err)
		}
		if got := p.Drafts.Unsaved(); len(got) != 0 {
			t.Errorf("unsaved are %q although the folder is back", got)
		}
	})
}

func TestALibraryThatIsGoneIsSavedElsewhere(t *testing.T) {
	goneStory(t, func(t *testing.T, h *home, p *user, c chat.ID, leave func() func()) {
		picture, _, err := p.Attachments.Add(t.Context(), "sea.png", redOverBlue(t))
		if err != nil {
			t.Fatal(err)
		}
		p.Drafts.Append(c, chat.Draft{Parts: []chat.Part{picture}})
		if err := p.Drafts.Flush(); err != nil {
			t.Fatal(err)
		}
		reply := p.asks(p.newChat(practice.WriterModel), "What is a lighthouse for?")
		came := p.readsSome(reply, 200)
		sound := filepath.Join(t.TempDir(), "voice.mp3")
		if err := os.WriteFile(sound, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
			t.Fatal(err)
		}
		ids, refused := p.Transcripts.Add(t.Context(), []transcripts.File{{Path: sound}}, transcripts.AddOptions{})
		if len(refused) > 0 {
			t.Fatal(refused)
		}
		if err := errors.Join(p.Transcripts.KeepCopy(t.Context(), ids[0]), os.Remove(sound)); err != nil {
			t.Fatal(err)
		}
		recording := p.Recordings.Start(recordings.PurposeKeep)
		h.someone(8 * time.Second)
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		deleted := leave() == nil
		p.Drafts.Append(c, chat.Draft{Text: "typed while it is gone"})

		if _, err := p.SaveElsewhere(t.Context(), filepath.Join(h.dir, "missing")); err == nil {
			t.Error("saved in a folder that does not exist")
		}
		chosen := t.TempDir()
		saved, err := p.SaveElsewhere(t.Context(), chosen)
		// the picture, and perhaps a smaller one, and the sound of the transcript
		if err != nil || (saved.Missing == 2 || saved.Missing == 3) != deleted || (saved.Missing == 0) == deleted {
			t.Fatalf("%+v, %v", saved, err)
		}
		if err := p.UseLibrary(saved.Folder); err != nil {
			t.Fatal(err)
		}
		_ = p.Close(t.Context())

		p = h.start()
		if dir := filepath.Join(chosen, "Parlando"); p.Paths.Data != dir || saved.Folder != dir {
			t.Errorf("the library is in %s, want %s", p.Paths.Data, dir)
		}
		if d := p.draft(c); d.Text != "typed while it is gone" || len(d.Parts) != 1 {
			t.Errorf("the draft is %+v", d)
		}
		if m := p.kept(reply); len(m.Text()) < len(came) {
			t.Errorf("of %q stays %q", came, m.Text())
		}
		if _, err := p.Transcripts.SoundPath(t.Context(), ids[0]); (err != nil) != deleted {
			t.Errorf("the sound of the transcript: %v", err)
		}
		r, err := p.Recordings.Wait(t.Context(), recording)
		if err != nil || r.Length < 7*time.Second || r.Damaged || r.Problem.Kind != "" {
			t.Errorf("of the recording stays %+v, %v", r, err)
		}
		p.waitsFor(p.asks(p.newChat(practice.WriterModel), "Once more"), chat.Done)
	})
}
