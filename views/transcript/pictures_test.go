package transcript

import (
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parley/app/speech"
	"parley/app/transcripts"
	"parley/views/theme"
	"parley/views/waveform"
)

// levels look like somebody who speaks.
func levels(n int) []uint8 {
	all := make([]uint8, n)
	for i := range all {
		x := float64(i)
		all[i] = uint8(255 * math.Abs(math.Sin(x/37)) * (0.35 + 0.65*math.Abs(math.Sin(x/5))) * (0.5 + 0.5*math.Abs(math.Cos(x/113))))
	}
	return all
}

func (w *world) sounds(place time.Duration) {
	w.Player.SetWave(levels(700), 100*time.Millisecond)
	w.SetPlayer(true, waveform.Sound{Phase: speech.Playing, Place: place, Length: 70 * time.Second, Speed: 1})
	w.SetSound(true, place)
}

func TestPictures(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES is not set")
	}
	translated := interview()
	for i, s := range []string{
		"Good afternoon, and thank you for having us in your home.", "It's a pleasure. Make yourselves comfortable, the coffee is on its way.",
		"I'd like to start at the beginning: what was the street like when you were little?",
		"It was all dirt. When it rained nobody got through; we went to school barefoot.", "And was the school far?",
	} {
		translated[i].Translation = s
	}
	spoken := interview()
	for i := range spoken {
		spoken[i].Speaker = []string{"Ana", "Ms Costa"}[i%2]
		if i > 8 {
			spoken[i].Speaker = "Ms Costa"
		}
	}
	hebrew := []Line{
		{ID: 1, Text: "שלום לכולם, וברוכים הבאים לפגישה שלנו היום. נתחיל בסקירה קצרה של מה שקרה בשבוע שעבר, ואחר כך נעבור לנושא הבא בסדר היום שלנו."},
		{ID: 2, Start: 7 * time.Second, Text: "مرحبا بالجميع"},
		{ID: 3, Start: 12 * time.Second, Text: "And now in English: " + strings.Repeat("a long line that goes on and on, ", 20)},
		{ID: 4, Start: 70 * time.Second, Text: "今天的会议到此结束,谢谢大家。"},
	}
	states := map[string]func(w *world){
		"1-sounds": func(w *world) {
			w.give(done(), interview())
			w.sounds(17 * time.Second)
		},
		"2-editing": func(w *world) {
			w.give(done(), interview())
			w.sounds(17 * time.Second)
			w.window.Canvas().Focus(w.lines)
			w.lines.beginTyping(4, 10)
			w.lines.hover = hover{6, onLoop}
			w.lines.sound.loop = 3
			w.lines.stage.show()
		},
		"3-search-over": func(w *world) {
			w.give(done(), interview())
			w.Find("canções? lembro, lembro")
		},
		"3-search": func(w *world) {
			w.give(done(), interview())
			w.sounds(17 * time.Second)
			w.Find("era")
			w.finder.setReplaces(true)
		},
		"4-two-languages": func(w *world) {
			w.give(done(), translated)
			w.sounds(5 * time.Second)
		},
		"5-speakers": func(w *world) {
			w.give(done(), spoken)
			w.sounds(35 * time.Second)
		},
		"6-notes": func(w *world) {
			d := done()
			d.Missing, d.Length = true, 200*time.Second
			w.give(d, interview())
			w.SetPlayer(true, waveform.Sound{Trouble: "The sound file is no longer where it was.", Button: "Find it…"})
		},
		"7-untimed": func(w *world) {
			d := done()
			d.Timed = false
			w.give(d, []Line{{ID: 1, Text: strings.Repeat("Boa tarde, e obrigada por nos receber em sua casa. ", 60)}})
			w.SetPlayer(true, waveform.Sound{Length: 70 * time.Second, Speed: 1.25})
			w.Player.SetWave(levels(300), 100*time.Millisecond)
		},
		"8-none":    func(w *world) { w.Set(transcripts.Transcript{}, false) },
		"9-working": func(w *world) { d := done(); d.State = transcripts.Working; w.Set(d, true) },
		"a-failed":  func(w *world) { d := done(); d.State = transcripts.Failed; w.Set(d, true) },
		"b-scripts": func(w *world) { w.give(done(), hebrew); w.sounds(3 * time.Second) },
		"c-follow": func(w *world) {
			var all []Line
			for n := range 20 {
				for _, l := range interview() {
					l.ID += int64(100 * n)
					l.Start += time.Duration(n) * 70 * time.Second
					l.End += time.Duration(n) * 70 * time.Second
					all = append(all, l)
				}
			}
			d := done()
			d.Length, d.Covered = 20*70*time.Second, 20*70*time.Second
			w.give(d, all)
			w.sounds(17 * time.Second)
			w.lines.byHand(800)
		},
		"d-who": func(w *world) {
			w.give(done(), spoken)
			w.askWho(3)
		},
		"e-rename": func(w *world) {
			w.give(done(), interview())
			w.head.rename()
		},
	}
	for look, preference := range map[string]theme.Preference{"light": theme.Light, "dark": theme.Dark} {
		for _, width := range []float32{744, 452, 1300} {
			for name, state := range states {
				if width == 1300 && name[0] != '4' && name[0] != '1' {
					continue
				}
				w := open(t, preference, width, 748)
				state(w)
				save(t, w.window, filepath.Join(dir, fmt.Sprintf("%s-%.0f-%s.png", name, width, look)))
			}
		}
	}
}

func save(t *testing.T, w fyne.Window, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, w.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
}
