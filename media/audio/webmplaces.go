package audio

import (
	"cmp"
	"errors"
	"io"
	"time"

	"parlando/media/container"
)

// webmPlaces finds places among the clusters of a WebM. It goes from one to the next by their
// sizes, and reads of each no more than when it begins.
type webmPlaces struct {
	in    *section
	first *stream

	clusters []container.WebMCluster
	next     int64 // where to go on
	done     bool
	follows  int64 // where another file begins behind it; 0 if none does, or that isn't known yet
	jumps    bool  // there is a hole in the times that does not become silence
	begun    bool
	start    time.Duration // what the times of blocks count more than what is decoded
}

// webmClusters is how many clusters are remembered.
const webmClusters = 1 << 20

func (p *webmPlaces) source() *webmSource { return p.first.src.(*webmSource) }

// scan goes on until a cluster begins behind a time, or to the end. What is damaged is the end.
func (p *webmPlaces) scan(until time.Duration) error {
	if n := len(p.clusters); p.done || n > 0 && p.clusters[n-1].Time > until {
		return nil
	}
	b, err := p.in.reader(max(p.next, p.in.begin), 4<<10)
	if err != nil {
		return err
	}
	file := p.source().file.From(b)
	for !p.done {
		c, err := file.NextCluster()
		if errors.As(err, new(*readError)) {
			return err
		}
		if errors.Is(err, container.ErrFileBehind) {
			p.follows = c.At
		}
		if p.done = err != nil || len(p.clusters) >= webmClusters; p.done {
			break
		}
		if n := len(p.clusters); n > 0 && c.Time-p.clusters[n-1].Time > webmHole {
			p.jumps = true
		}
		p.clusters, p.next = append(p.clusters, c), c.End
		if c.Time > until && c.End > 0 {
			break
		}
	}
	return nil
}

// resume reads from a place on, up to the first block.
func (p *webmPlaces) resume(at int64) (*webmSource, error) {
	b, err := p.in.at(at)
	if err != nil {
		return nil, err
	}
	old := p.source()
	w := &webmSource{in: b, file: old.file.From(b), format: old.format, codec: old.codec}
	return w, w.readBlock()
}

// begin finds the first block, and what the times count more than the sound. Those of Vorbis begin
// before it.
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
	w, err := p.resume(p.clusters[0].At)
	if err != nil {
		return err
	}
	p.start, p.begun = w.block.Time, true
	if w.codec.open == nil {
		return nil
	}
	if _, err := w.decode(p.first); err != nil {
		return err
	}
	w.compare(0)
	for tried := 0; w.clock.blocks < webmTimed && tried < 4*webmTimed; tried++ {
		if _, err := w.next(); err != nil {
			break // a short one
		}
		w.hole = 0
	}
	if w.clock.blocks > 0 {
		p.start = w.clock.start
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
		end, err := p.end(p.clusters[i].At)
		if errors.As(err, new(*readError)) {
			return -1, false, err
		}
		if err == nil {
			return max(0, end-skip), !p.jumps, nil
		}
	}
	if told := p.source().file.Length; told > 0 {
		return p.frames(told-p.start) - skip, false, nil
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
			at, all, w.fresh = max(at, p.frames(w.block.Time-p.start)), 0, false
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

// begins decodes from a place on, and returns where what is decoded first stands, in samples.
func (p *webmPlaces) begins(at int64) (*webmSource, int64, error) {
	w, err := p.resume(at)
	if err != nil {
		return nil, 0, err
	}
	if w.codec.open != nil {
		if w.decoder, err = w.codec.steady(); err != nil {
			return nil, 0, err
		}
	}
	if w.codec.late {
		// Only blocks have times, so that what the others of its packets give is left out, too.
		for len(w.block.Packets) > 0 && err == nil {
			var packet []byte
			if packet, _, err = w.take(); err == nil {
				_, err = w.decoder.decode(packet)
			}
		}
		if err == nil {
			err = w.readBlock()
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return w, p.frames(w.block.Time - p.start), nil
}

// frames is how many samples of each channel are in a time.
func (p *webmPlaces) frames(d time.Duration) int64 {
	rate := int64(p.first.rate)
	d = max(0, d)
	return int64(d/time.Second)*rate + (int64(d%time.Second)*rate+int64(time.Second)/2)/int64(time.Second)
}

func (p *webmPlaces) behind() (int64, error) {
	if err := p.scan(1 << 62); err != nil || p.follows == 0 {
		return -1, err
	}
	return p.follows, nil
}

func (p *webmPlaces) from(frame int64) (*stream, error) {
	if err := p.begin(); err != nil {
		return nil, err
	}
	codec := p.source().codec
	want := frame + codec.skip
	// the first one of a cluster may begin a little later than it does
	const block = 50 * time.Millisecond
	to := p.start + container.Duration(max(0, want-codec.warm), p.first.rate) - block
	if err := p.scan(to); err != nil {
		return nil, err
	}
	if p.done && p.follows > 0 {
		if length, _, err := p.length(); err != nil || length >= 0 && frame >= length {
			return nil, cmp.Or(err, io.EOF)
		}
	}
	for i := len(p.clusters) - 1; i > 0; i-- {
		if p.clusters[i].Time > to {
			continue
		}
		w, at, err := p.begins(p.clusters[i].At)
		if err != nil {
			return nil, err
		}
		if at > want {
			continue // what comes first there are pictures
		}
		w.clock = webmClock{p.start, webmTimed, at}
		s, err := w.decode(p.first)
		if err != nil {
			return nil, err
		}
		return s.seekTo(want-at, -1)
	}
	return restart(p.in, p.first.format, frame)
}
