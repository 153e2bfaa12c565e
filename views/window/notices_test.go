package window

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/desktop"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/app/transcripts"
	"parlando/assets/spoken"
	"parlando/client/practice"
)

// desk shows the notifications of Parlando.
type desk struct {
	mu       sync.Mutex
	none     bool
	shown    map[string]desktop.Notification
	count    int // of all that were ever shown
	onAction func(subject, token string)
}

func (d *desk) Show(_ context.Context, n desktop.Notification) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.none {
		return desktop.ErrNone
	}
	if d.shown == nil {
		d.shown = map[string]desktop.Notification{}
	}
	d.shown[n.Subject] = n
	d.count++
	return nil
}

func (d *desk) Withdraw(_ context.Context, subject string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.shown, subject)
	return nil
}

func (d *desk) Capabilities(context.Context) ([]string, error) {
	if d.none {
		return nil, desktop.ErrNone
	}
	return []string{"actions", "body"}, nil
}

func (d *desk) OnAction(f func(subject, token string)) { d.onAction = f }
func (d *desk) Close() error                           { return nil }

// now returns what is shown, and how much ever was.
func (d *desk) now() (all []desktop.Notification, count int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range d.shown {
		all = append(all, n)
	}
	return all, d.count
}

// leaves goes to another window, and returns comes back from it.
func (p *user) leaves() {
	p.app.Lifecycle().(interface{ OnExitedForeground() func() }).OnExitedForeground()()
	p.drain()
}

func (p *user) returns() {
	p.app.Lifecycle().(interface{ OnEnteredForeground() func() }).OnEnteredForeground()()
	p.drain()
}

// longThing is something that the desktop tells of.
type longThing struct {
	prepare func(p *user)
	// run begins it and waits for what is told.
	run         func(p *user)
	what, title string
	// shown reports whether the window shows its place.
	shown func(p *user) bool
}

func longThings() map[string]longThing {
	var conversation, transcript chat.ID
	isOpen := func(p *user) bool { return p.frame.IsCurrent(p.chat) && p.open().ID == conversation }
	sound := func(p *user, model string, end transcripts.State) {
		path := filepath.Join(p.t.TempDir(), "pear-tree.mp3")
		if err := os.WriteFile(path, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
			p.t.Fatal(err)
		}
		ids, _ := p.Transcripts.Add(p.t.Context(), []transcripts.File{{Path: path}}, transcripts.AddOptions{Model: model})
		transcript = ids[0]
		p.until("the transcript", func() bool { one, ok := p.Transcripts.Get(transcript); return ok && one.State == end })
	}
	opened := func(p *user) bool { return p.transcribe != nil && p.transcribe.ShownTranscript() == transcript }
	return map[string]longThing{
		"a reply": {
			func(p *user) { p.chooses("Practice slow") },
			func(p *user) {
				p.showChat()
				p.sends("Tell me of lighthouses")
				p.until("the reply", p.isWriting)
				conversation = p.open().ID
				p.until("the end", func() bool { return !p.isWriting() })
			}, "Your reply is ready", "Tell me of lighthouses", isOpen,
		},
		"a card": {
			func(p *user) { p.usesTools("Search my chats and transcripts") },
			func(p *user) {
				p.Replies.Stop(conversation)
				p.wait(time.Second)
				p.showChat()
				p.asksToSearch()
				conversation = p.open().ID
			}, "A reply needs your answer", "Search my chats for landlord", isOpen,
		},
		"a transcript": {
			func(*user) {}, func(p *user) { sound(p, "", transcripts.Done) }, "Your transcript is ready", "pear-tree.mp3", opened,
		},
		"a transcript that fails": {
			func(*user) {}, func(p *user) { sound(p, practice.FailingModel+"/403", transcripts.Failed) }, "A transcript couldn't be finished", "pear-tree.mp3", opened,
		},
		"a sound file": {
			func(*user) {},
			func(p *user) {
				id, err := p.SpeechExports.Start(speechexports.Job{Title: "Boxes", Text: strings.Repeat("The boxes go. ", 20), Voice: speech.Voice{Voice: "nova"}, Format: "mp3"})
				if err != nil {
					p.t.Fatal(err)
				}
				p.until("the sound file", func() bool {
					newest := p.SpeechExports.List()[0]
					return newest.ID == id && newest.State == speechexports.Done
				})
			}, "Your audio file is ready", "Boxes", func(p *user) bool { return p.speak != nil && p.frame.IsCurrent(p.speak) },
		},
	}
}

