package core

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"

	"parlando/app/instance"
)

// Flags are the command-line options.
type Flags struct {
	// DataDir is the folder below which all files are stored; "" means the default folders.
	DataDir string
	// Practice selects the practice service at the start, instead of the last connection.
	Practice bool
	// PracticeGateway is the loopback address at which to serve the practice gateway to other
	// programs, without opening a window; "" means not at all.
	PracticeGateway string
	// Quick requests the quick window.
	Quick bool
	// NewChat requests an empty chat. Dictate starts dictating the message.
	NewChat, Dictate bool
	// Announce turns announcements on.
	Announce bool
	// Quit asks the running Parlando to close, and opens no window.
	Quit bool
	// Files are absolute paths to attach to the message.
	Files []string
	// LogLevel is the minimum level of the log.
	LogLevel slog.Level
	// Version prints the version and exits.
	Version bool
}

// Request returns the request to send to a running Parlando.
func (f Flags) Request() instance.Request {
	return instance.Request{
		Quick: f.Quick, NewChat: f.NewChat, Dictate: f.Dictate, Announce: f.Announce, Files: f.Files[:min(len(f.Files), instance.MaxFiles)], Quit: f.Quit,
	}
}

// ParseFlags parses the command line. It writes usage and errors to w, in the language into which
// say translates a sentence; the error is flag.ErrHelp if help was requested.
func ParseFlags(args []string, w io.Writer, say func(sentence string, data ...any) string) (Flags, error) {
	var f Flags
	set := flag.NewFlagSet("parlando", flag.ContinueOnError)
	set.SetOutput(w)
	set.Usage = func() {
		fmt.Fprintf(w, "%s\n\n%s\n", say("Parlando: chat with models, with pictures."), say("Usage: parlando [flags] [file …]"))
		set.VisitAll(func(f *flag.Flag) { f.Usage = say(f.Usage) })
		set.PrintDefaults()
	}
	set.StringVar(&f.DataDir, "data-dir", "", "store all data (chats, settings, cache, log) in `DIR`")
	set.BoolVar(&f.Practice, "practice", false, "start with the practice service, which is inside Parlando and sends nothing anywhere")
	set.StringVar(&f.PracticeGateway, "practice-gateway", "",
		"serve the practice service to other programs at `ADDRESS` on this computer, such as 127.0.0.1:0, until interrupted; no window opens")
	set.BoolVar(&f.Quick, "quick", false, "open a small window for a quick question")
	set.BoolVar(&f.NewChat, "new-chat", false, "start a new chat, in the open window if there is one")
	set.BoolVar(&f.Dictate, "dictate", false, "start or stop dictation, in the open window if there is one")
	set.BoolVar(&f.Announce, "announce", false, "say aloud what happens and what has the keyboard focus, from now on")
	set.BoolVar(&f.Quit, "quit", false, "close the open window; fails if it asks something first, or if none is open")
	set.TextVar(&f.LogLevel, "log-level", slog.LevelInfo, "lowest `level` to log: DEBUG, INFO, WARN or ERROR")
	set.BoolVar(&f.Version, "version", false, "print the version, with its commit if known, and exit")
	if err := set.Parse(args); err != nil {
		return f, err
	}
	for _, named := range set.Args() {
		path, err := filepath.Abs(named)
		if err == nil {
			_, err = os.Stat(path)
		}
		if err != nil {
			fmt.Fprintln(w, say("parlando: neither a flag nor a file: {{.Text}}", map[string]any{"Text": strconv.Quote(named)}))
			set.Usage()
			return f, errors.New("unexpected argument")
		}
		f.Files = append(f.Files, path)
	}
	return f, nil
}
