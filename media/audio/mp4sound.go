package audio

import (
	"errors"
	"io"
	"time"

	"parlando/media/container"
)

// MP4Sound is the index of the sound in an [MP4], without its data.
type MP4Sound struct {
	// Description is the payload of the sample description box ("stsd").
	Description []byte
	Rate        int // of the codec's core, in Hz: half the output rate for some kinds of AAC
	Samples     int // per frame and channel, at that rate
	// Padding is the duration of the padding decoded before the sound.
	Padding time.Duration
	Frames  []container.MP4Packet
}

// ReadMP4 indexes the first track with sound. It returns an [*UnsupportedError] if the track is not
// AAC, changes its codec, or has several edits, a [*DecodeError] if there is no such track, and
// errors of r. The index takes 16 bytes per frame.
func ReadMP4(r io.ReadSeeker) (*MP4Sound, error) {
	track, err := readMP4Sound(&seekerAt{Seeker: r, input: input{r}})
	if err != nil {
		return nil, wrap(MP4, container.AsUnexpectedEOF(err))
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
	s.Padding = time.Duration(min(skip, int64(s.Rate)*60)) * time.Second / time.Duration(s.Rate)
	s.Frames = track.Packets
	return s, nil
}
