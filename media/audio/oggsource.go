package audio

import (
	"io"

	"parlando/media/container"
)

// oggSource decodes one link of an Ogg; others may follow. Missing pages become silence, as the
// pages after them declare their position.
type oggSource struct {
	ogg     *container.Ogg
	link    *oggLink
	decoder *steadyDecoder
	skip    int64 // samples per channel still to drop at the start
	heard   int64 // samples per channel decoded so far, including dropped ones
	base    int64 // offset of granule positions from heard
	based   bool  // base is known
	places  int   // places with missing pages

	owed     int64 // samples of silence per channel to return before buffered
	buffered []float32
	err      error  // returned after buffered
	follow   []byte // first header of the next link
}

// oggGap is the longest silence, in seconds, that replaces missing pages.
const oggGap = 60

// oggPageMost is the longest plausible duration of a page in seconds; encoders write one second. If
// more seems to be missing at the start, the stream was joined in the middle.
const oggPageMost = 5

func newOgg(b *container.Reader, format Format) (*stream, error) {
	ogg := container.NewOgg(b)
	first, _, err := ogg.Next()
	if err != nil {
		return nil, err
	}
	return newOggLink(ogg, first)
}

// newOggLink decodes the link whose first header is first.
func newOggLink(ogg *container.Ogg, first []byte) (*stream, error) {
	link, err := readOggLink(ogg, first)
	if err != nil {
		return nil, err
	}
	src, err := newOggSource(ogg, link)
	if err != nil {
		return nil, err
	}
	src.skip = link.codec.skip
	return newStream(link.format, link.codec.rate, link.codec.channels, src)
}

// newOggSource decodes the packets of a link from the position of ogg.
func newOggSource(ogg *container.Ogg, link *oggLink) (*oggSource, error) {
	ogg.SkippedData = false
	decoder, err := link.codec.steady()
	return &oggSource{ogg: ogg, link: link, decoder: decoder}, err
}

func (o *oggSource) next() ([]float32, error) {
	for {
		if n := min(o.owed, blockSamples); n > 0 {
			o.owed -= n
			return make([]float32, int(n)*o.link.codec.channels), nil
		}
		if samples := o.buffered; len(samples) > 0 {
			o.buffered = nil
			return samples, nil
		}
		if o.err != nil {
			return nil, o.err
		}
		samples, _, err := o.packet()
		if o.err = err; err != nil {
			samples = o.decoder.silence(nil)
		}
		if len(samples) > 0 {
			return samples, nil
		}
	}
}

// packet decodes a packet and reports whether it is the last packet of its page. samples may be
// empty.
func (o *oggSource) packet() (samples []float32, endsPage bool, err error) {
	packet, endsPage, err := o.ogg.Next()
	switch {
	case err != nil:
		return nil, false, err
	case oggBegins(packet) != "": // another sound follows in the same file
		o.follow = packet
		return nil, false, io.EOF
	case o.ogg.SkippedData:
		return nil, true, o.resync(packet, endsPage)
	}
	samples, err = o.take(packet, endsPage)
	if endsPage && err == nil {
		o.mark()
	}
	return samples, endsPage, err
}

// take decodes a packet and drops what the page declares as padding after the end.
func (o *oggSource) take(packet []byte, endsPage bool) ([]float32, error) {
	// FLAC may have any number of header packets.
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

// mark updates base from the granule position at the end of a page.
func (o *oggSource) mark() {
	if o.ogg.Page.Granule >= 0 && !o.ogg.Page.Last {
		o.base, o.based = o.ogg.Page.Granule-o.heard-o.decoder.owed, true
	}
}

// resync decodes the first page after missing pages, and schedules silence for the missing pages.
func (o *oggSource) resync(packet []byte, endsPage bool) error {
	o.ogg.SkippedData = false
	first := !o.based && o.heard == 0
	missed := int64(o.ogg.MissingPages)
	if d, ok := o.decoder.decoder.(interface{ restart() }); ok {
		d.restart()
	}
	for {
		samples, err := o.take(packet, endsPage)
		o.buffered = append(o.buffered, samples...)
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
		o.based = true // the sound starts at 0, but its first pages are missing
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

func (o *oggSource) behind() (*stream, error) {
	if o.follow == nil {
		return nil, io.EOF
	}
	return newOggLink(o.ogg, o.follow)
}

// count sets the position in samples per channel, and clears the pending skip, silence and buffer.
func (o *oggSource) count(heard int64) {
	o.heard, o.base, o.based, o.skip, o.owed, o.buffered, o.ogg.SkippedData = heard, 0, true, 0, 0, nil, false
}

func (o *oggSource) damaged() int { return o.places + o.decoder.places }
