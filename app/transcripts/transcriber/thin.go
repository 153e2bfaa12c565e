package transcriber

import (
	"context"
	"errors"
	"slices"
	"time"
	"unicode"

	"parlando/media/audio"
	"parlando/media/vad"
)

// Some models now and then answer a long part with a sentence or two, or with nothing, and report
// no error. Once all parts have responses, each is compared with the others. A part whose response
// has too little text is called thin: it is sent once more, in halves, and whichever has more text
// is used. If the second attempt fails, the first response is used, and no half is requested twice.

const (
	// minVoice is the minimum length of speech in a thin part.
	minVoice = 30 * time.Second
	// thinness is the fraction of the other parts' text per second below which a part is thin.
	thinness = 1.0 / 3
	// halvingMargin is the maximum excess of the first half over half of its part. It leaves room
	// to find a pause near the middle, so that two parts suffice.
	halvingMargin = 18 * time.Second
)

// halvedPart is a part that is sent again in halves, which replace it in the plan.
type halvedPart struct {
	// Whole is the unsplit part. Its response is used unless the halves have more text.
	Whole sentPart `json:"whole"`
	// Begun are the names of the halves whose requests have started. One without a response may
	// have been charged, and is not requested again.
	Begun []string `json:"begun,omitempty"`
}

// includes reports whether a part is one of the halves.
func (h *halvedPart) includes(p sentPart) bool {
	n := len(h.Whole.Cuts)
	return len(p.Cuts) > n && slices.Equal(p.Cuts[:n], h.Whole.Cuts)
}

// halvingOf returns the halved part that a part belongs to, nil if none.
func (p *plan) halvingOf(part sentPart) *halvedPart {
	for i := range p.Halved {
		if p.Halved[i].includes(part) {
			return &p.Halved[i]
		}
	}
	return nil
}

// askedAgain counts the halved parts of which at least one half was sent.
func (p *plan) askedAgain() (n int) {
	for _, h := range p.Halved {
		if len(h.Begun) > 0 {
			n++
		}
	}
	return n
}

// restore replaces the halves in the plan by the whole part.
func (p *plan) restore(h *halvedPart) {
	if i := slices.IndexFunc(p.Parts, h.includes); i >= 0 {
		p.Parts[i] = h.Whole
		p.Parts = slices.DeleteFunc(p.Parts, h.includes)
	}
}

// compare looks for thin parts once all parts have responses, and reports whether halves must be
// requested. It requests none if saves is false: the folder could not store their responses. Called
// again after the halves, it chooses between them and the whole part.
func (w *jobRun) compare(ctx context.Context, saves bool) (more bool, err error) {
	if len(w.plan.Halved) > 0 {
		return false, w.choose()
	}
	if w.compared || !saves {
		return false, nil
	}
	w.compared = true
	thin, err := w.thin(ctx)
	if err != nil {
		return false, err
	}
	for _, p := range thin {
		i := slices.IndexFunc(w.plan.Parts, func(one sentPart) bool { return one.name() == p.name() })
		switch err := w.split(ctx, i, w.halfLimits(p)); {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case err == nil: // a part that cannot be split stays as it is
			w.plan.Halved = append(w.plan.Halved, halvedPart{Whole: p})
		}
	}
	// If the plan cannot be stored, undo the change in memory.
	if len(w.plan.Halved) > 0 && w.savePlan() != nil {
		for i := range w.plan.Halved {
			w.plan.restore(&w.plan.Halved[i])
		}
		w.plan.Halved = nil
	}
	return len(w.plan.Halved) > 0, nil
}

// halfLimits returns the limits that split a part in two, or in more if it exceeds the current
// limits.
func (w *jobRun) halfLimits(p sentPart) limits {
	l, half := w.limits(), p.length()/2
	half += min(halvingMargin, half/2)
	if l.Duration == 0 || l.Duration > half {
		l.Duration = half
	}
	l.Bytes = min(l.Bytes, p.Bytes)
	return l
}

