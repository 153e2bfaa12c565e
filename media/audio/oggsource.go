package audio

import (
	"slices"

	"parlando/media/container"
)

// oggSource decodes the sounds of an Ogg. Those behind the first are brought to its shape. Of pages
// that are missing it makes silence: those behind them say where they stand.
type oggSource struct {
	ogg   *container.Ogg
	link  *oggLink // that is decoded
	first *oggLink
	shape shape // of the first one

	decoder *steadyDecoder
	adapter *adapter
	skip    int64 // frames of the link's start that are still to be left out
	heard   int64 // frames of the link so far, those left out too
	base    int64 // what its pages count more
	based   bool  // that is known
	places  int   // how many places were missing

	owed int64 // frames of silence that come before held
	held []float32
	err  error // that comes behind them
}

// oggGap is how many seconds of silence stand for pages that are missing, at most.
const oggGap = 60

// oggPageMost is how many seconds of sound a page has, at most: those of encoders have one. A
// stream that was tuned into in the middle counts on from far more.
const oggPageMost = 5

func newOgg(b *container.Reader, format Format) (*stream, error) {
	return newOggAs(b, format, shape{})
}

// newOggAs decodes from a link on, and brings it to a shape; none is that of the link.
func newOggAs(b *container.Reader, format Format, as shape) (*stream, error) {
	src := &oggSource{ogg: container.NewOgg(b), shape: as}
	packet, _, err := src.ogg.Next()
	if err != nil {
		return nil, err
	}
	if err := src.begin(packet); err != nil {
		return nil, err
	}
	src.first = src.link
	if as == (shape{}) {
		src.shape = shape{src.link.codec.rate, src.link.codec.channels}
	}
	return newStream(format, src.shape.rate, src.shape.channels, src)
}

// begin reads the headers of a link, of which first is the first one.
func (o *oggSource) begin(first []byte) error {
	link, err := readOggLink(o.ogg, first)
	if err != nil {
		return err
	}
	return o.decode(link)
}

// decode begins with the packets of a link.
func (o *oggSource) decode(link *oggLink) error {
	if o.decoder != nil {
		o.places += o.decoder.places
	}
	o.link, o.skip, o.heard, o.base, o.based, o.ogg.Gap = link, link.codec.skip, 0, 0, false, false
	var err error
	if o.decoder, err = link.codec.steady(); err == nil && o.shape.rate > 0 {
		o.adapter = o.adapter.to(shape{link.codec.rate, link.codec.channels}, o.shape)
	}
	return err
}

func (o *oggSource) next() ([]float32, error) {
	for {
		if n := min(o.owed, pieceLength); n > 0 {
			o.owed -= n
			if samples := o.adapter.process(make([]float32, int(n)*o.link.codec.channels)); len(samples) > 0 {
				return samples, nil
			}
			continue
		}
		if samples := o.held; len(samples) > 0 {
			o.held = nil
			if samples = o.adapter.process(samples); len(samples) > 0 {
				return samples, nil
			}
			continue
		}
		if o.err != nil {
			return nil, o.err
		}
		samples, _, err := o.packet()
		if o.err = err; err != nil {
			samples = o.end()
		}
		if len(samples) > 0 {
			return samples, nil
		}
	}
}

// end gives what is still to be heard of a link.
func (o *oggSource) end() []float32 {
	rest := slices.Clone(o.adapter.process(o.decoder.silence(nil)))
	return append(rest, o.adapter.flush()...)
}

// packet decodes one packet, and tells whether it is the last of its page. What it gives may be
// empty.
func (o *oggSource) packet() (samples []float32, endsPage bool, err error) {
	packet, endsPage, err := o.ogg.Next()
	switch {
	case err != nil:
		return nil, false, err
	case oggBegins(packet) != "": // another file was joined on
		rest := o.end()
		return rest, false, o.begin(packet)
	case o.ogg.Gap:
		return nil, true, o.resync(packet, endsPage)
	}
	samples, err = o.take(packet, endsPage)
	if endsPage && err == nil {
		o.mark()
	}
	return o.adapter.process(samples), endsPage, err
}

// take decodes a packet, and leaves out what its page says is no part of the sound: the frames
// beyond the end.
func (o *oggSource) take(packet []byte, endsPage bool) ([]float32, error) {
	// headers of FLAC may be any number
	if len(packet) == 0 || o.link.format == OggFLAC && packet[0] != 0xff {
		return nil, nil
	}
	samples, err := o.decoder.decode(packet)
	if err != nil {
		return nil, err
	}
	channels := int64(o.link.codec.channels)
	frames := int64(len(samples)) / channels
	o.heard += frames
	if over := o.base + o.heard - o.ogg.Page.Granule; o.ogg.Page.Last && endsPage && o.ogg.Page.Granule >= 0 && over > 0 && over <= frames {
		samples = samples[:(frames-over)*channels]
	}
	skip := min(o.skip, int64(len(samples))/channels)
	o.skip -= skip
	return samples[skip*channels:], nil
}

// mark compares what was heard with what a page counts at its end.
func (o *oggSource) mark() {
	if o.ogg.Page.Granule >= 0 && !o.ogg.Page.Last {
		o.base, o.based = o.ogg.Page.Granule-o.heard-o.decoder.owed, true
	}
}

// resync decodes a page behind others that are missing, and makes silence of those.
func (o *oggSource) resync(packet []byte, endsPage bool) error {
	o.ogg.Gap = false
	first := !o.based && o.heard == 0
	missed := int64(o.ogg.Missed)
	if d, ok := o.decoder.decoder.(interface{ restart() }); ok {
		d.restart()
	}
	for {
		samples, err := o.take(packet, endsPage)
		o.held = append(o.held, samples...)
		if err != nil {
			return err
		}
		if endsPage {
			break
		}
		if packet, endsPage, err = o.ogg.Next(); err != nil {
			return err
		}
	}
	gap := o.ogg.Page.Granule - o.base - o.heard - o.decoder.owed
	if first && missed > 0 && gap > 0 && gap <= missed*oggPageMost*int64(o.link.codec.rate) {
		o.based = true // the sound begins at 0, and its first pages are missing
	}
	if o.based && o.ogg.Page.Granule >= 0 && gap > 0 && gap <= oggGap*int64(o.link.codec.rate) {
		o.owed = gap
		o.heard += gap
	}
	if o.based {
		o.places++
	}
	o.mark()
	return nil
}

// resume decodes the first link from a page of b on, whose number of frames since the start is told
// by its end.
func (o *oggSource) resume(b *container.Reader) (*oggSource, error) {
	src := &oggSource{ogg: container.NewOgg(b), first: o.first, shape: o.shape}
	src.ogg.Others = o.first.others
	return src, src.decode(o.first)
}

// count says how many frames there were up to here, and that all of them were heard.
func (o *oggSource) count(heard int64) {
	o.heard, o.base, o.based, o.skip, o.owed, o.held, o.ogg.Gap = heard, 0, true, 0, 0, nil, false
}

func (o *oggSource) damaged() int { return o.places + o.decoder.places }
