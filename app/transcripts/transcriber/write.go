package transcriber

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"parlando/app/problem"
	"parlando/app/speech/speechtext"
	"parlando/client"
	"parlando/client/failure"
	"parlando/media/split"
	"parlando/media/vad"
)

// Transcribe transcribes a file. progress, which may be nil, is called from several goroutines but
// never concurrently, and must return soon. Finished parts are stored in the job's folder however
// the job ends, and running the same job again requests only the rest. The part being requested
// when the job ended is requested again, and may be charged twice if progress had reported Waiting.
// A response that the folder refuses ends the job, unless it was the last one, and stays in memory;
// the next run stores it first.
//
// With ErrNothing, Text has the length of the file.
func (s *Transcriber) Transcribe(ctx context.Context, j Job, progress func(Progress)) (_ Text, err error) {
	if j.Model == "" {
		// A missing connection has no model either: report the connection.
		if _, err := s.o.Services.Service(ctx, j.Connection); problem.KindOf(err) == problem.ConnectionGone {
			return Text{}, err
		}
		return Text{}, ErrNoModel
	}
	if connection, _ := s.o.Services.Resolve(j.Connection); connection != "" {
		j.Connection = connection
	}
	w := &jobRun{s: s, job: j, folder: folder{j.Keep}, teller: &teller{to: progress, now: s.o.Now}}
	if j.Keep == "" {
		if w.folder.dir, err = os.MkdirTemp("", "parlando-*"); err != nil {
			return Text{}, fmt.Errorf("make a folder for the parts: %w", err)
		}
		defer func() {
			s.unsaved.drop(w.folder)
			_ = os.RemoveAll(w.folder.dir)
		}()
	}
	w.teller.phase(Measuring, 0, 0)
	if w.original, err = openSource(j.Path); err != nil {
		return Text{}, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if _, err = s.o.Services.Service(ctx, j.Connection); err != nil {
		return Text{}, err // fail before measuring the file
	}
	return w.run(ctx)
}

// jobRun is a running job. It belongs to one goroutine, but askTogether calls request from several.
type jobRun struct {
	s      *Transcriber
	job    Job
	folder folder
	teller *teller
	// original is the user's file; sending is the file to split: original or its conversion.
	original, sending *source
	plan              plan
	cuts              cuts
	opening           sync.Mutex // guards cuts while a part is opened
	// format is requested because all more informative formats were refused in this job; "" if none
	// were.
	format client.TranscriptFormat
	// untimed reports that the last answer had no times.
	untimed bool
	// uncut are the names of the parts that cannot be split.
	uncut []string
	// slow reports that the service has asked to slow down in this run.
	slow atomic.Bool
	// compared reports that the responses were compared in this run.
	compared bool
}

func (w *jobRun) close() error {
	errs := []error{w.cuts.close()}
	if w.sending != nil && w.sending != w.original {
		errs = append(errs, w.sending.Close())
	}
	return errors.Join(append(errs, w.original.Close())...)
}

func (w *jobRun) run(ctx context.Context) (Text, error) {
	if err := w.resume(ctx); err != nil {
		return Text{}, err
	}
	var refused error // the refusal because of which the next part must be smaller
	for {
		unsaved := w.s.unsaved.store(w.folder)
		i := slices.IndexFunc(w.plan.Parts, func(p sentPart) bool { return !w.has(p) })
		switch {
		case i < 0:
			more, err := w.compare(ctx, unsaved == nil)
			switch {
			case err != nil:
				return Text{}, err
			case more:
				continue
			}
			return w.join(ctx)
		case unsaved != nil: // the next response could not be stored either
			return Text{}, unsaved
		}
		part := w.plan.Parts[i]
		if h := w.plan.halvingOf(part); h != nil {
			if err := w.askHalf(ctx, i, h); err != nil {
				return Text{}, err
			}
			continue
		}
		if l := w.limits(); w.mustCut(l, part) {
			err := w.lessen(ctx, i, l)
			stays := errors.Is(err, ErrLimit) || errors.Is(err, ErrNoSound) || errors.Is(err, ErrDamaged)
			switch {
			case stays && refused != nil:
				return Text{}, refused
			case stays && part.Bytes <= l.Bytes: // send it anyway: the service may accept it
				w.uncut = append(w.uncut, part.name())
				if err := w.savePlan(); err != nil {
					return Text{}, err
				}
			case err != nil:
				return Text{}, err
			}
			continue
		}
		if err := w.lengthen(ctx); err != nil {
			return Text{}, err
		}
		if all, format := w.together(i); len(all) > 1 {
			err := w.askTogether(ctx, all, format)
			switch {
			case err == nil:
				continue
			case !costsNothing(err):
				return Text{}, errors.Join(err, w.lengthen(context.WithoutCancel(ctx)))
			}
			i, part = w.nextOf(all)
		}
		h, err := w.ask(ctx, i)
		switch {
		case err == nil:
			w.s.unsaved.add(w.folder, part.name(), h)
			refused = nil
		case errors.Is(err, errUntimed):
		case w.learnLimit(err, part):
			refused = err
		default:
			return Text{}, err
		}
	}
}

// learnLimit learns the maximum size or length of a part from a refusal, and reports whether
// splitting p may help.
func (w *jobRun) learnLimit(err error, p sentPart) bool {
	if longest, ok := failure.AudioLimit(err); ok {
		w.s.o.Learned.LearnAudioLimit(w.job.Connection, w.job.Model, longest)
		return w.mustCut(w.limits(), p)
	}
	var refused *failure.Error
	if !errors.As(err, &refused) || refused.Kind != failure.TooLarge {
		return false
	}
	limit := min(w.limits().Bytes, p.Bytes) / 2
	if limit < smallest {
		return false
	}
	w.s.o.Learned.LearnUploadLimit(w.job.Connection, limit)
	w.job.Limit = limit
	return true
}

// mustCut reports whether a part must be split before it is sent. A part that is too long but
// cannot be split is sent as it is.
func (w *jobRun) mustCut(l limits, p sentPart) bool {
	return p.Bytes > l.Bytes || l.exceededBy(p) && !slices.Contains(w.uncut, p.name())
}

// smallest is the minimum limit that is tried, in bytes: some seconds of an MP3.
const smallest = 40_000

// limits returns the currently known limits for each part.
func (w *jobRun) limits() limits {
	l := w.s.limits(w.job)
	if tellsNoTimes(w.format) || w.untimed {
		l = l.untimed(w.job.ExactTimes)
	}
	if l.Shortest > 0 && w.plan.LongAfter > 0 {
		l.Duration, l.Shortest = l.Duration*split.LongFactor, l.Shortest*split.LongFactor
	}
	return l
}

// bytes returns the size of the finished parts except i, and of all parts.
func (w *jobRun) bytes(i int) (done, total int64) {
	for n, p := range w.plan.Parts {
		if n != i && w.has(p) {
			done += p.Bytes
		}
		total += p.Bytes
	}
	return done, total
}

// done reports whether any part is done.
func (w *jobRun) done() bool { return slices.ContainsFunc(w.plan.Parts, w.has) }

// has reports whether a part is done.
func (w *jobRun) has(p sentPart) bool {
	_, unsaved := w.s.unsaved.get(w.folder, p.name())
	return unsaved || w.folder.has(p)
}

// answer returns the response for a part, from memory while it is unsaved; ok is false if there is
// none that is complete.
func (w *jobRun) answer(p sentPart) (h partTranscript, unsaved, ok bool, err error) {
	if h, unsaved = w.s.unsaved.get(w.folder, p.name()); unsaved {
		return h, true, true, nil
	}
	ok, err = w.folder.load(p.name(), &h)
	return h, false, ok, err
}

// resume continues with the stored plan if it is of this file and has finished parts; otherwise it
// makes a new one.
func (w *jobRun) resume(ctx context.Context) error {
	print, err := w.original.fingerprint()
	if err != nil {
		return err
	}
	planned, err := w.folder.load(planFile, &w.plan)
	if err != nil {
		return err
	}
	if planned && w.plan.Source == print && w.done() {
		known := w.plan
		if err := w.source(ctx, known.Converted); err != nil {
			return err
		}
		if known.Whole {
			return nil
		}
		whole, err := w.whole(ctx, known.limits)
		if err != nil {
			return explain(err)
		}
		if fits(known, whole) {
			return nil
		}
	}
	w.plan = plan{Source: print}
	return w.begin(ctx, w.limits())
}

// source opens the file to split.
func (w *jobRun) source(ctx context.Context, converted bool) (err error) {
	switch {
	case !converted:
		w.sending = w.original
	case w.sending == nil || w.sending == w.original:
		w.sending, err = w.convert(ctx)
	}
	return err
}

// begin makes and stores a plan for a job without finished parts.
func (w *jobRun) begin(ctx context.Context, l limits) error {
	print := w.plan.Source
	w.s.unsaved.drop(w.folder)
	if err := w.folder.empty(w.sending != nil && w.sending != w.original); err != nil {
		return err
	}
	made, err := w.divide(ctx, l)
	if err != nil {
		return err
	}
	made.Source, made.limits = print, l
	w.plan = made
	return w.savePlan()
}

// join merges the transcripts of all parts.
func (w *jobRun) join(ctx context.Context) (Text, error) {
	language := w.job.Language
	if slices.Contains(w.s.o.Learned.RefusedFields(w.job.Connection, w.job.Model), languageRefused(language)) {
		language = ""
	}
	return w.merge(language, w.levelsToJoin(ctx))
}

// merge implements join. requested is the requested language or ""; levels is from levelsToJoin.
func (w *jobRun) merge(requested string, levels *vad.BoundsFinder) (Text, error) {
	text := Text{Length: w.plan.Length, Language: requested}
	var parts []heardPart
	var unheard, told time.Duration
	language, answers := "", 0
	for _, p := range w.plan.Parts {
		h, unsaved, ok, err := w.answer(p)
		if err != nil || !ok {
			return Text{}, unread(p.name(), err)
		}
		if h.Raw != nil && !unsaved {
			answers++
		}
		parts = append(parts, w.heard(p, h, levels))
		if len(h.Segments) == 0 && !w.exact(p) { // a short part without words is a silence or music
			unheard += max(0, p.End-p.Start)
		}
		told += h.Duration
		language = cmp.Or(language, h.Language)
		if text.Length == 0 && len(w.plan.Parts) == 1 {
			text.Length = h.Duration
		}
	}
	if language != "" {
		text.Language = language
	}
	if answers == len(w.plan.Parts) {
		text.Responses = answers
	}
	text.AskedAgain = w.plan.askedAgain()
	text.Timed = true
	numbers := map[string]int{"": 0}
	var within []*span // the span of each line
	for _, s := range joinParts(parts) {
		if _, known := numbers[s.Speaker]; !known {
			numbers[s.Speaker] = len(numbers)
		}
		for _, l := range linesOf(s) {
			l.Speaker = numbers[s.Speaker]
			text.Lines, within = append(text.Lines, l), append(within, s.within)
		}
	}
	shareSpans(text.Lines, within)
	text.Lines = mend(text.Lines, parts)
	var all strings.Builder
	for _, l := range text.Lines {
		text.Timed = text.Timed && l.End > 0
		all.WriteString(l.Text + "\n")
	}
	text.Text = strings.TrimSpace(all.String())
	if len(text.Lines) == 0 {
		text.Timed = false
		return text, ErrNothing
	}
	text.Covered = told
	if text.Timed {
		text.Covered = max(0, text.Lines[len(text.Lines)-1].End-unheard)
	}
	if text.Length > 0 {
		text.Covered = min(text.Covered, text.Length)
	}
	return text, nil
}

// linesOf returns a segment with times as one line, and others by sentences.
func linesOf(s segment) []Line {
	text := strings.TrimSpace(s.Text)
	if s.End > 0 {
		return []Line{{Start: s.Start, End: max(s.Start, s.End), Text: strings.Join(strings.Fields(text), " ")}}
	}
	var all []Line
	from := 0
	add := func(to int) {
		if line := strings.Join(strings.Fields(text[from:to]), " "); line != "" {
			all = append(all, Line{Text: line})
		}
		from = to
	}
	for _, sentence := range speechtext.PlainSentences(text, speechtext.Words{}) {
		if sentence.End > from {
			add(sentence.End)
		}
	}
	add(len(text))
	return all
}

// mend merges the lines of a sentence that crosses the boundary of two parts.
func mend(all []Line, parts []heardPart) []Line {
	const slack = 200 * time.Millisecond
	at := 0
	for n := 1; n < len(parts); n++ {
		from, to := parts[n].start-slack, parts[n-1].end+slack
		if a, b := parts[n-1].own, parts[n].own; a != nil && b != nil {
			from, to = a.end-slack, b.start+slack
		}
		for at+1 < len(all) && all[at+1].Start < from {
			at++
		}
		for i := at; i+1 < len(all) && all[i].End <= to; i++ {
			a, b := all[i], all[i+1]
			if a.End < from || b.Start > to || b.End == 0 || endsSentence(a.Text) || a.Speaker != b.Speaker || b.Start-a.End > pause ||
				utf8.RuneCountInString(a.Text+b.Text) > 2*longestLine {
				continue
			}
			all[i] = Line{Start: a.Start, End: b.End, Text: client.JoinText(a.Text, b.Text), Speaker: a.Speaker}
			all = slices.Delete(all, i+1, i+2)
			break
		}
	}
	return all
}

// open opens a part for sending.
func (w *jobRun) open(ctx context.Context, p sentPart) (*openPart, error) {
	if w.plan.Whole {
		// the file stays open until jobRun.close
		return &openPart{io.NewSectionReader(w.sending, 0, w.sending.size), io.NopCloser(w.sending)}, nil
	}
	w.opening.Lock()
	part, err := w.part(ctx, p)
	w.opening.Unlock()
	if err != nil {
		return nil, explain(err)
	}
	r := &partReader{part: part}
	return &openPart{io.NewSectionReader(r, 0, part.Length()), r}, nil
}

// openPart is a part that can be sent several times.
type openPart struct {
	*io.SectionReader
	io.Closer
}
