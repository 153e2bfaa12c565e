// Command compare makes sounds and pictures with other programs, decodes them with Parley and with those programs, and prints tables of
// what comes out. It makes what the programs that are installed can make: ffmpeg, lame, flac, oggenc, opusenc, sox, mkvmerge and fdkaac
// for sounds, which are compared with ffmpeg's; ImageMagick, cjpeg, cwebp, gif2webp, avifenc and heif-enc for pictures, which are
// compared with ImageMagick's. HEIC and AVIF need parley-decode beside the program. Nobody but developers runs it:
//
//	go build -o build/ ./media/compare ./media/picture/heif/parley-decode && build/compare
//	go run ./media/compare            # all but HEIC and AVIF
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
	if err := compareSounds(ctx, dir, only); err != nil {
		return err
	}
	return comparePictures(ctx, dir, only)
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
