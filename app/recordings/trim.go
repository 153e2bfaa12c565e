package recordings

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/wholefile"
	"parlando/media/microphone"
	"parlando/media/vad"
)

const (
	// unfinished is the name of speech.wav while it is being made.
	unfinished = ".new-speech.wav"
	// worth is the minimum silence for which a trimmed file is made.
	worth = 300 * time.Millisecond
)

// TrimmedPath returns a file without most of the silence at both ends. speech reports whether the
// recording contains speech; if not, path is the untrimmed file. It waits for a running recording.
// The error is ErrUnknown, a disk error or an error of ctx.
func (r *Recordings) TrimmedPath(ctx context.Context, id chat.ID) (path string, speech bool, err error) {
	if _, err := r.Wait(ctx, id); err != nil {
		return "", false, err
	}
	one, err := r.find(ctx, id)
	if err != nil {
		return "", false, err
	}
	one.trimming.Lock()
	defer one.trimming.Unlock()
	whole, made := one.sound(), filepath.Join(one.dir, speechFile)
	if _, err := os.Stat(made); err == nil {
		return made, true, nil
	}
	start, end, speech, err := bounds(ctx, whole)
	if err != nil {
		return "", false, err
	}
	if !speech {
		return whole, false, nil
	}
	size := int64(0)
	if info, err := os.Stat(whole); err == nil {
		size = info.Size() - headerBytes
	}
	from, to := offset(start-vad.EdgeMargin), min(offset(end+vad.EdgeMargin), size)
	if lengthOf(size-(to-from)) < worth {
		return whole, true, nil
	}
	err = cut(ctx, whole, filepath.Join(one.dir, unfinished), from, to)
	if err == nil {
		err = wholefile.Rename(filepath.Join(one.dir, unfinished), made)
	}
	if err != nil {
		if ctx.Err() != nil {
			return "", false, ctx.Err()
		}
		// If the trimmed file cannot be written, as on a full disk, use the untrimmed one.
		r.o.Log.Warn("The silence at the ends of a recording could not be removed", "id", id, "error", err)
		return whole, true, nil
	}
	return made, true, nil
}

// offset converts a time to a byte offset in the samples.
func offset(d time.Duration) int64 {
	return max(0, int64(d)*microphone.Rate/int64(time.Second)*sampleBytes)
}

// bounds finds the start and end of speech in the sound file of a recording.
func bounds(ctx context.Context, path string) (start, end time.Duration, voice bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, false, err
	}
	defer f.Close()
	if _, err := f.Seek(headerBytes, io.SeekStart); err != nil {
		return 0, 0, false, err
	}
	m := vad.NewBoundsFinder(microphone.Rate)
	in := bufio.NewReaderSize(wholefile.Reader(ctx, f), 1<<16)
	b, samples := make([]byte, 1<<14), make([]int16, 1<<13)
	for {
		n, err := io.ReadFull(in, b)
		for i := range n / sampleBytes {
			samples[i] = int16(binary.LittleEndian.Uint16(b[sampleBytes*i:]))
		}
		m.Write(samples[:n/sampleBytes])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return 0, 0, false, err
		}
	}
	start, end, voice = m.Bounds()
	return start, end, voice, nil
}

// cut writes a WAV with the samples between two byte offsets of the WAV at path.
func cut(ctx context.Context, path, to string, from, end int64) (err error) {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, out.Close()); err != nil {
			_ = os.Remove(to)
		}
	}()
	if _, err := out.Write(header(end - from)); err != nil {
		return err
	}
	if _, err := io.Copy(out, wholefile.Reader(ctx, io.NewSectionReader(in, headerBytes+from, end-from))); err != nil {
		return err
	}
	return out.Sync() // under its final name the file is complete, even after a power failure
}
