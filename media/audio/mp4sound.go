package audio

import (
	"errors"
	"io"
	"time"

	"parlando/media/container"
)

// MP4Sound is the index of the sound of an [MP4], without its bytes.
type MP4Sound struct {
	// Description is the payload of the box that tells decoders of the sound ("stsd").
	Description []byte
	Rate        int // samples a second of the codec's core: half of what is heard for some
	Samples     int // of a frame, in each channel, at that rate
	// Before is the length of the padding that decodes before the sound.
	Before time.Duration
	Frames []container.MP4Packet
}

// ReadMP4 finds the first track with sound. It gives an [*UnsupportedError] when that is not AAC,
// changes, or is edited, a [*DecodeError] when there is none, and what r failed with. It keeps 16
// bytes for each frame.
func ReadMP4(r io.ReadSeeker) (*MP4Sound, error) {
	track, err := readMP4Sound(&seekerAt{Seeker: r, input: input{r}})
	if err != nil {
		return nil, wrap(MP4, container.Inside(err))
	}
	if track.config == nil {
		return nil, &UnsupportedError{"MP4 without AAC"}
	}
	if track.refused != nil {
		return nil, track.refused
	}
	if track.edited() {
		return nil, &UnsupportedError{"MP4 of which several pieces are played"}
	}
	config := parseAACConfig(track.config)
	s := &MP4Sound{Description: track.Description, Rate: config.rate, Samples: config.samples}
	if s.Rate < minRate || s.Rate > maxRate {
		return nil, wrap(MP4, errors.New("the header of its sound is damaged"))
	}
	skip, _ := track.trim(s.Rate)
	s.Before = time.Duration(min(skip, int64(s.Rate)*60)) * time.Second / time.Duration(s.Rate)
	s.Frames = track.Packets
	return s, nil
}
