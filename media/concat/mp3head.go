package concat

import (
	"bytes"
	"errors"
	"io"
	"time"

	"parlando/media/audio"
	"parlando/media/container"
)

// mp3Head writes a head (title, chapters, length and seek table), then the frames of an MP3 being
// encoded. Space for the head is reserved first and filled at the end, when its contents are known.
type mp3Head struct {
	out      *bufferedFile
	parts    []Part
	options  Options
	plan     framePlan
	buffered []byte // less than a frame
}

func newMP3Head(out *bufferedFile, parts []Part, o Options) *mp3Head {
	return &mp3Head{out: out, parts: parts, options: o, plan: framePlan{format: audio.MP3, steady: true}}
}

func (h *mp3Head) Write(p []byte) (int, error) {
	h.buffered = append(h.buffered, p...)
	for {
		frame, ok := container.ParseMP3(h.buffered)
		switch {
		case len(h.buffered) < container.MP3HeaderSize || ok && len(h.buffered) < frame.Length:
			return len(p), nil
		case !ok || frame.Length == 0:
			return 0, errors.New("the encoder wrote an invalid frame")
		}
		if h.plan.frames == 0 {
			h.plan.first = container.Frame{FrameHeader: frame, Data: bytes.Clone(h.buffered[:frame.Length])}
			if err := h.writeHead(Result{Starts: make([]time.Duration, len(h.parts))}); err != nil {
				return 0, err
			}
		}
		h.plan.add(frame.Length)
		if _, err := h.out.Write(h.buffered[:frame.Length]); err != nil {
			return 0, err
		}
		h.buffered = append(h.buffered[:0], h.buffered[frame.Length:]...)
	}
}

// finish writes the final head over the reserved space.
func (h *mp3Head) finish(r Result) error {
	if h.plan.frames == 0 {
		return nil
	}
	if _, err := h.out.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return h.writeHead(r)
}

// writeHead writes the head, whose size does not depend on the times in r.
func (h *mp3Head) writeHead(r Result) error {
	_, err := h.out.Write(mp3Beginning(h.options, h.parts, &h.plan, r))
	return err
}

// mp3Beginning returns the head of an MP3.
func mp3Beginning(o Options, parts []Part, p *framePlan, r Result) []byte {
	return append(id3(o, chaptersOf(parts, r)), infoFrame(p)...)
}
