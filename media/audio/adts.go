package audio

import (
	"slices"

	"parlando/media/container"
)

// adtsSource decodes the frames of one section (compatible headers). Another section may follow.
type adtsSource struct {
	*packetSource
	frames *frames
}

// newAAC decodes from the position of b. If known is set, the first header must agree with known.
func newAAC(b *container.Reader, known container.FrameHeader) (*stream, error) {
	f, err := startFrames(container.NewADTS(b), known)
	if err != nil {
		return nil, err
	}
	return newAACSection(f)
}

func newAACSection(f *frames) (*stream, error) {
	c, err := adtsConfig(f.section).codec()
	if err != nil {
		return nil, err
	}
	src := &adtsSource{frames: f}
	if src.packetSource, err = newPacketSource(c, src.take); err != nil {
		return nil, err
	}
	return newStream(AAC, c.rate, c.channels, src)
}

// adtsConfig returns the configuration that a frame header declares.
func adtsConfig(h container.FrameHeader) aacConfig {
	return aacConfig{kind: h.Profile, rate: h.Rate, index: slices.Index(container.AACSampleRates[:], h.Rate), layout: h.Channels, samples: 1024}
}

// take returns the next frame without its header.
func (a *adtsSource) take() ([]byte, int64, error) {
	frame, err := a.frames.take()
	if err != nil {
		return nil, 0, err
	}
	if a.frames.header.Samples != 1024 {
		return nil, 0, &UnsupportedError{"AAC of several blocks in a frame"}
	}
	return container.ADTSPayload(frame), 0, nil
}

func (a *adtsSource) behind() (*stream, error) {
	f, err := a.frames.behind()
	if err != nil {
		return nil, err
	}
	return newAACSection(f)
}

func (a *adtsSource) damaged() int { return a.packetSource.damaged() + a.frames.in.Gaps }
