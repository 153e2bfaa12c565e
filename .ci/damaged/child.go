//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"parlando/app/documents"
	"parlando/media/audio"
	"parlando/media/picture"
	"parlando/media/picture/heif"
	"parlando/media/split"
	"parlando/media/waveform"
)

// readAll reads the files whose path and kind come on in, and writes a result for each.
func readAll(in io.Reader, out io.Writer) {
	answers := json.NewEncoder(out)
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var of []string
		if json.Unmarshal(lines.Bytes(), &of) != nil || len(of) != 2 {
			return
		}
		debug.FreeOSMemory()
		if err := resetPeak(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		start := time.Now()
		err := read(of[0], of[1])
		r := result{Outcome: outcome(err), Memory: peak(), Seconds: time.Since(start).Seconds(), Helpers: helpersPeak()}
		if answers.Encode(r) != nil {
			return
		}
	}
}

// outcome returns "used", "named" for an error that the program explains, or the error's text.
func outcome(err error) string {
	switch {
	case err == nil:
		return "used"
	case errors.Is(err, heif.ErrUnavailable):
		return err.Error() // this computer lacks the decoder: the file is not to blame
	case errors.As(err, new(*picture.Error)), errors.As(err, new(*documents.Error)), errors.As(err, new(*documents.AmbiguousEncodingError)),
		errors.As(err, new(*audio.DecodeError)), errors.As(err, new(*audio.UnsupportedError)), errors.Is(err, audio.ErrUnknownFormat):
		return "named"
	}
	return err.Error()
}

func read(path, kind string) error {
	ctx := context.Background()
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	switch kind {
	case "picture":
		_, err = picture.Prepare(ctx, data)
	case "document":
		documents.ReadPDFFacts(data)
		_, err = documents.Read(ctx, path, documents.Options{})
	default:
		err = listen(ctx, data)
	}
	return err
}

// listen does with a sound all that the program does: measures, draws, plays, seeks and splits.
func listen(ctx context.Context, data []byte) error {
	if _, _, err := audio.Length(bytes.NewReader(data)); err != nil {
		return err
	}
	if _, err := waveform.Measure(ctx, bytes.NewReader(data), 200, nil); err != nil {
		return err
	}
	f, err := audio.Open(bytes.NewReader(data))
	if err != nil {
		return err
	}
	samples := make([]float32, 4096*f.Channels())
	for err == nil {
		_, err = f.Read(samples)
	}
	if err != io.EOF {
		return err
	}
	length, _ := f.Length()
	for _, to := range []time.Duration{length / 2, 0, length} {
		if err := f.Seek(to); err != nil {
			return err
		}
		if _, err := f.Read(samples); err != nil && err != io.EOF {
			return err
		}
	}
	return divide(ctx, data)
}

// divide splits a sound into small parts and reads the parts.
func divide(ctx context.Context, data []byte) error {
	parts, err := split.Plan(ctx, bytes.NewReader(data), int64(len(data)), split.Limits{Bytes: int64(len(data))/2 + 20_000, Duration: 10 * time.Second})
	switch {
	case errors.Is(err, split.ErrFormat), errors.Is(err, split.ErrDamaged), errors.Is(err, split.ErrLimit):
		return nil // the program converts such a file instead of splitting it
	case err != nil:
		return err
	}
	for _, part := range parts {
		if _, err := part.WriteTo(io.Discard); err != nil {
			return err
		}
	}
	return nil
}

// resetPeak resets the kernel's count of this process's peak memory (proc(5), clear_refs).
func resetPeak() error { return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// peak returns the peak memory of this process since resetPeak, in bytes.
func peak() (kilobytes int64) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	if _, line, ok := bytes.Cut(status, []byte("VmHWM:")); ok {
		_, _ = fmt.Sscan(string(line), &kilobytes)
	}
	return kilobytes << 10
}

// helpersPeak returns the largest peak memory of any ended child process, in bytes.
func helpersPeak() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage) != nil {
		return 0
	}
	return usage.Maxrss << 10
}