func TestWhatEndsIsToldOnTheDesktopWhileTheWindowIsNotInFront(t *testing.T) {
	for name, thing := range longThings() {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				h.net.service = delayedService{practice.New(practice.Options{}).Transport()}
				p := h.entersAt()
				thing.prepare(p)
				tells := func(when string, want int) {
					t.Helper()
					p.wait(time.Second)
					if all, count := h.desk.now(); count != want {
						t.Fatalf("%s: shown were %d, want %d: %+v", when, count, want, all)
					}
				}
				thing.run(p)
				tells("in front", 0)
				p.leaves()
				tells("left afterwards", 0)
				p.Settings.Change(func(s *settings.Settings) { s.Notify = false })
				thing.run(p)
				tells("switched off", 0)
				p.Settings.Change(func(s *settings.Settings) { s.Notify = true })
				thing.run(p)
				tells("not in front", 1)
				all, _ := h.desk.now()
				want := desktop.Notification{Subject: all[0].Subject, Title: thing.what, Body: thing.title, Action: "Show"}
				if diff := cmp.Diff(want, all[0]); diff != "" {
					t.Error(diff)
				}

				p.chat.NewChat()
				raised := p.screen.raised
				h.desk.onAction(all[0].Subject, "")
				p.until("its place", func() bool { return thing.shown(p) })
				if p.screen.raised != raised+1 {
					t.Error("the window was not raised")
				}
				if all, _ := h.desk.now(); len(all) != 0 {
					t.Errorf("after the click there is %+v", all)
				}
				h.desk.onAction(all[0].Subject, "") // it is not known any more
				p.drain()

				thing.run(p)
				tells("once more", 2)
				p.returns()
				if all, _ := h.desk.now(); len(all) != 0 {
					t.Errorf("after the return there is %+v", all)
				}
			})
		})
	}
}

func TestShortAndStoppedRepliesAreNotToldOnTheDesktop(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = 10 * time.Millisecond
		p := h.looksAround()
		p.leaves()
		p.sends("Name a color")
		p.readsToTheEnd()
		p.chooses("Practice slow")
		p.sends("Tell me of lighthouses")
		p.until("the reply", p.isWriting)
		p.wait(20 * time.Second)
		p.clicks("Stop")
		p.wait(time.Second)
		if all, count := h.desk.now(); count != 0 {
			t.Errorf("told were %+v", all)
		}
	})
}

func TestAnAnsweredCardIsWithdrawn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.usesTools("Search my chats and transcripts")
		p.leaves()
		p.asksToSearch()
		p.wait(time.Second)
		if all, _ := h.desk.now(); len(all) != 1 {
			t.Fatalf("told is %+v", all)
		}
		p.decides("Allow once") // a window can be clicked in before it says that it is in front
		p.wait(time.Second)
		if all, count := h.desk.now(); len(all) != 0 || count != 1 {
			t.Errorf("told is %+v of %d", all, count)
		}
	})
}

func TestADesktopWithoutNotificationsIsSaidInTheSettings(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Settings")
		p.clicks("Notifications")
		p.sees("Notify me when a long task finishes")
		p.seesNot("Notifications aren't available here.")
		p.tabsTo("Section: Notifications")
		p.presses(fyne.KeyReturn)
		p.hasKeyboard("Notify me when a long task finishes")
		p.presses(fyne.KeySpace)
		if p.Settings.Get().Notify {
			t.Error("it is not switched off")
		}
		p.clicks("Close")
		h.desk.none = true
		p.clicks("Settings")
		p.clicks("Notifications")
		p.sees("Notifications aren't available here.")
	})
}
