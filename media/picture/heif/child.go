package heif

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"parlando/media/bounded"
	"parlando/media/subprocess"
)

// ErrUnavailable means that the decoder cannot be run on this computer; the file may be fine.
var ErrUnavailable = errors.New("heif: the decoder cannot be started")

// ErrUnsupported means that the file is an unsupported variant of its format.
var ErrUnsupported = errors.New("heif: this kind of file is not supported")

// errRefused means that the output of the decoder does not match the header of the file.
var errRefused = errors.New("heif: the picture is not what its header says")

// errTooLong means that the decoder timed out, which can happen with damaged files.
var errTooLong = errors.New("heif: the decoder took too long")

// Kind is the format of a file.
type Kind string

// The kinds.
const (
	HEIC Kind = "heic"
	AVIF Kind = "avif"
	// JPEG stands for a damaged JPEG when passed to Decode, whose JPEG decoder is more tolerant
	// than others.
	JPEG Kind = "jpeg"
)

// Kinds accepted by Reduce only.
const (
	PNG  Kind = "png"
	WebP Kind = "webp"
	TIFF Kind = "tiff"
)

// ExitUnsupported is the exit code of the helper program for an unsupported variant of the format.
const ExitUnsupported = 3

// The limits of one decoding.
const (
	baseTime  = 20 * time.Second
	pixelTime = 1500 * time.Nanosecond // per pixel, for HEIC on a slow computer
)

// Decode decodes the primary picture of a file, or the first of a sequence, in a separate process:
// subprocess.Helper, which is installed next to this program. The process can be killed at any time
// and returns all of its memory. h is the result of ReadHeader, whose size the caller must have
// accepted. A HEIC is returned rotated; an AVIF is returned as stored and must be rotated according
// to h.
//
// It takes a second or two for a photo. When ctx is done it returns immediately with the error of
// ctx.
func Decode(ctx context.Context, kind Kind, data []byte, h Header) (image.Image, error) {
	picture, _, err := run(ctx, data, h.Width*h.Height, h, string(kind))
	return picture, err
}

// Reduce decodes a very large picture with the given number of pixels in a separate process, like
// Decode, reduced to at most edge pixels wide and high, in at most 340 MB. A HEIC or AVIF must be
// accepted by ReadGrid, and is decoded tile by tile. The result is neither rotated nor
// color-converted. whole is false if the file is damaged and a part may be missing.
//
// It takes some seconds for a photo.
func Reduce(ctx context.Context, kind Kind, data []byte, pixels, edge int) (picture image.Image, whole bool, err error) {
	return run(ctx, data, pixels, Header{Width: edge, Height: edge}, string(kind), strconv.Itoa(edge), strconv.Itoa(len(data)))
}

// run starts the helper program with arguments and passes it data, a picture with the given number
// of pixels. It rejects a result that is larger than h allows.
func run(ctx context.Context, data []byte, pixels int, h Header, arguments ...string) (picture image.Image, whole bool, err error) {
	program, err := subprocess.HelperPath()
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	limited, cancel := context.WithTimeoutCause(ctx, baseTime+time.Duration(pixels)*pixelTime, errTooLong)
	defer cancel()
	child := exec.CommandContext(limited, program, arguments...)
	child.Stdin = bytes.NewReader(data)
	child.WaitDelay = time.Second
	said := bounded.NewTruncatingBuffer(1 << 10)
	child.Stderr = said
	out, err := child.StdoutPipe()
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := subprocess.Start(child); err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	picture, whole, readErr := readPicture(out, h)
	if readErr != nil {
		cancel() // the child may still be writing
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

// readPicture reads the format that Layout.Write writes. It allocates no more than h allows.
func readPicture(r io.Reader, h Header) (picture image.Image, whole bool, err error) {
	var of [5]uint32
	if err := binary.Read(r, binary.LittleEndian, &of); err != nil {
		return nil, false, err
	}
	w, high := int(of[0]), int(of[1])
	if !h.AllowsSize(w, high) {
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
