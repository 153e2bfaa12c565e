package audio

// mp4Places finds places among the frames of a track.
type mp4Places struct {
	first *stream
	track *mp4Track
	all   []mp4Piece
}

// perFrame is how many samples of what is heard a frame has.
func (p *mp4Places) perFrame() int64 {
	rate, samples := aacCore(p.track.config)
	if rate > 0 && p.first.rate%rate == 0 {
		samples *= p.first.rate / rate
	}
	return int64(samples)
}

func (p *mp4Places) length() (int64, bool, error) {
	skip, length := p.track.trim(p.first.rate)
	there := max(0, int64(len(p.all))*p.perFrame()-skip)
	if length < 0 || there < length {
		length = there
	}
	return length, true, nil
}

func (p *mp4Places) from(frame int64) (*stream, error) {
	skip, length := p.track.trim(p.first.rate)
	per := p.perFrame()
	piece := max(0, min((frame+skip)/per-adtsWarm, int64(len(p.all))))
	s, err := newMP4Stream(p.first.src.(*mp4Source).file, p.track, p.all[piece:])
	if err != nil {
		return nil, err
	}
	if length >= 0 {
		length = max(0, length-frame)
	}
	return s.seekTo(frame+skip-piece*per, length)
}
