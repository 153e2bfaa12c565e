package concat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"parlando/media/audio"
	"parlando/media/container"
)

const (
	// opusRate is the unit of granule positions in Hz (RFC 7845, 4).
	opusRate = 48_000
	// opusPage is the duration of a page, short so that players can seek quickly.
	opusPage = time.Second
)

// opusPlan is the result of the first pass over the parts.
type opusPlan struct {
	head   []byte
	skip   int64   // pre-skip in samples
	starts []int64 // number of samples before each part
	length int64   // total number of samples
}

// scanOpus reads all parts. The header comes from the first part. It is changed to stereo if any
// part is stereo, as each packet declares its own channel count.
func (j *joiner) scanOpus() (*opusPlan, error) {
	p := &opusPlan{}
	for i := range j.parts {
		p.starts = append(p.starts, p.length)
		err := j.walkOpus(i, func(head []byte) error {
			if p.head == nil {
				p.head = slices.Clone(head)
				p.skip = int64(binary.LittleEndian.Uint16(head[10:]))
			}
			// Gain and channel mapping apply to the whole file. Mapping family 0 is mono or stereo.
			if string(head[16:18]) != string(p.head[16:18]) || head[18] != 0 {
				return fmt.Errorf("%w: the gain or channel mapping differs", ErrParametersDiffer)
			}
			p.head[9] = max(p.head[9], head[9])
			return nil
		}, func(packet []byte, samples int64) error {
			p.length += samples
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// walkOpus calls begin with the header of a part, then f with each packet and its length in
// samples.
func (j *joiner) walkOpus(i int, begin func(head []byte) error, f func(packet []byte, samples int64) error) error {
	return j.each(i, func(r io.Reader) error {
		if j.parts[i].PCM {
			return fmt.Errorf("%w: the part is not Opus", ErrParametersDiffer)
		}
		opus, err := audio.NewOpusReader(r)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrParametersDiffer, err)
		}
		if err := begin(opus.Head); err != nil {
			return err
		}
		for some := false; ; some = true {
			packet, err := opus.Next()
			switch {
			case err == io.EOF && some && opus.Intact(): //nolint:errorlint // a wrapped one is an error
				return nil
			case err == nil && opus.Intact():
			case err == nil, errors.Is(err, io.EOF):
				return fmt.Errorf("%w: a page is missing or broken", ErrDamaged)
			default:
				return err
			}
			length, err := audio.OpusPacketDuration(packet)
			if err != nil {
				return fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			if err := f(packet, int64(length)*opusRate/int64(time.Second)); err != nil {
				return err
			}
		}
	})
}

// joinOpus writes a single stream: one header, then the packets of all parts with continuous
// positions.
func (j *joiner) joinOpus(w io.WriteSeeker) (Result, error) {
	p, err := j.scanOpus()
	if err != nil {
		return Result{}, err
	}
	// The decoder skips the samples of the pre-skip, so the first part starts at 0.
	place := func(samples int64) time.Duration { return container.Duration(max(0, samples-p.skip), opusRate) }
	result := Result{Length: place(p.length)}
	for _, samples := range p.starts {
		result.Starts = append(result.Starts, place(samples))
	}
	out := newBuffered(w)
	ogg := container.NewOggWriter(out, 1)
	for _, packet := range [][]byte{p.head, opusTags(j.options, chaptersOf(j.parts, result))} {
		if err := errors.Join(ogg.Write(packet, 0), ogg.Flush()); err != nil {
			return Result{}, unmarked(err)
		}
	}
	var at, page int64
	for i := range j.parts {
		err := j.walkOpus(i, func([]byte) error { return nil }, func(packet []byte, samples int64) error {
			if page >= int64(opusPage)*opusRate/int64(time.Second) {
				if err := ogg.Flush(); err != nil {
					return err
				}
				page = 0
			}
			at, page = at+samples, page+samples
			return ogg.Write(packet, at)
		})
		if err != nil {
			return Result{}, err
		}
		j.tell(i + 1)
	}
	if err := ogg.Close(); err != nil {
		return Result{}, unmarked(err)
	}
	return result, out.Flush()
}

// opusTags returns the comment header (RFC 7845, 5.2), with chapters in the most common notation.
func opusTags(o Options, chapters []chapter) []byte {
	var comments []string
	add := func(name, value string) {
		if value != "" {
			comments = append(comments, name+"="+value)
		}
	}
	add("TITLE", o.Title)
	add("ARTIST", o.Artist)
	for i, c := range chapters {
		ms := c.start.Milliseconds()
		add(fmt.Sprintf("CHAPTER%03d", i+1), fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000))
		add(fmt.Sprintf("CHAPTER%03dNAME", i+1), c.title)
	}
	le := binary.LittleEndian
	field := func(b []byte, s string) []byte { return append(le.AppendUint32(b, uint32(len(s))), s...) }
	b := field([]byte("OpusTags"), "Parlando")
	b = le.AppendUint32(b, uint32(len(comments)))
	for _, c := range comments {
		b = field(b, c)
	}
	return b
}
