package waveform

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parlando/app/speech"
	"parlando/views/seen"
	"parlando/views/theme"
)

type world struct {
	*Player
	t      *testing.T
	window fyne.Window
	did    []string
}

func open(t *testing.T, width float32, s PlayerState) *world {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	w := &world{Player: New(), t: t}
	w.OnToggle = func() { w.did = append(w.did, "toggle") }
	w.OnSeek = func(at time.Duration) { w.did = append(w.did, "seek "+at.String()) }
	w.OnSpeed = func(s float64) { w.did = append(w.did, fmt.Sprint("speed ", s)) }
	w.OnFix = func() { w.did = append(w.did, "fix") }
	w.Set(s)
	w.window = test.NewTempWindow(t, w.Player)
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(width, w.HeightFor(width)))
	return w
}

func playing() PlayerState {
	return PlayerState{Phase: speech.Playing, Position: 20 * time.Second, Length: 100 * time.Second, Speed: 1}
}

func (w *world) says(words string) bool {
	return strings.Contains(strings.Join(seen.Texts(w.window.Canvas()), "\n"), words)
}

func (w *world) wantDid(want string) {
	w.t.Helper()
	if got := strings.Join(w.did, ", "); got != want {
		w.t.Errorf("it did %q, want %q", got, want)
	}
	w.did = nil
}

// heard is the number of bars with the color of heard sound, and of all.
func (w *world) heard() (heard, all int) {
	accent := theme.New(theme.Light, 1).Color(theme.ColorAccent, 0)
	for _, o := range test.WidgetRenderer(w.wave).Objects()[1:] {
		all++
		if o.(*canvas.Rectangle).FillColor == accent {
			heard++
		}
	}
	return heard, all
}

func TestThePictureShowsWhatWasHeard(t *testing.T) {
	w := open(t, 744, playing())
	w.SetWave([]uint8{0, 255, 128, 10, 10, 10, 10, 10, 10, 10}, 10*time.Second)
	heard, all := w.heard()
	if all < 100 || heard != all/5 {
		t.Errorf("%d of %d bars were heard", heard, all)
	}
	high := func(n int) float32 {
		return test.WidgetRenderer(w.wave).Objects()[1+n].Size().Height
	}
	if loud, quiet := high(all*15/100), high(all*25/100); loud < 1.8*quiet || high(all*5/100) >= quiet {
		t.Errorf("the bars are %v, %v and %v high", high(all*5/100), loud, quiet)
	}
	s := playing()
	s.Position = 100 * time.Second
	w.Set(s)
	if heard, all := w.heard(); heard != all {
		t.Errorf("at the end %d of %d were heard", heard, all)
	}
	if !w.says("1:40 / 1:40") {
		t.Errorf("it says %q", seen.Texts(w.window.Canvas()))
	}
}

func TestOnlyWhatIsKnownIsShown(t *testing.T) {
	w := open(t, 744, playing())
	w.SetWave([]uint8{255, 255}, 10*time.Second)
	_, all := w.heard()
	bars := test.WidgetRenderer(w.wave).Objects()[1:]
	if bars[all/10].Size().Height < 20 || bars[all/2].Size().Height > 5 {
		t.Errorf("%v and %v high", bars[all/10].Size().Height, bars[all/2].Size().Height)
	}
}

func TestAPlaceIsClickedDraggedAndTyped(t *testing.T) {
	w := open(t, 744, playing())
	half := fyne.NewPos(w.wave.Size().Width/2, 10)
	w.wave.Tapped(&fyne.PointEvent{Position: half})
	w.wantDid("seek 50s")
	w.wave.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(0, 10)}})
	w.Set(playing()) // does not move it away under the hand
	if w.PlaybackPosition() != 0 || len(w.did) > 0 {
		t.Errorf("while it is dragged: %v, %v", w.PlaybackPosition(), w.did)
	}
	w.wave.DragEnd()
	w.wantDid("seek 0s")
	w.window.Canvas().Focus(w.wave)
	for _, k := range []fyne.KeyName{fyne.KeyRight, fyne.KeyRight, fyne.KeyLeft, fyne.KeyEnd, fyne.KeyRight, fyne.KeyHome, fyne.KeyLeft, fyne.KeyPageDown} {
		w.wave.TypedKey(&fyne.KeyEvent{Name: k})
	}
	w.wantDid("seek 5s, seek 10s, seek 5s, seek 1m40s, seek 1m40s, seek 0s, seek 0s, seek 30s")
	w.wave.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	w.wantDid("toggle")
	none := open(t, 744, PlayerState{Speed: 1})
	none.wave.Tapped(&fyne.PointEvent{Position: half})
	none.wantDid("")
}

func TestButtonsAndProblem(t *testing.T) {
	w := open(t, 744, playing())
	w.window.Resize(fyne.NewSize(744, 500))
	tap := func(name string) {
		t.Helper()
		place := seen.Find(w.window.Canvas(), true, name).Best()
		if place == nil {
			t.Fatalf("there is no %q", name)
		}
		test.TapCanvas(w.window.Canvas(), place.Center())
	}
	tap("Pause")
	tap("1.0×")
	tap("1.5×")
	w.wantDid("toggle, speed 1.5")
	s := playing()
	s.Phase = speech.Paused
	w.Set(s)
	tap("Play")
	w.wantDid("toggle")
	s.Phase, s.Problem, s.Button = speech.Failed, "This sound cannot be played.", "Try again"
	w.Set(s)
	if !w.says(s.Problem) || w.says("1:40") {
		t.Errorf("it says %q", seen.Texts(w.window.Canvas()))
	}
	tap("Try again")
	w.wantDid("fix")
}

func TestEverythingFits(t *testing.T) {
	long := playing()
	long.Length, long.Position = 30*time.Hour, 29*time.Hour
	failing := playing()
	failing.Problem, failing.Button = strings.Repeat("Something is the matter with this sound. ", 4), "Try again"
	for _, s := range []PlayerState{playing(), long, failing, {}} {
		for _, width := range []float32{220, 300, 452, 744, 1600} {
			w := open(t, width, s)
			for _, o := range test.WidgetRenderer(w.Player).Objects()[2:] {
				at, size := o.Position(), o.Size()
				if o.Visible() && (at.X < 0 || at.Y < 0 || at.X+size.Width > width+0.5 || at.Y+size.Height > w.Size().Height+0.5) {
					t.Errorf("at %v %T is at %v, %v large", width, o, at, size)
				}
			}
		}
	}
}
