package speechexports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"parlando/app/ask"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speech/clips"
	"parlando/app/speech/speechtext"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/fieldname"
	"parlando/media/audio"
	"parlando/media/concat"
)

var (
	errCanceled = errors.New("the user stopped it")
	errClosing  = errors.New("the program is closing")
)

// enqueue adds a speech export to the queue and starts the worker if needed. n.mu is held.
func (n *Store) enqueue(id chat.ID) {
	if n.closed {
		n.all[id].State = Stopped
		n.all[id].keeper.SaveSoon()
		return
	}
	n.queue = append(n.queue, id)
	n.all[id].keeper.SaveSoon()
	if !n.working {
		n.working = true
		n.running.Go("speech export", n.work)
	}
}

// waitReason returns why the next request of a speech export waits; the Kind is "" if it does not.
// n.mu is held.
func (n *Store) waitReason(one *speechExport) problem.Problem {
	if one.Voice.Local {
		return problem.Problem{}
	}
	return n.o.WaitReason.For(one.Voice.Connection)
}

// next returns the index in the queue of the first speech export that need not wait, -1 if there is
// none. n.mu is held.
func (n *Store) next() int {
	return slices.IndexFunc(n.queue, func(id chat.ID) bool { return n.waitReason(n.all[id]).Kind == "" })
}

// Busy reports whether a speech export is being made or is next. It reads memory only.
func (n *Store) Busy() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, one := range n.all {
		if one.saving || one.State == StateMaking || one.State == Waiting && n.waitReason(one).Kind == "" {
			return true
		}
	}
	return false
}

// work makes the queued speech exports one after the other, until the queue is empty. It waits
// while all of them do.
func (n *Store) work() {
	for {
		_ = n.o.Marks.Await(context.Background(), func() bool {
			n.mu.Lock()
			defer n.mu.Unlock()
			return n.closed || len(n.queue) == 0 || n.next() >= 0
		}, changes.Settings, changes.SpeechExports)
		ctx, one := n.take()
		if one == nil {
			return
		}
		n.mark()
		// The next start must know that parts may have been requested.
		_ = one.keeper.Flush()
		err := n.makeOne(ctx, one)
		n.finish(one, context.Cause(ctx), err)
		n.mark()
	}
}

// take removes the next speech export from the queue and marks it as being made. Without one the
// worker ends.
func (n *Store) take() (context.Context, *speechExport) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed || len(n.queue) == 0 {
		n.working = false
		return nil, nil
	}
	i := max(n.next(), 0)
	one := n.all[n.queue[i]]
	var ctx context.Context
	ctx, n.cancel = context.WithCancelCause(context.Background())
	n.current, n.queue = one.ID, slices.Delete(n.queue, i, i+1)
	one.State = StateMaking
	one.keeper.SaveSoon()
	return ctx, one
}

// finish stores the result of makeOne. cause is the reason why it was stopped, or nil.
func (n *Store) finish(one *speechExport, cause, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cancel(nil)
	n.current, one.saving = "", false
	one.under, one.arrived = 0, 0
	switch {
	case one.State == Done:
	case err == nil:
		return
	case errors.Is(cause, errClosing):
		one.State = Stopped
		one.Problem = problem.Problem{Kind: problem.Interrupted, At: n.o.Now(), MayHaveArrived: true}
	case cause != nil:
		one.State = Stopped
	case problem.KindOf(err) == problem.LimitReached:
		one.State = Waiting
		n.queue = slices.Insert(n.queue, 0, one.ID)
	default:
		one.State = Failed
		one.Problem = problem.From(err, "", n.o.Now())
		n.o.Log.Warn("A speech export failed", "id", one.ID, "error", err)
	}
	one.keeper.SaveSoon()
}

