package transcriber

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"parlando/app/internal/wholefile"
	"parlando/media/audio"
	"parlando/media/split"
	"parlando/media/vad"
)

// cuts caches how a file was split, and the part that was split last.
type cuts struct {
	of     *source
	limits limits
	parts  []split.Part

	inner   *os.File
	within  string // name of the part stored in inner, and the limits used to split it
	divided []split.Part

	// levels are the sound levels of levelsOf, a file that was split at pauses.
	levels   *vad.BoundsFinder
	levelsOf *source
}

func (c *cuts) close() error {
	if c.inner == nil {
		return nil
	}
	err := errors.Join(c.inner.Close(), os.Remove(c.inner.Name()))
	c.inner, c.within, c.divided = nil, "", nil
	return err
}

// whole splits a file.
func (w *jobRun) whole(ctx context.Context, l limits) ([]split.Part, error) {
	c, s := &w.cuts, w.sending
	if c.of == s && c.limits == l {
		return c.parts, nil
	}
	how := l.split()
	if l.Shortest > 0 {
		var err error
		if how.Levels, err = w.levels(ctx); err != nil {
			return nil, err
		}
	}
	parts, err := split.Plan(ctx, s, s.size, how)
	if err != nil {
		return nil, err
	}
	c.of, c.limits, c.parts = s, l, parts
	return parts, nil
}

// levels returns the sound levels of the file to split, from the folder if measured before.
func (w *jobRun) levels(ctx context.Context) (*vad.BoundsFinder, error) {
	c := &w.cuts
	if c.levels != nil && c.levelsOf == w.sending {
		return c.levels, nil
	}
	found, name := new(vad.BoundsFinder), levelsFile
	if w.sending != w.original {
		name += "-converted"
	}
	data, err := os.ReadFile(w.folder.path(name))
	if err != nil || found.UnmarshalBinary(data) != nil {
		w.teller.phase(Measuring, 0, w.sending.size)
		if found, err = split.Listen(ctx, &countingReader{w.sending, w.teller}, w.sending.size); err != nil || found == nil {
			return nil, err
		}
		if data, err = found.AppendBinary(nil); err == nil {
			err = w.folder.saveBytes(name, data)
		}
		if err != nil {
			return nil, err
		}
	}
	c.levels, c.levelsOf = found, w.sending
	return found, nil
}

// countingReader reports the progress of reading a file.
type countingReader struct {
	*source
	teller *teller
}

func (c *countingReader) ReadAt(b []byte, at int64) (int, error) {
	c.teller.phase(Measuring, at, c.size)
	return c.source.ReadAt(b, at)
}

// part finds the sound of a planned part by repeating its splits.
func (w *jobRun) part(ctx context.Context, p sentPart) (split.Part, error) {
	parts, err := w.whole(ctx, p.Cuts[0].limits)
	for level := 0; err == nil; level++ {
		i := p.Cuts[level].Index
		if i >= len(parts) {
			return split.Part{}, ErrChanged
		}
		if level == len(p.Cuts)-1 {
			if parts[i].Length() != p.Bytes {
				return split.Part{}, ErrChanged
			}
			return parts[i], nil
		}
		parts, err = w.cuts.divide(ctx, w.folder, parts[i], sentPart{Cuts: p.Cuts[:level+1]}, p.Cuts[level+1].limits)
	}
	return split.Part{}, err
}

// divide splits a part, which is written to a file first.
func (c *cuts) divide(ctx context.Context, f folder, part split.Part, is sentPart, l limits) ([]split.Part, error) {
	within := fmt.Sprintf("%s %v", is.name(), l)
	if c.within == within {
		return c.divided, nil
	}
	file, err := f.temporary()
	if err != nil {
		return nil, err
	}
	undo := func(err error) error { return errors.Join(err, file.Close(), os.Remove(file.Name())) }
	if _, err := part.WriteTo(file); err != nil {
		return nil, undo(err)
	}
	parts, err := split.Plan(ctx, file, part.Length(), l.split())
	if err != nil {
		return nil, undo(err)
	}
	// The old inner file can be closed now: part may lie in it, but is not read anymore.
	if err := c.close(); err != nil {
		return nil, undo(err)
	}
	c.inner, c.within, c.divided = file, within, parts
	return parts, nil
}

// fits reports whether the parts that p takes from the whole file are unchanged in time and size.
func fits(p plan, whole []split.Part) bool {
	for _, one := range p.Parts {
		if len(one.Cuts) == 0 || one.Cuts[0].Index >= len(whole) || one.Cuts[0].Index < 0 {
			return false
		}
		is := whole[one.Cuts[0].Index]
		if len(one.Cuts) == 1 && (is.Start != one.Start || is.End != one.End || is.Length() != one.Bytes) {
			return false
		}
	}
	return len(p.Parts) >= len(whole)
}

