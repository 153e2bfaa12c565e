package audio

import (
	"errors"
	"io"
	"time"

	"parlando/media/container"
)

// webmPlaces seeks among the clusters of a WebM. It follows their declared sizes and reads only the
// timestamp of each.
type webmPlaces struct {
	in    *section
	first *stream

	clusters []container.WebMCluster
	next     int64 // file offset where scan continues
	done     bool
	joined   bool          // another file follows
	jumps    bool          // a hole in the timestamps is too long to become silence
	trembles bool          // the first or the last timestamps differ by more than rounding
	start    time.Duration // mean difference between the first timestamps and the decoded time
}

const (
	// webmNear is the number of bytes after the start of a cluster in which the timestamps of
	// blocks are compared.
	webmNear = 32 << 10
	// webmTremble is the widest spread of offsets whose mean is useful: a wider one means missing
	// sound.
	webmTremble = 20 * time.Millisecond
)

// webmClusters is the number of clusters that are remembered.
const webmClusters = 1 << 20

func (p *webmPlaces) source() *webmSource { return p.first.src.(*webmSource) }

// scan reads clusters until one begins after until, or to the end. A damaged cluster counts as the
// end.
func (p *webmPlaces) scan(until time.Duration) error {
	if n := len(p.clusters); p.done || n > 0 && p.clusters[n-1].Time > until {
		return nil
	}
	b, err := p.in.reader(max(p.next, p.in.begin), 4<<10)
	if err != nil {
		return err
	}
	file := p.source().file.ContinueAt(b)
	for !p.done {
		c, err := file.NextCluster()
		if errors.As(err, new(*readError)) {
			return err
		}
		p.joined = errors.Is(err, container.ErrAnotherFile)
		if p.done = err != nil || len(p.clusters) >= webmClusters; p.done {
			break
		}
		if n := len(p.clusters); n > 0 && c.Time-p.clusters[n-1].Time > webmHole {
			p.jumps = true
		}
		p.clusters, p.next = append(p.clusters, c), c.EndOffset
		if c.Time > until && c.EndOffset > 0 {
			break
		}
	}
	return nil
}

// begin finds the first block and sets p.start from the timestamps of the first blocks.
func (p *webmPlaces) begin() error {
	if len(p.clusters) > 0 {
		return nil
	}
	if err := p.scan(0); err != nil {
		return err
	}
	if len(p.clusters) == 0 {
		return errors.New("no sound")
	}
	w, err := p.resume(p.clusters[0].Offset)
	if err != nil {
		return err
	}
	if !w.block.Gap { // after damage, timestamps count from 0
		p.start = w.block.Time
	}
	if w.codec.open == nil {
		return nil
	}
	if _, err := w.decode(); err != nil {
		return err
	}
	w.compare(0)
	for tried := 0; w.clock.blocks < webmTimed && tried < 4*webmTimed; tried++ {
		if _, err := w.next(); err != nil {
			break // a short file
		}
		w.hole = 0
	}
	if w.clock.blocks > 0 {
		p.start = w.clock.start
	}
	p.trembles = w.clock.spread.trembles()
	return nil
}

// resume returns a source that starts at file offset at and has read its first block.
func (p *webmPlaces) resume(at int64) (*webmSource, error) {
	b, err := p.in.at(at)
	if err != nil {
		return nil, err
	}
	old := p.source()
	w := &webmSource{in: b, file: old.file.ContinueAt(b), format: old.format, codec: old.codec}
	return w, w.readBlock()
}

func (p *webmPlaces) length() (int64, bool, error) {
	err := p.begin()
	if err == nil {
		err = p.scan(1 << 62)
	}
	if err != nil || p.joined {
		return -1, false, err
	}
	skip := p.source().codec.skip
	last := len(p.clusters) - 1
	if p.source().codec.late {
		last = max(0, last-1) // the packet before the last block may be in another cluster
	}
	for i := last; i >= 0; i-- {
		end, err := p.end(p.clusters[i].Offset)
		if errors.As(err, new(*readError)) {
			return -1, false, err
		}
		if err == nil {
			return max(0, end-skip), !p.jumps && !p.trembles, nil
		}
	}
	if told := p.source().file.Length; told > 0 {
		return p.frames(told-p.start) - skip, false, nil
	}
	return -1, false, nil
}

