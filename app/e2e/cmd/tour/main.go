// The tour runs the real program in a real window on a virtual display, against the practice
// service, through typical first steps and every problem a user may meet, and takes a screenshot of
// every step.
//
// Without -only, a tour covers the looks light, dark and narrow. The other looks run on request
// only: double (200 % scale), double-narrow (the same, 720 wide), large (text twice as large),
// pseudo (in the pseudo-language of views/i18n), demo (the main features on a bare display), and
// readme-en, help-en-light and help-en-dark (the pictures of README and help; also in -de and -ja).
// The look light has additional steps with states of tools. -steps selects steps by name; the first
// ones, which connect, always run.
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
	docs := flag.String("docs", "", "the folder docs, for the pictures of README and help in the looks readme-en, help-en-light, help-en-dark, and the same in de and ja")
	only := flag.String("only", "", "one of the looks: light, dark, narrow, double, double-narrow, large, pseudo, demo, readme-en, help-en-light or help-en-dark (also in de and ja)")
	matching := flag.String("steps", "", "regular expression: take the first steps, which connect, and those whose names match")
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
		err := l.run(ctx, *program, *out, wanted)
		if err == nil && *docs != "" && l.language != "" {
			err = l.illustrate(ctx, *out, *docs)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "tour (%s): %v\n", l.name, err)
			os.Exit(1)
		}
	}
	fmt.Println("The pictures are in", filepath.Join(*out, *only))
}

// look is one configuration of window size, scale and theme.
type look struct {
	name  string
	theme string
	// width and height are in units of the window's layout.
	width, height int
	// scale is the number of pixels per unit; 0 means 1.
	scale int
	// text is the text size relative to the default; 0 means 1.
	text float64
	// lang is the language of the desktop; "" means English.
	lang string
	// language is that of the handbook which the look is for, "" for none.
	language string
	// asked reports that the look runs only if requested by name.
	asked bool
	// steps are the look's steps; nil means those of the tour.
	steps []step
	// parts are the parts of the window that are shown in the help, by step; nil means none.
	parts map[string]crop
	// bare starts only the display, without the rest of the desktop.
	bare bool
}

// taller is the height in units that is added to the window to show a whole reply.
const taller = 160

// narrow reports whether the sidebar is collapsed and the Adjust panel covers the conversation.
func (l look) narrow() bool { return l.width < 900 }

var looks = slices.Concat([]look{
	{name: "light", theme: "light", width: 1280, height: 800, steps: slices.Concat(steps, toolStates, tables)},
	{name: "dark", theme: "dark", width: 1280, height: 800},
	{name: "narrow", theme: "light", width: 720, height: 800},
	{name: "double", theme: "light", width: 1280, height: 800, scale: 2, asked: true},
	{name: "double-narrow", theme: "dark", width: 720, height: 800, scale: 2, asked: true},
	{name: "large", theme: "light", width: 1280, height: 800, text: 2, asked: true},
	{name: "pseudo", theme: "light", width: 1280, height: 800, lang: "en_XA.UTF-8", asked: true},
	{name: "demo", theme: "light", width: 1280, height: 800, asked: true, steps: demo, bare: true},
}, handbooks())

// run runs the first steps, which connect, and the steps whose names match wanted.
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
	if l.lang != "" {
		screen.Env = append(screen.Env, "LANG="+l.lang)
	}
	// Without a sound server, the window shows that it waits for a sound output.
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
	// connected is the step after which the program is connected; demo connects in the second.
	connected := max(1, slices.IndexFunc(itinerary, func(s step) bool { return s.name == "02-empty-chat" }))
	for i, s := range itinerary {
		if i > connected && !wanted.MatchString(s.name) {
			continue
		}
		start := time.Now()
		err := s.do(ctx, t)
		if err != nil && l.lang != "" && l.language == "" && i > connected && ctx.Err() == nil {
			// Steps search for English texts, so some fail in the pseudo-language.
			fmt.Printf("%s: %v\n", s.name, err)
			err = nil
		}
		if err != nil {
			if t.running != nil {
				// A screenshot of the window shows more than the error.
				_ = t.running.SaveScreenshot(ctx, filepath.Join(out, "failed-"+s.name+".png"))
				texts, _ := t.running.Texts()
				fmt.Fprintln(os.Stderr, texts)
			}
			return fmt.Errorf("%s: %w", s.name, err)
		}
		picture := filepath.Join(out, s.name+".png")
		if err := t.running.SaveScreenshot(ctx, picture); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if p, ok := l.parts[s.name]; ok {
			if err := p.save(t.running, picture, filepath.Join(out, "part-"+s.name+".png")); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		fmt.Printf("%4.1f s  %s\n", time.Since(start).Seconds(), picture)
	}
	return t.running.Quit(ctx)
}

// photo is the file name of the photo that the tourist sends.
const photo = "espresso.jpg"

// tourist is the simulated user.
type tourist struct {
	screen  *e2e.Screen
	running *e2e.Program
	program string
	library string
	out     string
	look    look
	// microphone is the simulated microphone; nil without a sound server.
	microphone *soundserver.Microphone
	// more is the address of the second gateway, "" before pasteCurl starts it.
	more string
}

// prepare creates the photo and stores the theme in the settings.
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
	if t.look.text > 1 { // with large text, scroll to find elements
		p.Seek = func(ctx context.Context) error { return p.Scroll(ctx, t.look.width/2, t.look.height/2, 3) }
	}
	return fillScreen(ctx, t)
}
