// The tour runs the real program in a real window on a virtual display, against the practice
// service, through the first steps of a user and each problem they may meet, and writes a picture
// of every step.
//
// A tour without -only goes through the looks light, dark and narrow. The others take as long again
// and are gone through when asked for by name: double (200 % scale), double-narrow (the same, 720
// wide) and large (text twice as large). The look light has more steps than the others: the states
// of tools that are worth one picture. With -steps only those whose names match are taken, after
// the two that connect. The look demo is short: the main things that Parlando does, on a bare
// display.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"parlando/app/e2e"
	"parlando/media/soundserver"
)

func main() {
	program := flag.String("program", "build/parlando-e2e", "the program, built with the tag e2e")
	out := flag.String("out", "build/tour", "folder for the pictures")
	docs := flag.String("docs", "", "folder to copy the pictures of the handbook to")
	only := flag.String("only", "", "one of the looks: light, dark, narrow, double, double-narrow, large or demo")
	matching := flag.String("steps", "", "regular expression: take the first two steps, which connect, and those whose names match")
	flag.Parse()
	wanted, err := regexp.Compile(*matching)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tour:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, l := range looks {
		if *only == "" && l.asked || *only != "" && *only != l.name {
			continue
		}
		if err := l.run(ctx, *program, *out, wanted); err != nil {
			fmt.Fprintf(os.Stderr, "tour (%s): %v\n", l.name, err)
			os.Exit(1)
		}
	}
	fmt.Println("The pictures are in", filepath.Join(*out, *only))
	if *docs == "" {
		return
	}
	if err := copyPictures(*out, *docs); err != nil {
		fmt.Fprintln(os.Stderr, "tour:", err)
		os.Exit(1)
	}
}

// handbook are the pictures that the README shows, and where the tour writes them.
var handbook = map[string]string{
	"chat-light.png":  "light/04-the-whole-reply.png",
	"adjust-dark.png": "dark/08-adjust.png",
	"narrow.png":      "narrow/07-second-answer.png",
	"trouble.png":     "light/32-two-troubles.png",
	"speak.png":       "light/72-speak-listening.png",
	"table.png":       "light/182-cells-that-do-not-fit.png",
	"transcribe.png":  "light/83-transcribe-heard.png",
}

func copyPictures(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for name, source := range handbook {
		data, err := os.ReadFile(filepath.Join(from, source))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// look is one way the window can look.
type look struct {
	name  string
	theme string
	// width and height are in units of the window's layout.
	width, height int
	// scale is the number of pixels per unit; 1 when 0.
	scale int
	// text is the size of the letters beside the usual one; 1 when 0.
	text float64
	// asked says that a tour goes through it only when it is asked for by name.
	asked bool
	// steps are its own; those of the tour when nil.
	steps []step
	// bare leaves out all of the desktop but the display.
	bare bool
}

// taller is the height added to the window to show a whole reply, in units.
const taller = 160

// narrow says that the sidebar is folded away and the panel Adjust lies over the conversation.
func (l look) narrow() bool { return l.width < 900 }

var looks = []look{
	{name: "light", theme: "light", width: 1280, height: 800, steps: slices.Concat(steps, toolStates, tables)},
	{name: "dark", theme: "dark", width: 1280, height: 800},
	{name: "narrow", theme: "light", width: 720, height: 800},
	{name: "double", theme: "light", width: 1280, height: 800, scale: 2, asked: true},
	{name: "double-narrow", theme: "dark", width: 720, height: 800, scale: 2, asked: true},
	{name: "large", theme: "light", width: 1280, height: 800, text: 2, asked: true},
	{name: "demo", theme: "light", width: 1280, height: 800, asked: true, steps: demo, bare: true},
}

// run takes the steps whose names match wanted, and the first two, which connect.
func (l look) run(ctx context.Context, program, out string, wanted *regexp.Regexp) error {
	dir, err := os.MkdirTemp("", "parlando-tour-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	screen, err := e2e.OpenScreen(ctx, dir, e2e.ScreenOptions{Width: l.width + 40, Height: l.height + taller + 60, Scale: l.scale, Bare: l.bare})
	if err != nil {
		return err
	}
	defer screen.Close()
	// Where no sound server could be installed, the window waits for an output, and says so.
	var microphone *soundserver.Microphone
	if _, err := exec.LookPath("pulseaudio"); err == nil {
		sound, err := screen.StartSound(ctx)
		if err != nil {
			return err
		}
		if microphone, err = sound.ConnectMicrophone(ctx, "tour"); err != nil {
			return err
		}
	}
	program, err = filepath.Abs(program)
	if err != nil {
		return err
	}
	out = filepath.Join(out, l.name)
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	t := &tourist{screen: screen, program: program, library: filepath.Join(dir, "library"), out: out, look: l, microphone: microphone}
	if err := t.prepare(); err != nil {
		return err
	}
	itinerary := l.steps
	if itinerary == nil {
		itinerary = steps
	}
	for i, s := range itinerary {
		if i > 1 && !wanted.MatchString(s.name) {
			continue
		}
		start := time.Now()
		if err := s.do(ctx, t); err != nil {
			if t.running != nil {
				// What the window shows tells more than the sentence.
				_ = t.running.Picture(ctx, filepath.Join(out, "failed-"+s.name+".png"))
				texts, _ := t.running.Texts()
				fmt.Fprintln(os.Stderr, texts)
			}
			return fmt.Errorf("%s: %w", s.name, err)
		}
		picture := filepath.Join(out, s.name+".png")
		if err := t.running.Picture(ctx, picture); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Printf("%4.1f s  %s\n", time.Since(start).Seconds(), picture)
	}
	return t.running.Quit(ctx)
}

// photo is the file of the photo that the tourist sends.
const photo = "meadow.jpg"

// tourist is the user on the tour.
type tourist struct {
	screen  *e2e.Screen
	running *e2e.Program
	program string
	library string
	out     string
	look    look
	// microphone hears what the tourist says; nil where there is no sound server.
	microphone *soundserver.Microphone
	// more is the address of a second gateway, once there is one.
	more string
}

// prepare lays a photo ready and chooses the theme, which a user would do in Settings.
func (t *tourist) prepare() error {
	if err := e2e.WritePhoto(filepath.Join(t.screen.Dir, photo)); err != nil {
		return err
	}
	config := filepath.Join(t.library, "config")
	if err := os.MkdirAll(config, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(config, "settings.json"),
		fmt.Appendf(nil, `{"theme":%q,"text_size":%g,"window_width":%d,"window_height":%d,"sidebar_open":true}`,
			t.look.theme, cmp.Or(t.look.text, 1), t.look.width, t.look.height), 0o600)
}

func start(ctx context.Context, t *tourist) error {
	p, err := t.screen.StartProgram(ctx, t.program, "--data-dir", t.library)
	if err != nil {
		return err
	}
	t.running = p
	if t.look.text > 1 { // less of a page is in sight
		p.Seek = func(ctx context.Context) error { return p.Scroll(ctx, t.look.width/2, t.look.height/2, 3) }
	}
	return t.running.Fill(ctx, t.look.width, t.look.height)
}
