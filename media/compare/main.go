// Command compare makes files with other programs, decodes them with Parley and with those programs, and prints a table of what
// comes out. It needs ffmpeg, and makes more where lame, flac, oggenc, opusenc and fdkaac are installed. Nobody but developers runs it:
//
//	go run ./media/compare            # all of it
//	go run ./media/compare -keep dir  # and keeps the files
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	keep := flag.String("keep", "", "folder for the files that are made; none keeps nothing")
	only := flag.String("only", "", "make only files whose names contain this")
	flag.Parse()
	if err := compare(ctx, *keep, *only); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		stop()
		os.Exit(1)
	}
}

func compare(ctx context.Context, dir, only string) (err error) {
	if dir == "" {
		if dir, err = os.MkdirTemp("", "parley-compare-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return compareSounds(ctx, dir, only)
}

// errNoTool says that a program is not installed.
var errNoTool = errors.New("not installed")

// run runs a program in dir and gives what it writes.
func run(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, errNoTool)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	var out, said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &said
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("%s: %w: %s", name, err, lines[len(lines)-1])
	}
	return out.Bytes(), nil
}