// end returns the end of the sound in samples per channel, computed from the last block after a
// cluster.
func (p *webmPlaces) end(cluster int64) (int64, error) {
	w, err := p.resume(cluster)
	if err != nil {
		return 0, err
	}
	var before []byte // the packet before those of the last block
	last := w.block
	times := blockTimes{rate: p.first.rate}
	times.add(last.Time, w.frames)
	for err = w.readBlock(); err == nil; err = w.readBlock() {
		if !times.add(w.block.Time, w.frames) {
			times = blockTimes{rate: p.first.rate}
			times.add(w.block.Time, w.frames)
		}
		p.trembles = p.trembles || w.frames > 0 && times.spread.trembles()
		before, last = last.Packets[len(last.Packets)-1], w.block
	}
	if errors.As(err, new(*readError)) {
		return 0, err
	}
	if w.codec.open == nil { // the padding at the end of an MP3 is audible
		end := p.frames(last.Time - p.start)
		for _, packet := range last.Packets {
			end += mp3Frames(packet)
		}
		return end, nil
	}
	n := w.frames
	if w.codec.late {
		if _, err := w.decodeAhead([][]byte{before}); err != nil {
			return 0, err
		}
		if n, err = w.decodeAhead(last.Packets); err != nil {
			return 0, err
		}
	}
	return p.frames(last.Time-p.start-last.Discard) + n, nil
}

// frames converts a duration to samples per channel.
func (p *webmPlaces) frames(d time.Duration) int64 {
	rate := int64(p.first.rate)
	d = max(0, d)
	return int64(d/time.Second)*rate + (int64(d%time.Second)*rate+int64(time.Second)/2)/int64(time.Second)
}

// begins returns the time of the first block after the start of a cluster. It averages over the
// next blocks if their lengths are known and nothing is missing, because timestamps are rounded.
func (p *webmPlaces) begins(cluster int64) (time.Duration, error) {
	w, err := p.resume(cluster)
	if err != nil {
		return 0, err
	}
	first, times := w.block.Time, blockTimes{rate: p.first.rate}
	for w.frames > 0 && times.spread.count < webmTimed && w.in.Offset() < cluster+webmNear && times.add(w.block.Time, w.frames) {
		if err := w.readBlock(); errors.As(err, new(*readError)) {
			return 0, err
		} else if err != nil {
			break
		}
	}
	if s := times.spread; s.count > 0 && s.most-s.least < webmTremble {
		return s.mean, nil
	}
	return first, nil
}

func (p *webmPlaces) from(frame int64) (*stream, int64, error) {
	if err := p.begin(); err != nil {
		return nil, 0, err
	}
	codec := p.source().codec
	// The first block of a cluster may start this much later than the cluster.
	const block = 50 * time.Millisecond
	to := p.start + container.Duration(max(0, frame+codec.skip-codec.warm), p.first.rate) - block
	if err := p.scan(to); err != nil {
		return nil, 0, err
	}
	for i := len(p.clusters) - 1; i > 0; i-- {
		if p.clusters[i].Time > to {
			continue
		}
		begins, err := p.begins(p.clusters[i].Offset)
		if err != nil {
			return nil, 0, err
		}
		w, err := p.resume(p.clusters[i].Offset)
		if err != nil {
			return nil, 0, err
		}
		if codec.late {
			err = w.warmUp()
			begins = w.block.Time
		}
		if errors.Is(err, io.EOF) {
			continue // the cluster has only the last block of the file
		}
		if err != nil {
			return nil, 0, err
		}
		at := p.frames(begins - p.start)
		if at > frame+codec.skip {
			continue // the cluster starts with video, its sound is too late
		}
		w.clock = webmClock{start: p.start, blocks: webmTimed, decoded: at}
		s, err := w.decode()
		return s, at - codec.skip, err
	}
	return restart(p.in, p.first.format)
}