// thin returns the thin parts. Measuring speech means decoding, so it is measured only in parts
// that look thin. The other parts count with their whole length, which can only make a part look
// less thin.
func (w *jobRun) thin(ctx context.Context) (thin []sentPart, err error) {
	texts := make([]float64, len(w.plan.Parts))
	for i, p := range w.plan.Parts {
		if texts[i], _, err = w.textIn(p); err != nil {
			return nil, err
		}
	}
	for i, p := range w.plan.Parts {
		var rates []float64
		for n, other := range w.plan.Parts {
			if n != i && other.length() >= minVoice {
				rates = append(rates, texts[n]/other.length().Seconds())
			}
		}
		typical := median(rates)
		if typical == 0 {
			continue
		}
		least := max(minVoice, time.Duration(texts[i]/(typical*thinness)*float64(time.Second)))
		if least >= p.length() {
			continue
		}
		speaks, err := w.speaks(ctx, p, least)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && speaks { // a part that cannot be decoded stays as it is
			thin = append(thin, p)
		}
	}
	return thin, nil
}

// speaks reports whether a part contains more than least of speech.
func (w *jobRun) speaks(ctx context.Context, p sentPart, least time.Duration) (bool, error) {
	w.teller.phase(Measuring, 0, 0)
	sound, err := w.open(ctx, p)
	if err != nil {
		return false, err
	}
	defer sound.Close()
	d, err := audio.NewDecoder(sound)
	if err != nil {
		return false, err
	}
	d = audio.Mono(d)
	g := vad.New(d.Rate())
	buf := make([]float32, 8192)
	samples := make([]int16, len(buf))
	for g.VoiceDuration() <= least {
		n, err := d.Read(buf)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return false, err
		}
		for i, v := range buf[:n] {
			samples[i] = int16(v * (1<<15 - 1))
		}
		g.Write(samples[:n])
	}
	return true, nil
}

// askHalf requests half i of a thin part. An error of the service ends the second attempt, not the
// job.
func (w *jobRun) askHalf(ctx context.Context, i int, h *halvedPart) error {
	name := w.plan.Parts[i].name()
	if slices.Contains(h.Begun, name) {
		return w.giveUp()
	}
	h.Begun = append(h.Begun, name)
	if err := w.savePlan(); err != nil {
		return err
	}
	answer, err := w.ask(ctx, i)
	switch {
	case err == nil:
		w.s.unsaved.add(w.folder, name, answer)
		return nil
	case errors.Is(err, ErrPaused), ctx.Err() != nil && !w.teller.left(i): // not sent: no cost
		h.Begun = h.Begun[:len(h.Begun)-1]
		return errors.Join(err, w.savePlan())
	case ctx.Err() != nil:
		return err
	}
	return w.giveUp()
}

// giveUp restores the whole part, with its first response, wherever a half has no response.
func (w *jobRun) giveUp() error {
	for _, p := range slices.Clone(w.plan.Parts) {
		if h := w.plan.halvingOf(p); h != nil && !w.has(p) {
			w.plan.restore(h)
		}
	}
	return w.savePlan()
}

// choose keeps the halves of each thin part if they have more text, otherwise the whole.
func (w *jobRun) choose() error {
	restored := false
	for i := range w.plan.Halved {
		h := &w.plan.Halved[i]
		whole, readable, err := w.textIn(h.Whole)
		if err != nil {
			return err
		}
		halves, complete, found := 0., true, false
		for _, p := range w.plan.Parts {
			if !h.includes(p) {
				continue
			}
			text, ok, err := w.textIn(p)
			if err != nil {
				return err
			}
			halves, complete, found = halves+text, complete && ok, true
		}
		if found && (!complete || readable && halves <= whole) {
			w.plan.restore(h)
			restored = true
		}
	}
	if !restored {
		return nil
	}
	return w.savePlan()
}

// textIn returns the amount of text in a part's response; ok is false if the response is
// incomplete.
func (w *jobRun) textIn(p sentPart) (text float64, ok bool, err error) {
	h, _, ok, err := w.answer(p)
	if err != nil {
		return 0, false, unread(p.name(), err)
	}
	return amount(textOf(h.Segments)), ok, nil
}

// amount counts the letters and digits of a text. A character of a syllabic or logographic script
// counts as three letters, because it takes about as long to say.
func amount(text string) float64 {
	n := 0
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Ethiopic, unicode.Yi):
			n += 3
		case unicode.IsLetter(r), unicode.IsDigit(r):
			n++
		}
	}
	return float64(n)
}

// median returns the median, 0 for no numbers.
func median(all []float64) float64 {
	slices.Sort(all)
	n := len(all)
	if n == 0 {
		return 0
	}
	return (all[(n-1)/2] + all[n/2]) / 2
}
