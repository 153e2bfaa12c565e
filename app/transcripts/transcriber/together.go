package transcriber

import (
	"context"
	"errors"
	"slices"
	"sync"

	"parlando/client"
	"parlando/client/failure"
)

// maxTogether is the number of short parts that are asked for at once, of all files.
const maxTogether = 4

// together returns the parts to request concurrently with part i, and the format. These are short
// parts for a model that is known to return no times; none once the service asks to slow down.
func (w *jobRun) together(i int) (all []int, format client.TranscriptFormat) {
	first := w.plan.Parts[i]
	order, learned := w.formatOrder()
	if !w.exact(first) || !tellsNoTimes(learned) && !w.untimed || w.slow.Load() || w.plan.LongAfter > 0 {
		return nil, ""
	}
	l, level := w.limits(), len(first.Cuts)-1
	for n := i; n < len(w.plan.Parts); n++ {
		p := w.plan.Parts[n]
		// Only parts of the same file: opening a part of another temporary file may close this one.
		same := len(p.Cuts) == level+1 && slices.Equal(p.Cuts[:level], first.Cuts[:level])
		if same && w.exact(p) && !w.has(p) && !w.mustCut(l, p) && w.plan.halvingOf(p) == nil {
			all = append(all, n)
		}
	}
	return all, order[0]
}

// askTogether requests several parts concurrently and stores each response as it arrives. After an
// error, or once the service asks to slow down, it starts no more requests, but waits for those
// that were sent, since they are paid for.
func (w *jobRun) askTogether(ctx context.Context, all []int, format client.TranscriptFormat) error {
	var (
		mu      sync.Mutex
		failed  error
		full    bool           // the disk is full or fails
		heard   partTranscript // an answer with text
		workers sync.WaitGroup
	)
	next := func() (i int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if failed != nil || full || len(all) == 0 || w.slow.Load() {
			return 0, false
		}
		i, all = all[0], all[1:]
		return i, true
	}
	for range min(maxTogether, len(all)) {
		workers.Go(func() {
			for i, ok := next(); ok; i, ok = next() {
				w.s.together <- struct{}{}
				h, err := w.request(ctx, i, format)
				<-w.s.together
				unsaved := false
				if err == nil {
					w.s.unsaved.add(w.folder, w.plan.Parts[i].name(), h)
					unsaved = w.s.unsaved.store(w.folder) != nil // run tries again
				}
				w.teller.answered(i)
				mu.Lock()
				full = full || unsaved
				if len(h.Segments) > 0 {
					heard = h
				}
				if failed == nil || err != nil && costsNothing(failed) {
					failed = err
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if len(heard.Segments) > 0 {
		w.learnFrom(heard, format, format)
	}
	return failed
}

// costsNothing reports whether a service refused a request because of its size, length or format:
// such a request is not charged and may be repeated in another form.
func costsNothing(err error) bool {
	var e *failure.Error
	if !errors.As(err, &e) {
		return false
	}
	_, tooLong := failure.AudioLimit(err)
	return tooLong || e.Kind == failure.TooLarge || refuses(err) != no
}

// nextOf returns the first of the given parts that has no response, otherwise the first one.
func (w *jobRun) nextOf(all []int) (int, sentPart) {
	for _, i := range all {
		if p := w.plan.Parts[i]; !w.has(p) {
			return i, p
		}
	}
	return all[0], w.plan.Parts[all[0]]
}

// slowDown is called when the service asks to slow down.
func (w *jobRun) slowDown() { w.slow.Store(true) }

// lengthen makes the parts behind the last answer longer, once the service has asked to slow down.
func (w *jobRun) lengthen(ctx context.Context) error {
	if !w.slow.Load() || w.plan.LongAfter > 0 || w.plan.Shortest == 0 {
		return nil
	}
	from := 1
	for i, p := range w.plan.Parts {
		if w.has(p) || len(p.Cuts) > 1 || w.plan.halvingOf(p) != nil {
			from = i + 1
		}
	}
	if from >= len(w.plan.Parts) {
		return nil
	}
	l := w.plan.limits
	l.LongAfter = w.plan.Parts[from].Cuts[0].Index
	longer, err := w.cut(ctx, l)
	if err != nil {
		return explain(err)
	}
	kept := slices.Clone(w.plan.Parts[:from])
	for i := range kept {
		kept[i].Cuts = slices.Clone(kept[i].Cuts)
		kept[i].Cuts[0].limits = l // the new limits find the finished parts again
	}
	w.plan.limits, w.plan.Parts = l, append(kept, longer.Parts[l.LongAfter:]...)
	return w.savePlan()
}
