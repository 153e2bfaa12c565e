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
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"parlando/media/bounded"
)

// ErrUnavailable means that the decoder cannot be run on this computer; it says nothing of the
// file.
var ErrUnavailable = errors.New("heif: the decoder cannot be started")

// ErrUnsupported means that the file uses its format in a way that is not known here.
var ErrUnsupported = errors.New("heif: this kind of file is not supported")

// errRefused: what the decoder wrote does not fit what the file says.
var errRefused = errors.New("heif: the picture is not what its header says")

// errTooLong: the decoder did not come to an end, as it may happen with a damaged file.
var errTooLong = errors.New("heif: the decoder took too long")

// Kind is the format of a file.
type Kind string

// The kinds.
const (
	HEIC Kind = "heic"
	AVIF Kind = "avif"
	// JPEG is for Decode one that is damaged: its decoder goes on where others end.
	JPEG Kind = "jpeg"
)

// Reduce takes these besides.
const (
	PNG  Kind = "png"
	WebP Kind = "webp"
	TIFF Kind = "tiff"
)

// ExitUnsupported is the exit code of the helper program for a variant of the format that it does
// not know.
const ExitUnsupported = 3

// The bounds on one decoding.
const (
	baseTime  = 20 * time.Second
	pixelTime = 1500 * time.Nanosecond // for each pixel: a slow computer takes that for HEIC
)

// Decode decodes the primary picture of a file, or the first of a sequence, in a process of its
// own, the program Helper beside this one: it can be ended at any time, and gives back all of its
// memory. A HEIC is already turned; an AVIF comes as it is stored, to be turned by h. h is the
// result of ReadHeader, and the caller has accepted the size.
//
// It takes a second or two for a photo. When ctx ends it returns at once, with the error of ctx.
func Decode(ctx context.Context, kind Kind, data []byte, h Header) (image.Image, error) {
	picture, _, err := run(ctx, data, h.Width*h.Height, h, string(kind))
	return picture, err
}

// Reduce decodes a very large picture of so many pixels in the same way, at most edge pixels wide
// and high, in at most 340 MB, a HEIC or an AVIF tile by tile. It comes as it is stored, and as the
// colors of the file. whole is false where the file is damaged and a part may be missing. A HEIC or
// an AVIF must have what ReadGrid reads.
//
// It takes some seconds for a photo.
func Reduce(ctx context.Context, kind Kind, data []byte, pixels, edge int) (picture image.Image, whole bool, err error) {
	return run(ctx, data, pixels, Header{Width: edge, Height: edge}, string(kind), strconv.Itoa(edge), strconv.Itoa(len(data)))
}

// run starts the helper program with arguments and hands it data, a picture of so many pixels. What
// comes of it is no larger than h bears.
func run(ctx context.Context, data []byte, pixels int, h Header, arguments ...string) (picture image.Image, whole bool, err error) {
	program, err := helper()
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	limited, cancel := context.WithTimeoutCause(ctx, baseTime+time.Duration(pixels)*pixelTime, errTooLong)
	defer cancel()
	child := exec.CommandContext(limited, program, arguments...)
	child.Stdin = bytes.NewReader(data)
	child.WaitDelay = time.Second
	withoutWindow(child)
	said := bounded.Drop(1 << 10)
	child.Stderr = said
	out, err := child.StdoutPipe()
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := child.Start(); err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	picture, whole, readErr := readPicture(out, h)
	if readErr != nil {
		cancel() // it may still be writing
	}
	err = child.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case readErr == nil && err == nil:
		return picture, whole, nil
	case errors.Is(context.Cause(limited), errTooLong):
		return nil, false, errTooLong
	case child.ProcessState.ExitCode() == ExitUnsupported:
		return nil, false, fmt.Errorf("%w: %s", ErrUnsupported, strings.TrimSpace(said.String()))
	}
	return nil, false, fmt.Errorf("heif: %w: %s", errors.Join(readErr, err), strings.TrimSpace(said.String()))
}

// Helper is the name of the program that decodes, without the ending that programs have on Windows.
// It stands beside this one, because the decoders and what runs them would make this one too large.
const Helper = "parlando-decode"

// helper is the file of the program that decodes.
func helper() (string, error) {
	this, err := os.Executable()
	if err != nil {
		return "", err
	}
	if this, err = filepath.EvalSymlinks(this); err != nil {
		return "", err
	}
	name := Helper
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return exec.LookPath(filepath.Join(filepath.Dir(this), name))
}

// readPicture reads what Layout.Write writes. It makes room for no more than h says.
func readPicture(r io.Reader, h Header) (picture image.Image, whole bool, err error) {
	var of [5]uint32
	if err := binary.Read(r, binary.LittleEndian, &of); err != nil {
		return nil, false, err
	}
	w, high := int(of[0]), int(of[1])
	if !h.Bears(w, high) {
		return nil, false, errRefused
	}
	p := Layout{Width: w, Height: high, Space: int(of[2]), Chroma: int(of[3]), Premultiplied: of[4]&flagPremultiplied != 0}
	size := p.Bytes()
	if size == 0 {
		return nil, false, errRefused
	}
	pixels := make([]byte, size)
	if _, err := io.ReadFull(r, pixels); err != nil {
		return nil, false, err
	}
	return p.Image(pixels), of[4]&flagIncomplete == 0, nil
}