// makeOne fetches the missing parts, concatenates all parts and saves the result. It reads fields
// without holding n.mu that nothing changes while it runs.
func (n *Store) makeOne(ctx context.Context, one *speechExport) error {
	have, err := one.folder.kept()
	if err != nil {
		return err
	}
	n.mu.Lock()
	one.parts, one.spoken, one.joined = 0, 0, 0
	n.mu.Unlock()
	var parts []concat.Part
	err = one.folder.each(func(i int, p speechPart) error {
		k, ok := have[i]
		if !ok {
			started := n.o.Now()
			if k, err = n.fetch(ctx, one, i, p); err != nil {
				return err
			}
			have[i] = k
			n.measured(one, n.o.Now().Sub(started))
		} else {
			if err := fits(one.Format, k.format); err != nil {
				return err
			}
			n.found(one, p)
		}
		parts = append(parts, concat.Part{
			Name: fmt.Sprintf("part %d", i+1), PCM: k.format == string(audio.PCM), Chapter: p.Chapter,
			Open: func() (io.ReadCloser, error) { return os.Open(k.path) },
		})
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	return n.whole(ctx, one, parts, have)
}

// found counts a part that already existed.
func (n *Store) found(one *speechExport, p speechPart) {
	n.mu.Lock()
	defer n.mu.Unlock()
	one.parts++
	one.spoken += speechtext.CountCharacters(p.Text)
}

// measured counts the finished part and records how long it took.
func (n *Store) measured(one *speechExport, took time.Duration) {
	defer n.mark()
	n.mu.Lock()
	defer n.mu.Unlock()
	one.parts++
	one.spoken += one.under
	one.asked += one.under
	one.came += one.arrived
	one.took += took
	one.under, one.arrived = 0, 0
}

// joined records the number of parts in the concatenated sound.
func (n *Store) joined(one *speechExport, parts int) {
	n.mu.Lock()
	one.joined = parts
	n.mu.Unlock()
	n.mark()
}

// markEach is the interval between two notifications of arriving bytes.
const markEach = 250 * time.Millisecond

// arrival counts the bytes of the part being received.
type arrival struct {
	io.Reader
	n      *Store
	one    *speechExport
	marked time.Time
}

func (a *arrival) Read(p []byte) (int, error) {
	n, err := a.Reader.Read(p)
	a.n.mu.Lock()
	a.one.arrived += int64(n)
	a.n.mu.Unlock()
	if now := a.n.o.Now(); now.Sub(a.marked) >= markEach {
		a.marked = now
		a.n.mark()
	}
	return n, err
}

// fetch gets the sound of a part and stores it.
func (n *Store) fetch(ctx context.Context, one *speechExport, i int, p speechPart) (keptSound, error) {
	n.mu.Lock()
	one.under, one.arrived = speechtext.CountCharacters(p.Text), 0
	n.mu.Unlock()
	body, format, err := n.sound(ctx, one, p)
	if err != nil {
		return keptSound{}, err
	}
	defer body.Close()
	if format == "" {
		return keptSound{}, problem.New(problem.NotUnderstood, "the service responded with something other than sound")
	}
	v := one.Voice
	learns := n.o.Catalog != nil && !v.Local
	if err := fits(one.Format, format); err != nil {
		if learns {
			n.o.Catalog.LearnRefusals(v.Connection, v.Model, []failure.Refusal{{Field: fieldname.ResponseFormat, Value: one.Format}})
		}
		return keptSound{}, err
	}
	if learns && format == one.Format {
		n.o.Catalog.LearnAccepted(v.Connection, v.Model, fieldname.ResponseFormat, format)
	}
	k := keptSound{format: format}
	err = one.folder.write(func(w file) error {
		_, err := io.Copy(w, &arrival{body, n, one, n.o.Now()})
		return err
	}, func() (string, error) {
		// A part that cannot be concatenated is not stored, so that it is requested again.
		temp := one.folder.dir + string(os.PathSeparator) + unfinished + "file"
		part := concat.Part{Name: fmt.Sprintf("part %d", i+1), PCM: format == string(audio.PCM), Open: func() (io.ReadCloser, error) { return os.Open(temp) }}
		return partName(i, format), concat.CheckPart(ctx, part, audio.Format(one.Format))
	})
	k.path = one.folder.dir + string(os.PathSeparator) + partName(i, format)
	return k, err
}

// voice returns the voice of a speech export. A voice that the model does not have after all is
// replaced, for all following parts.
func (n *Store) voice(one *speechExport) speech.Voice {
	n.mu.Lock()
	defer n.mu.Unlock()
	if v := &one.Voice; n.o.Catalog != nil && !v.Local {
		v.Voice, _ = n.o.Catalog.Voice(v.Connection, v.Model, v.Voice)
	}
	v := one.Voice
	if n.o.Catalog != nil && slices.Contains(n.o.Catalog.RefusedFields(v.Connection, v.Model), fieldname.Instructions) {
		v.Instructions = "" // speech is cached without instructions for such a model, too
	}
	return v
}

// sound returns the sound of a part from the cache, the service or the voice of this computer.
func (n *Store) sound(ctx context.Context, one *speechExport, p speechPart) (io.ReadCloser, string, error) {
	v := n.voice(one)
	if n.o.Clips != nil && !v.Local {
		_, address := n.o.Services.Resolve(v.Connection)
		what := clips.Parameters{
			Service: address, Model: v.Model, Voice: v.Voice, Speed: v.Speed, Instructions: v.Instructions, Format: one.Format, Text: p.Text,
		}
		if f, format, err := n.o.Clips.Open(what.Key()); err == nil {
			return f, format, nil
		}
	}
	var service interface {
		Speech(ctx context.Context, r client.SpeechRequest) (ask.Sound, error)
	} = local{n.o.Voice, n.o.Languages, string(one.ID)}
	if v.Local && n.o.Voice == nil {
		return nil, "", ErrFormat
	}
	ctx = cost.WithSubject(ctx, cost.Subject{Purpose: cost.SoundFile})
	if !v.Local {
		var err error
		if service, err = n.o.Services.Service(ctx, v.Connection); err != nil {
			return nil, "", err
		}
	}
	request := speech.NewRequest(n.o.Catalog, v, p.Text, client.AudioFormat(one.Format))
	body, err := service.Speech(ctx, request)
	if err != nil {
		return nil, "", n.explain(err, one.Format)
	}
	return body, string(body.Format()), nil
}

// whole concatenates the parts and saves the result. A part found damaged on disk is deleted, so
// that Resume fetches it again.
func (n *Store) whole(ctx context.Context, one *speechExport, parts []concat.Part, have map[int]keptSound) error {
	var result concat.Result
	err := one.folder.write(func(w file) (err error) {
		result, err = concat.Concat(ctx, w, parts, concat.Options{
			Format: audio.Format(one.Format), Title: one.Title, Artist: "Parlando", Progress: func(written int) { n.joined(one, written) },
		})
		return err
	}, func() (string, error) { return soundStem + "." + one.Format, nil })
	var damaged *concat.PartError
	if errors.As(err, &damaged) && !errors.Is(err, concat.ErrParametersDiffer) && ctx.Err() == nil {
		_ = os.Remove(have[damaged.Index].path)
	}
	if err != nil {
		return err
	}
	path := one.folder.sound(one.Format)
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	n.mu.Lock()
	one.State, one.Length, one.Bytes, one.saving = Done, result.Length, info.Size(), true
	one.keeper.SaveSoon()
	n.mu.Unlock()
	if one.keeper.Flush() == nil {
		// Remove the parts only once the result and its state are safely on disk.
		if err := one.folder.tidy(); err != nil {
			n.o.Log.Warn("The parts of a speech export could not be removed", "id", one.ID, "error", err)
		}
	}
	if one.Path == "" {
		return nil
	}
	saved, err := save(ctx, path, one.Path, one.Replace)
	n.mu.Lock()
	defer n.mu.Unlock()
	if one.SavedAs = saved; err != nil {
		one.Problem = problem.From(err, "", n.o.Now())
	}
	return nil
}
