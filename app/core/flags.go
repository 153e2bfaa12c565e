package core

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"parlando/app/instance"
)

// Flags are the options of the command line.
type Flags struct {
	// DataDir, when set, keeps everything below that folder.
	DataDir string
	// Practice starts with the practice service, whatever was used last.
	Practice bool
	// PracticeGateway, when set, serves the practice gateway to other programs at that loopback
	// address and opens no window.
	PracticeGateway string
	// Quick asks for the quick window.
	Quick bool
	// NewChat asks for an empty chat, Dictate for the microphone to be opened for the message.
	NewChat, Dictate bool
	// Files are put into the message, whole paths.
	Files []string
	// LogLevel is the least level written to the log.
	LogLevel slog.Level
	// Version asks to print the version and leave.
	Version bool
}

// Request returns what the flags ask of the Parlando that is open.
func (f Flags) Request() instance.Request {
	return instance.Request{
		Quick: f.Quick, NewChat: f.NewChat, Dictate: f.Dictate, Files: f.Files[:min(len(f.Files), instance.MostFiles)],
	}
}

// ParseFlags reads the command line. Usage and mistakes are written to w; the error is flag.ErrHelp
// when help was asked for.
func ParseFlags(args []string, w io.Writer) (Flags, error) {
	var f Flags
	set := flag.NewFlagSet("parlando", flag.ContinueOnError)
	set.SetOutput(w)
	set.Usage = func() {
		fmt.Fprintln(w, "Parlando: chat with models, with pictures.\n\nUsage: parlando [flags] [file …]")
		set.PrintDefaults()
	}
	set.StringVar(&f.DataDir, "data-dir", "", "keep everything (library, settings, cache, log) below `DIR`")
	set.BoolVar(&f.Practice, "practice", false, "start with the practice service, which is inside Parlando and sends nothing anywhere")
	set.StringVar(&f.PracticeGateway, "practice-gateway", "",
		"serve the practice service to other programs at `ADDRESS` on this computer, such as 127.0.0.1:0, until interrupted; no window opens")
	set.BoolVar(&f.Quick, "quick", false, "show the quick window, of the Parlando that is open if one is")
	set.BoolVar(&f.NewChat, "new-chat", false, "begin a new chat, in the Parlando that is open if one is")
	set.BoolVar(&f.Dictate, "dictate", false, "begin to dictate into the message, or end the dictation, in the Parlando that is open if one is")
	set.TextVar(&f.LogLevel, "log-level", slog.LevelInfo, "least `level` written to the log: DEBUG, INFO, WARN or ERROR")
	set.BoolVar(&f.Version, "version", false, "print the version with its commit and leave")
	if err := set.Parse(args); err != nil {
		return f, err
	}
	for _, named := range set.Args() {
		path, err := filepath.Abs(named)
		if err == nil {
			_, err = os.Stat(path)
		}
		if err != nil {
			fmt.Fprintf(w, "parlando: not understood, and no file: %q\n", named)
			set.Usage()
			return f, errors.New("unexpected argument")
		}
		f.Files = append(f.Files, path)
	}
	return f, nil
}
