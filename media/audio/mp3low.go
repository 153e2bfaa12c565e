package audio

import (
	"parlando/media/container"
	"parlando/media/mp3"
)

// mp3LowSource decodes the frames of one section of MPEG 2 or 2.5, which has sample rates of 24,000
// Hz and below. Another section may follow.
//
// go-mp3 v0.3.4 does not support MPEG 2.5. In MPEG 2 it reads half of the padded frames of 22,050
// Hz one byte too short, fails at mixed blocks, and decodes intensity stereo incorrectly.
type mp3LowSource struct {
	frames  *frames
	gaps    int // value of frames.in.Gaps at the last frame
	decoder mp3.Decoder
	adapter *adapter // to the channels of the sound
}

func (m *mp3LowSource) next() ([]float32, error) {
	data, err := m.frames.take()
	if err != nil {
		return nil, err
	}
	if gaps := m.frames.in.Gaps; gaps != m.gaps {
		m.decoder.Skip()
		m.gaps = gaps
	}
	h := m.frames.header
	m.adapter = m.adapter.to(shape{h.Rate, h.Channels}, shape{h.Rate, m.frames.section.Channels})
	return m.adapter.process(m.decoder.Decode(&container.Frame{FrameHeader: h, Data: data})), nil
}

func (m *mp3LowSource) behind() (*stream, error) {
	f, err := m.frames.behind()
	if err != nil {
		return nil, err
	}
	return newMP3Section(f)
}

func (m *mp3LowSource) damaged() int { return m.decoder.Damaged() + m.frames.in.Gaps }
