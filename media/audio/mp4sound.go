package audio

import (
	"errors"
	"io"
	"time"
)

// MP4Sound is where the sound of an [MP4] is in its file, without a byte of it.
type MP4Sound struct {
	// Description is the payload of the box that tells decoders of the sound ("stsd").
	Description []byte
	Rate        int // samples a second of the codec's core: half of what is heard for some
	Samples     int // of a frame, in each channel, at that rate
	// Before is how much of what is decoded comes before the sound.
	Before time.Duration
	Frames []MP4Frame
}

// MP4Frame is where a frame lies.
type MP4Frame struct {
	At   int64 // bytes from the start of the file
	Size int   // in bytes, 0 to 65,535
}

// ReadMP4 finds the first track with AAC. It gives a [*DecodeError] when there is none, and what r failed with. What it keeps is
// 16 bytes for each frame, of which there are 1,048,576 at most: six hours.
func ReadMP4(r io.ReadSeeker) (*MP4Sound, error) {
	track, err := readMP4Sound(&seekerAt{Seeker: r, input: input{r}})
	if err != nil {
		return nil, wrap(MP4, inside(err))
	}
	s := &MP4Sound{Description: track.description}
	if s.Rate, s.Samples = aacCore(track.config); s.Rate < minRate || s.Rate > maxRate {
		return nil, wrap(MP4, errors.New("the header of its sound is damaged"))
	}
	skip, _ := track.trim(s.Rate)
	s.Before = time.Duration(min(skip, int64(s.Rate)*60)) * time.Second / time.Duration(s.Rate)
	s.Frames = make([]MP4Frame, len(track.pieces))
	for i, p := range track.pieces {
		s.Frames[i] = MP4Frame{p.at, p.size}
	}
	return s, nil
}

// aacCore reads the rate and the length of frames from an AudioSpecificConfig (ISO 14496-3, 1.6.2.1); 0 if it is too short.
func aacCore(config []byte) (rate, samples int) {
	at := 0
	take := func(n int) int {
		v := 0
		for range n {
			v <<= 1
			if at>>3 < len(config) {
				v |= int(config[at>>3]) >> (7 - at&7) & 1
			}
			at++
		}
		return v
	}
	kind := take(5)
	if kind == 31 {
		kind = 32 + take(6)
	}
	readRate := func() int {
		rates := [...]int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}
		i := take(4)
		switch {
		case i == 15:
			return take(24)
		case i < len(rates):
			return rates[i]
		}
		return 0
	}
	rate = readRate()
	take(4)
	if kind == 5 || kind == 29 { // the rate of what is heard, and what the core is
		readRate()
		take(5)
	}
	if take(1) == 1 {
		return rate, 960
	}
	return rate, 1024
}
