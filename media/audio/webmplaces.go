package audio

import (
	"bufio"
	"errors"
	"io"
	"time"
)

// webmPlaces finds places among the clusters of a WebM. It goes from one to the next by their sizes, and reads of each no more than
// when it begins.
type webmPlaces struct {
	in    *section
	first *stream

	clusters []webmMark
	next     int64 // where to go on
	done     bool
	begun    bool
	start    time.Duration // what the times of blocks count more than what is decoded
}

// webmMark is a cluster: where it begins in the file, and when.
type webmMark struct {
	at   int64
	time time.Duration
}

// webmClusters is how many clusters are remembered.
const webmClusters = 1 << 20

func (p *webmPlaces) source() *webmSource { return p.first.src.(*webmSource) }

// scan goes on until a cluster begins behind a time, or to the end.
func (p *webmPlaces) scan(until time.Duration) error {
	if p.next == 0 {
		p.next = p.in.begin
	}
	if n := len(p.clusters); p.done || n > 0 && p.clusters[n-1].time > until {
		return nil
	}
	below := &readCounter{r: p.in.file}
	b := bufio.NewReaderSize(below, 4<<10)
	jump := func(to int64) error {
		at := below.n - int64(b.Buffered())
		if ahead := to - at; ahead >= 0 && ahead <= int64(b.Buffered()) && below.n > 0 {
			_, err := b.Discard(int(ahead))
			return err
		}
		if _, err := p.in.file.Seek(to, io.SeekStart); err != nil {
			return &readError{err}
		}
		below.n = to
		b.Reset(below)
		return nil
	}
	if err := jump(p.next); err != nil {
		return err
	}
	at := p.next
	var cluster, end int64 // where the last one began, and ends; 0 if it doesn't tell
	for {
		place := below.n - int64(b.Buffered())
		id, size, err := readEBML(b)
		if err != nil {
			var reading *readError
			if p.done = !errors.As(err, &reading); p.done {
				return nil // what is damaged is the end
			}
			return err
		}
		body := below.n - int64(b.Buffered())
		switch id {
		case webmSegment:
			continue
		case webmCluster:
			cluster, end, at = place, 0, place
			if size > 0 {
				end = body + size
			}
			continue
		case webmClusterTime:
			payload, err := readEBMLPayload(b, size)
			if err != nil || cluster == 0 || len(p.clusters) >= webmClusters {
				p.done = true
				return nil //nolint:nilerr // as above
			}
			ticks := int64(min(ebmlElement{payload: payload}.number(), 1<<40))
			scale := p.source().scale
			mark := webmMark{cluster, time.Duration(min(ticks, int64(1<<62)/int64(scale))) * scale}
			p.clusters = append(p.clusters, mark)
			p.next = at
			if end > 0 {
				p.next = end
			}
			if mark.time > until && end > 0 {
				return nil
			}
			if end > 0 {
				if err := jump(end); err != nil {
					return err
				}
			}
			cluster = 0
			continue
		}
		if size < 0 {
			p.done = true
			return nil
		}
		if err := jump(body + size); err != nil {
			return err
		}
	}
}

// resume decodes from a place on, and gives what it decodes first with its time.
func (p *webmPlaces) resume(at int64) (*webmSource, time.Duration, error) {
	b, err := p.in.at(at)
	if err != nil {
		return nil, 0, err
	}
	old := p.source()
	w := &webmSource{b: b, scale: old.scale, format: old.format}
	if err := w.open(old.tracks); err != nil {
		return nil, 0, err
	}
	for len(w.packets) == 0 {
		if err := w.readBlocks(); err != nil {
			return nil, 0, err
		}
	}
	return w, w.time, nil
}

// webmTimed is how many blocks are compared with what is decoded of them: their times are rounded to a millisecond, mostly.
const webmTimed = 16

