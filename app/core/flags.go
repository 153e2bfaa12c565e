package core

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
)

// Flags are what the command line can say.
type Flags struct {
	// DataDir, when set, keeps everything below that folder.
	DataDir string
	// Practice starts with the practice service, whatever was used last.
	Practice bool
	// PracticeGateway, when set, serves the practice gateway to other programs at that loopback address and opens no window.
	PracticeGateway string
	// LogLevel is the least level written to the log.
	LogLevel slog.Level
	// Version asks to print the version and leave.
	Version bool
}

// ParseFlags reads the command line. Usage and mistakes are written to w; the error is flag.ErrHelp when help was
// asked for.
func ParseFlags(args []string, w io.Writer) (Flags, error) {
	var f Flags
	set := flag.NewFlagSet("parley", flag.ContinueOnError)
	set.SetOutput(w)
	set.Usage = func() {
		fmt.Fprintln(w, "Parley: chat with models, with pictures.\n\nUsage: parley [flags]")
		set.PrintDefaults()
	}
	set.StringVar(&f.DataDir, "data-dir", "", "keep everything (library, settings, cache, log) below `DIR`")
	set.BoolVar(&f.Practice, "practice", false, "start with the practice service, which is inside Parley and sends nothing anywhere")
	set.StringVar(&f.PracticeGateway, "practice-gateway", "",
		"serve the practice service to other programs at `ADDRESS` on this computer, such as 127.0.0.1:0, until interrupted; no window opens")
	set.TextVar(&f.LogLevel, "log-level", slog.LevelInfo, "least `level` written to the log: DEBUG, INFO, WARN or ERROR")
	set.BoolVar(&f.Version, "version", false, "print the version and leave")
	if err := set.Parse(args); err != nil {
		return f, err
	}
	if set.NArg() > 0 {
		fmt.Fprintf(w, "parley: not understood: %q\n", set.Arg(0))
		set.Usage()
		return f, errors.New("unexpected argument")
	}
	return f, nil
}
