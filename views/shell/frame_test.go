package shell

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"parlando/app/changes"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/uithread"
)

// tallLabel is a label that can stand at the foot of a window.
type tallLabel struct{ widget.Label }

// HeightFor implements WidthDependent.
func (l *tallLabel) HeightFor(float32) float32 { return l.MinSize().Height }

// topBar is a bar that shows nothing.
type topBar struct{ widget.Label }

// SetSidebarButton implements TopBar.
func (*topBar) SetSidebarButton(bool, bool) {}

// blank is a page that shows nothing and does nothing.
type blank struct{ scene Scene }

func (b *blank) Scene() *Scene             { return &b.scene }
func (*blank) Title() string               { return "" }
func (*blank) Show()                       {}
func (*blank) Hide()                       {}
func (*blank) Changed([]changes.Change)    {}
func (*blank) Do(Command) bool             { return false }
func (*blank) AcceptFiles([]string)        {}
func (*blank) Flush(context.Context) error { return nil }

// newFrame makes a frame in a window, which runs what is to run on the window's thread at once.
func newFrame(t *testing.T) *Frame {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, nil)
	f := NewFrame(t.Context(), Options{
		App: a, Window: w, Thread: uithread.New(func(do func()) { do() }, func() {}), Log: slog.New(slog.DiscardHandler),
		Sidebar: widget.NewLabel("sidebar"), Player: &tallLabel{}, OnCommand: func(Command) {},
	})
	w.SetContent(f.Content())
	w.Resize(fyne.NewSize(1280, 800))
	f.Show(&blank{Scene{Top: &topBar{}, Body: widget.NewLabel("body")}})
	return f
}

func (f *Frame) wantsSaid(t *testing.T, sentence string) {
	t.Helper()
	if got := strings.Join(seen.Texts(f.Canvas()), "\n"); !strings.Contains(got, sentence) {
		t.Errorf("said %q, want %q", got, sentence)
	}
}

func TestAChosenFileThatCannotBeOpenedIsSaid(t *testing.T) {
	f := newFrame(t)
	never := func(path string) { t.Errorf("%q was taken", path) }
	chosen := f.files.fileChosen(never)
	chosen(nil, errors.New("no access"))
	f.wantsSaid(t, "This file couldn't be opened.")
	chosen(nil, nil) // nothing was chosen
	folder := f.files.folderChosen(never)
	folder(nil, errors.New("no access"))
	f.wantsSaid(t, "This folder couldn't be opened.")
	folder(nil, nil)
}

func TestWhatLiesOverThePageHearsOfChangesUntilItIsClosed(t *testing.T) {
	f := newFrame(t)
	var first, second int
	stop := f.Subscribe(func([]changes.Change) { first++ })
	var stopSecond func()
	stopSecond = f.Subscribe(func([]changes.Change) { second++; stopSecond() })
	f.Changed(nil)
	f.Changed(nil)
	stop()
	f.Changed(nil)
	if first != 2 || second != 1 {
		t.Errorf("told %d and %d times, want 2 and 1", first, second)
	}
}

func TestAFrameWithoutASidebarShowsItsPageAlone(t *testing.T) {
	a := test.NewTempApp(t)
	w := test.NewTempWindow(t, nil)
	f := NewFrame(t.Context(), Options{
		App: a, Window: w, Thread: uithread.New(func(do func()) { do() }, func() {}), Log: slog.New(slog.DiscardHandler),
	})
	w.SetPadded(false)
	w.SetContent(f.Content())
	body := widget.NewLabel("body")
	f.Show(&blank{Scene{BodyOnly: true, Body: body}})
	w.Resize(fyne.NewSize(300, 200))
	if body.Size() != fyne.NewSize(300, 200) {
		t.Errorf("the body has %v", body.Size())
	}
	f.toasts.Say("Copied.", "", nil)
	f.wantsSaid(t, "Copied.")
}

// The writes run in the background; the other end of the channel is the window's thread.
func TestWhatFollowsAWriteIsDoneOnlyWhereItSucceeded(t *testing.T) {
	f := newFrame(t)
	ran := make(chan func())
	f.thread = uithread.New(func(do func()) { ran <- do }, func() {})
	for _, failed := range []error{nil, errors.New("no space")} {
		done := false
		f.ChangeThen(func(context.Context) error { return failed }, func() { done = true })
		(<-ran)()
		if done != (failed == nil) {
			t.Errorf("with %v: %v", failed, done)
		}
	}
	f.wantsSaid(t, "This couldn't be saved.")
}