// divide plans the parts to send: the file as it is, or its parts. The file is first converted to
// MP3 if the service does not accept its format, or if that avoids splitting a WAV.
func (w *jobRun) divide(ctx context.Context, l limits) (plan, error) {
	if w.sending == nil || w.sending == w.original {
		w.sending = w.original
		// To split or convert a file that is too large, Parlando must be able to decode it.
		if w.original.size > l.Bytes {
			if err := w.original.readable(); err != nil {
				return plan{}, err
			}
		}
		if w.original.taken {
			p, err := w.cut(ctx, l)
			small := err == nil && (len(p.Parts) == 1 || l.Shortest > 0 || w.original.format != audio.WAV || audio.SmallMP3Size(p.Length) > l.Bytes)
			if small || err != nil && !errors.Is(err, split.ErrLimit) && !errors.Is(err, split.ErrFormat) {
				return p, explain(err)
			}
		}
		var err error
		if w.sending, err = w.convert(ctx); err != nil {
			w.sending = w.original
			return plan{}, err
		}
	}
	p, err := w.cut(ctx, l)
	p.Converted = true
	return p, explain(err)
}

// cut makes a plan that splits the file to send.
func (w *jobRun) cut(ctx context.Context, l limits) (plan, error) {
	parts, err := w.whole(ctx, l)
	if errors.Is(err, split.ErrFormat) && w.sending.size <= l.Bytes && w.sending.format == "" {
		// The service knows the format, Parlando does not.
		return plan{Whole: true, Parts: []sentPart{{Bytes: w.sending.size, Cuts: []cutStep{{l, 0}}}}}, nil
	}
	if err != nil {
		return plan{}, err
	}
	p := plan{Length: parts[len(parts)-1].End, Whole: len(parts) == 1 && parts[0].Length() == w.sending.size}
	for i, part := range parts {
		p.Parts = append(p.Parts, sentPart{
			Start: part.Start, End: part.End, Bytes: part.Length(), Cuts: []cutStep{{l, i}}, From: part.From, To: part.To, Disjoint: !part.Overlaps,
		})
	}
	return p, nil
}

// lessen splits part i, which exceeds the service's limits. While no part is done, the whole file
// is split again. ErrLimit means that the part cannot be split.
func (w *jobRun) lessen(ctx context.Context, i int, l limits) error {
	if !w.done() {
		if err := w.begin(ctx, l); err != nil {
			return err
		}
		if i < len(w.plan.Parts) && l.exceededBy(w.plan.Parts[i]) {
			return ErrLimit
		}
		return nil
	}
	if err := w.split(ctx, i, l); err != nil {
		return err
	}
	return w.savePlan()
}

// split replaces part i of the plan by several and leaves the others unchanged. The caller saves
// the plan.
func (w *jobRun) split(ctx context.Context, i int, l limits) error {
	if w.plan.Whole {
		return ErrLimit
	}
	p := w.plan.Parts[i]
	part, err := w.part(ctx, p)
	if err != nil {
		return explain(err)
	}
	parts, err := w.cuts.divide(ctx, w.folder, part, p, l)
	if err != nil {
		return explain(err)
	}
	if len(parts) < 2 {
		return ErrLimit
	}
	var pieces []sentPart
	for n, one := range parts {
		end := p.Start + one.End
		if n == len(parts)-1 && p.End > 0 {
			end = p.End
		}
		pieces = append(pieces, sentPart{
			Start: p.Start + one.Start, End: end, Bytes: one.Length(), Cuts: append(append([]cutStep(nil), p.Cuts...), cutStep{l, n}),
			From: p.Start + one.From, To: p.Start + one.To, Disjoint: !one.Overlaps,
		})
	}
	pieces[0].From, pieces[0].Disjoint = p.From, p.Disjoint
	if p.To > 0 {
		pieces[len(pieces)-1].To = p.To
	}
	w.plan.Parts = append(w.plan.Parts[:i:i], append(pieces, w.plan.Parts[i+1:]...)...)
	return nil
}

// convert converts the file to MP3, which every service accepts, unless that was done before.
func (w *jobRun) convert(ctx context.Context) (*source, error) {
	name := w.folder.path(convertedFile)
	if s, err := openSource(name); err == nil {
		return s, nil
	}
	if w.original.format == "" {
		return nil, ErrNoSound
	}
	w.teller.phase(Converting, 0, w.original.size)
	out, err := w.folder.temporary()
	if err != nil {
		return nil, fmt.Errorf("convert the sound: %w", err)
	}
	in := &countingFile{File: w.original.File}
	length, err := audio.TranscodeToMP3(ctx, in, out, func(time.Duration, time.Duration) {
		w.teller.phase(Converting, in.at, w.original.size)
	})
	var damage *audio.DecodeError
	switch {
	// A truncated file is worth transcribing.
	case err == nil, errors.Is(err, io.ErrUnexpectedEOF) && length > 0:
		err = out.Sync()
	case errors.As(err, &damage):
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	case errors.Is(err, audio.ErrUnknownFormat):
		err = noSound(err)
	}
	err = errors.Join(err, out.Close())
	if err == nil {
		err = wholefile.Rename(out.Name(), name)
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(out.Name()))
	}
	return openSource(name)
}

// countingFile is a file that counts the bytes read.
type countingFile struct {
	*os.File
	at int64
}

func (c *countingFile) Read(p []byte) (int, error) {
	n, err := c.File.Read(p)
	c.at += int64(n)
	return n, err
}

func (c *countingFile) Seek(offset int64, whence int) (int64, error) {
	at, err := c.File.Seek(offset, whence)
	c.at = at
	return at, err
}

// explain converts an error of package split to one of the errors of this package.
func explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, split.ErrFormat):
		return noSound(err)
	case errors.Is(err, split.ErrDamaged):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case errors.Is(err, split.ErrLimit):
		return fmt.Errorf("%w: %w", ErrLimit, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	return err
}
