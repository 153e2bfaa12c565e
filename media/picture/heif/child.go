package heif

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// ErrUnavailable means that the decoder cannot be run on this computer; it says nothing of the file.
var ErrUnavailable = errors.New("heif: the decoder cannot be started")

// errTooLong: the decoder did not come to an end, as it may happen with a damaged file.
var errTooLong = errors.New("heif: the decoder took too long")

// Kind is which of the two formats a file has.
type Kind string

// The kinds.
const (
	HEIC Kind = "heic"
	AVIF Kind = "avif"
)

// The bounds on one decoding.
const (
	baseTime  = 20 * time.Second
	pixelTime = 1500 * time.Nanosecond // for each pixel: a slow computer takes that for HEIC
)

// variable makes a process a decoder of the Kind it is set to.
const variable = "PARLEY_DECODES_PICTURE"

// Decode decodes the primary picture of a file, or the first of a sequence, in a process of its own, which is this program started once
// more: it can be ended at any time, and gives back all of its memory. A HEIC comes turned as it says; an AVIF as it is stored, and h
// says how to turn it. h is what ReadHeader has read, and the caller has found the size bearable.
//
// It takes a second or two for a photo. When ctx ends it returns at once, with the error of ctx.
func Decode(ctx context.Context, kind Kind, data []byte, h Header) (image.Image, error) {
	program, err := self()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	limited, cancel := context.WithTimeoutCause(ctx, baseTime+time.Duration(h.Width*h.Height)*pixelTime, errTooLong)
	defer cancel()
	child := exec.CommandContext(limited, program)
	child.Env = append(os.Environ(), variable+"="+string(kind))
	child.Stdin = bytes.NewReader(data)
	child.WaitDelay = time.Second
	said := &head{left: 1 << 10}
	child.Stderr = said
	out, err := child.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := child.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	picture, readErr := readPicture(out, h)
	if readErr != nil {
		cancel() // it may still be writing
	}
	err = child.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case readErr == nil && err == nil:
		return picture, nil
	case errors.Is(context.Cause(limited), errTooLong):
		return nil, errTooLong
	}
	return nil, fmt.Errorf("heif: %w %w: %s", readErr, err, strings.TrimSpace(said.text.String()))
}

// self is this program's own file.
func self() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil // also after an update has put another file in its place
	}
	return os.Executable()
}

// readPicture reads what serve writes. It makes room for no more than h says.
func readPicture(r io.Reader, h Header) (image.Image, error) {
	var of [5]uint32
	if err := binary.Read(r, binary.LittleEndian, &of); err != nil {
		return nil, err
	}
	w, high := int(of[0]), int(of[1])
	if !h.bears(w, high) {
		return nil, errRefused
	}
	p := planesOf(w, high, int(of[2]), int(of[3]), of[4] == 1)
	if p.bytes == 0 {
		return nil, errRefused
	}
	pixels := make([]byte, p.bytes)
	if _, err := io.ReadFull(r, pixels); err != nil {
		return nil, err
	}
	return p.image(pixels), nil
}

// init makes a process that was started by Decode do that, and nothing else of what the program would do.
func init() {
	if kind := os.Getenv(variable); kind != "" {
		if err := serve(Kind(kind), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// serve decodes what comes from in.
func serve(kind Kind, in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	h, err := ReadHeader(data)
	if err != nil {
		return err
	}
	p, pixels, err := decode(context.Background(), kind, data, h)
	if err != nil {
		return err
	}
	of := [5]uint32{uint32(p.rect.Dx()), uint32(p.rect.Dy()), uint32(p.space), uint32(p.chroma), 0}
	if p.premultiplied {
		of[4] = 1
	}
	if err := binary.Write(out, binary.LittleEndian, of); err != nil {
		return err
	}
	// Rows begin where planesOf says, also in what is read.
	_, err = out.Write(pixels)
	return err
}

func decode(ctx context.Context, kind Kind, data []byte, h Header) (planes, []byte, error) {
	switch kind {
	case HEIC:
		r, err := start(ctx, heifModule, memoryFor(data, h, heicMemory), false)
		if err != nil {
			return planes{}, nil, err
		}
		return r.heic(ctx, data, h)
	case AVIF:
		r, err := start(ctx, avifModule, memoryFor(data, h, avifMemory), h.small())
		if err != nil {
			return planes{}, nil, err
		}
		return r.avif(ctx, data, h)
	}
	return planes{}, nil, fmt.Errorf("heif: no decoder for %q", kind)
}

// small reports whether interpreting the decoder of AVIF takes less time than compiling it. That of HEIC has much to do at its start.
func (h Header) small() bool { return h.Width*h.Height <= smallPixels }

// smallPixels was found by trying.
const smallPixels = 50_000

// head keeps the beginning of what is written.
type head struct {
	text bytes.Buffer
	left int
}

func (h *head) Write(p []byte) (int, error) {
	n := min(len(p), h.left)
	h.text.Write(p[:n])
	h.left -= n
	return len(p), nil
}
