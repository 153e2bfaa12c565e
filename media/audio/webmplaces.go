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
	start    time.Duration // when the first block of the sound begins
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
	if _, err := w.open(old.tracks); err != nil {
		return nil, 0, err
	}
	for len(w.packets) == 0 {
		if err := w.readBlocks(); err != nil {
			return nil, 0, err
		}
	}
	return w, w.time, nil
}

// begin finds the first block.
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
	_, start, err := p.resume(p.clusters[0].at)
	p.start, p.begun = start, err == nil
	return err
}

func (p *webmPlaces) length() (int64, bool, error) {
	if err := p.begin(); err != nil {
		return -1, false, err
	}
	w := p.source()
	if w.ticks > 0 {
		return p.frames(time.Duration(min(w.ticks*float64(w.scale), 1<<62)) - p.start), true, nil
	}
	if err := p.scan(1 << 62); err != nil {
		return -1, false, err
	}
	last, end, err := p.resume(p.clusters[len(p.clusters)-1].at)
	for err == nil {
		end = last.time
		last.packets = nil
		err = last.readBlocks()
	}
	const block = 20 * time.Millisecond
	return p.frames(end + block - p.start), false, nil
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
	want := frame + p.source().skip
	const warm = 100 * time.Millisecond // Opus wants 80
	to := p.start + duration(want, p.first.rate) - warm
	if err := p.scan(to); err != nil {
		return nil, err
	}
	for i := len(p.clusters) - 1; i > 0; i-- {
		if p.clusters[i].time > to {
			continue
		}
		w, at, err := p.resume(p.clusters[i].at)
		if err != nil {
			return nil, err
		}
		if at > to {
			continue // what comes first there are pictures
		}
		s, err := newStream(p.first.format, p.first.rate, p.first.channels, w)
		if err != nil {
			return nil, err
		}
		return s.seekTo(want-p.frames(at-p.start), -1)
	}
	return restart(p.in, p.first.format, frame)
}