// begin finds the first block, and what the times count more than the sound. Those of Vorbis begin before it.
func (p *webmPlaces) begin() error {
	if p.begun {
		return nil
	}
	if err := p.scan(0); err != nil {
		return err
	}
	if len(p.clusters) == 0 {
		return errors.New("it has no sound")
	}
	w, start, err := p.resume(p.clusters[0].at)
	if err != nil {
		return err
	}
	p.start, p.begun = start, true
	if w.codec.open == nil {
		return nil
	}
	d, err := w.codec.steady()
	if err != nil {
		return err
	}
	var decoded, count int64
	var more time.Duration
	for count < webmTimed {
		packet, _, err := w.take()
		if err != nil {
			break // a short one
		}
		fresh := w.fresh
		w.fresh = false
		at := w.time
		samples, err := d.decode(packet)
		if err != nil {
			break
		}
		if len(samples) > 0 && fresh {
			more += at - duration(decoded, p.first.rate)
			count++
		}
		decoded += int64(len(samples) / w.codec.channels)
	}
	if count > 0 {
		p.start = more / time.Duration(count)
	}
	return nil
}

func (p *webmPlaces) length() (int64, bool, error) {
	if err := p.begin(); err != nil {
		return -1, false, err
	}
	if err := p.scan(1 << 62); err != nil {
		return -1, false, err
	}
	skip := p.source().codec.skip
	for i := len(p.clusters) - 1; i >= 0; i-- {
		end, err := p.end(p.clusters[i].at)
		if errors.As(err, new(*readError)) {
			return -1, false, err
		}
		if err == nil {
			return max(0, end-skip), true, nil
		}
	}
	if w := p.source(); w.ticks > 0 {
		return p.frames(time.Duration(min(w.ticks*float64(w.scale), 1<<62))-p.start) - skip, false, nil
	}
	return -1, false, nil
}

// end is where the sound ends, in samples, told by the blocks from a cluster on.
func (p *webmPlaces) end(cluster int64) (int64, error) {
	w, at, err := p.begins(cluster)
	if err != nil {
		return 0, err
	}
	var all int64
	for {
		packet, over, err := w.take()
		if err != nil {
			if errors.As(err, new(*readError)) {
				return 0, err
			}
			return at + all, nil
		}
		if w.fresh { // what is counted from block to block stays right where some are missing
			at, all, w.fresh = max(at, p.frames(w.time-p.start)), 0, false
		}
		n := w.codec.frames(packet)
		if n == 0 && w.codec.open != nil {
			samples, err := w.decoder.decode(packet)
			if err == nil {
				n = int64(len(samples) / w.codec.channels)
			}
		} else if n == 0 {
			n = mp3Frames(packet)
		}
		all += n - min(n, over)
	}
}

// begins decodes from a place on, and says where what is decoded first stands, in samples.
func (p *webmPlaces) begins(at int64) (*webmSource, int64, error) {
	w, start, err := p.resume(at)
	if err != nil {
		return nil, 0, err
	}
	if w.codec.open == nil {
		return w, p.frames(start - p.start), nil
	}
	if w.decoder, err = w.codec.steady(); err != nil {
		return nil, 0, err
	}
	if w.codec.late {
		packet, _, err := w.take()
		if err == nil {
			_, err = w.decoder.decode(packet)
		}
		for err == nil && len(w.packets) == 0 {
			err = w.readBlocks()
		}
		if err != nil {
			return nil, 0, err
		}
		start = w.time
	}
	return w, p.frames(start - p.start), nil
}

// frames is how many samples of each channel are in a time.
func (p *webmPlaces) frames(d time.Duration) int64 {
	rate := int64(p.first.rate)
	d = max(0, d)
	return int64(d/time.Second)*rate + (int64(d%time.Second)*rate+int64(time.Second)/2)/int64(time.Second)
}

func (p *webmPlaces) from(frame int64) (*stream, error) {
	if err := p.begin(); err != nil {
		return nil, err
	}
	codec := p.source().codec
	want := frame + codec.skip
	const block = 50 * time.Millisecond // the first one of a cluster may begin a little later than it does
	to := p.start + duration(max(0, want-codec.warm), p.first.rate) - block
	if err := p.scan(to); err != nil {
		return nil, err
	}
	for i := len(p.clusters) - 1; i > 0; i-- {
		if p.clusters[i].time > to {
			continue
		}
		w, at, err := p.begins(p.clusters[i].at)
		if err != nil {
			return nil, err
		}
		if at > want {
			continue // what comes first there are pictures
		}
		s, err := w.decode(p.first)
		if err != nil {
			return nil, err
		}
		return s.seekTo(want-at, -1)
	}
	return restart(p.in, p.first.format, frame)
}
