package transcribe

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
	"parlando/app/transcripts/waveforms"
	"parlando/assets/spoken"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// question lets the user choose the files, the language and the model before sound is sent.
type question struct {
	Options
	view *body
	// batch holds the files of the question; nil if no question is shown. batchReads is the scope
	// of reads of the batch's files, reads the scope of reads that may start a question.
	batch             *batch
	batchReads, reads *uithread.Scope
	// onChanged is called after the question has changed, onAdded after transcripts were added to
	// the queue.
	onChanged func()
	onAdded   func([]chat.ID)
}

// batch holds the files to send together and the choices for them.
type batch struct {
	files []soundFile
	// measuring means that a file is being measured, searching that a file is being searched for
	// damage; stop cancels the search.
	measuring, searching bool
	stop                 context.CancelFunc
	connection           chat.ID
	choices
}

// asked reports whether a question is shown.
func (q *question) asked() bool { return q.batch != nil }

// connection returns the connection of the batch, or without a batch the connection for a new one.
func (q *question) connection() (settings.Connection, bool) {
	if q.batch != nil {
		return q.Connections.Find(q.batch.connection)
	}
	return q.Connections.Current()
}

// examples returns the example recordings offered in practice.
func (q *question) examples() (out []example) {
	if c, _ := q.Connections.Current(); c.Kind != settings.Practice {
		return nil
	}
	for _, r := range spoken.Recordings() {
		out = append(out, example{Name: r.Name, Title: r.Title, Detail: words.Language(r.Language)})
	}
	return out
}

// destination names the receiver of sound and the price of a minute, as far as they are known.
func (q *question) destination() string {
	c, ok := q.Connections.Current()
	switch {
	case !ok:
		return ""
	case c.Kind != settings.Service:
		return i18n.Text("The audio stays on this computer.")
	}
	said := i18n.Text("Sent to {{.Service}} to be transcribed", map[string]any{"Service": c.Name})
	price, _, _ := q.Models.Price(c.ID, q.Transcripts.DefaultModel(c.ID))
	if minute, _, ok := cost.CostOf(price, cost.Counts{Sound: time.Minute.Milliseconds()}); ok {
		said = join(said, i18n.Text("about {{.Price}} a minute", map[string]any{"Price": words.Amount(minute)}))
	}
	return said
}

// cost estimates the cost of the files, which the model of the batch charges by their length. It
// returns nil while a file is being measured, and for a program on this computer without a price.
func (q *question) cost(b *batch, files []askedFile) *cost.Sum {
	c, _ := q.connection()
	price, _, known := q.Models.Price(b.connection, b.Model)
	if b.Model == "" || !known && c.Kind != settings.Service {
		return nil
	}
	sum := cost.Sum{About: true}
	for _, f := range files {
		switch {
		case f.Measuring:
			return nil
		case f.Problem.Kind != "":
			continue
		}
		requests := max(1, int64(f.Parts))
		one, _, ok := cost.CostOf(price, cost.Counts{Sound: f.Length.Milliseconds() / requests})
		if !ok || f.Length == 0 {
			sum.Unknown++
			continue
		}
		sum.Add(cost.Money{Micros: one.Micros * requests, Currency: one.Currency})
	}
	return &sum
}

// AddExample adds one of the bundled recordings to the question.
func (q *question) AddExample(name string) {
	all := spoken.Recordings()
	recording := all[slices.IndexFunc(all, func(r spoken.Recording) bool { return r.Name == name })]
	q.Thread.Go(func() func() {
		path, err := writeExample(q.Examples, recording)
		return func() {
			if err != nil {
				q.Frame.ReportWriteError(err)
				return
			}
			q.askAboutPaths([]string{path})
		}
	})
}

// ChooseFiles opens a dialog to add files.
func (q *question) ChooseFiles() {
	q.Frame.Files().Choose(shell.FileRequest{
		Purpose: shell.OpenSound, Title: i18n.Text("Add audio files"), Extensions: SoundExtensions(), Type: i18n.Text("Audio and video"), Multiple: true,
	}, q.askAboutPaths)
}

// askAboutPaths shows the question about transcribing the files and the files in the folders. It
// sends nothing.
func (q *question) askAboutPaths(paths []string) {
	if len(paths) == 0 {
		return
	}
	q.Thread.Go(func() func() {
		var files []soundFile
		var unread []string
		for _, path := range paths {
			found, not := soundsAt(path)
			files, unread = append(files, found...), append(unread, not...)
		}
		return func() {
			q.ask(files...)
			if len(unread) > 0 {
				q.Log.Warn("Folders were not read", "first", unread[0], "count", len(unread))
				q.Frame.Toasts().Say(i18n.Text("{{.Name}} couldn't be read, so its content is left out.", map[string]any{"Name": filepath.Base(unread[0])}), "", nil)
			}
		}
	})
}

// askAgain shows the question about the sound of a transcript, to choose another model or language.
func (q *question) askAgain(t transcripts.Transcript) {
	uithread.Load(q.reads, func() (string, error) { return q.Transcripts.SoundPath(q.Frame.Context(), t.ID) }, func(path string) {
		s := newSoundFile(transcripts.File{Path: t.Path, Recording: t.Recording, Title: t.Title}, path)
		s.shown.Name, s.again, s.shown.Again = t.Name(), t.ID, t.State
		q.ask(s)
	}, func(err error) {
		q.Log.Warn("Sound was not found", "error", err)
		q.Frame.Toasts().Say(words.TextForTranscription(problem.SoundMissing).Title, "", nil)
	})
}

// ask adds files to the question and examines them.
func (q *question) ask(files ...soundFile) {
	q.Links.Show()
	if q.batch == nil {
		s := q.Settings.Get().Transcription
		current, _ := q.Connections.Current()
		q.batch = &batch{
			connection: current.ID, choices: choices{
				Language: s.Language, Model: q.Transcripts.DefaultModel(current.ID),
				Copy: s.Copy, Temperature: s.Temperature, FewerRequests: s.FewerRequests,
			},
		}
	}
	for _, f := range files {
		if q.batch.at(f.path) < 0 {
			q.batch.files = append(q.batch.files, f)
		}
	}
	q.show()
	q.measureNext()
	q.searchNext()
}

// at returns the index of the file with the given path, negative if there is none.
func (b *batch) at(path string) int {
	return slices.IndexFunc(b.files, func(s soundFile) bool { return s.path == path })
}

// Remove removes the file at an index.
func (q *question) Remove(at int) {
	q.batch.files = slices.Delete(q.batch.files, at, at+1)
	if len(q.batch.files) == 0 {
		q.Cancel()
		return
	}
	q.show()
}

// Change implements batchActions.
func (q *question) Change(change func(*choices)) {
	if q.batch != nil {
		change(&q.batch.choices)
		q.show()
	}
}

// ForgetRefusals implements batchActions.
func (q *question) ForgetRefusals(field string) {
	q.Models.ForgetRefusals(q.batch.connection, q.batch.Model, field)
	q.show()
}

// measureNext measures the files one after the other: their lengths, and the requests needed to
// send them.
func (q *question) measureNext() {
	b := q.batch
	if b == nil || b.measuring {
		return
	}
	at := slices.IndexFunc(b.files, func(s soundFile) bool { return s.shown.Measuring })
	if at < 0 {
		return
	}
	b.measuring = true
	path := b.files[at].path
	var e transcriber.Estimate
	measured := func(err error) {
		b.measuring = false
		if at := b.at(path); at >= 0 {
			q.measured(at, e, err)
		}
		q.measureNext()
		q.searchNext()
	}
	uithread.Load(q.batchReads, func() (_ transcriber.Estimate, err error) {
		e, err = q.Transcripts.Estimate(q.Frame.Context(), path, b.connection)
		return e, err
	}, func(transcriber.Estimate) { measured(nil) }, measured)
}

// measured shows the estimate of a file, or the reason why the file cannot be transcribed.
func (q *question) measured(at int, e transcriber.Estimate, err error) {
	b := q.batch
	s := &b.files[at]
	s.shown.Measuring = false
	s.shown.Estimate = e
	if err != nil {
		q.Log.Warn("Sound was not looked at", "error", err)
		s.shown.Problem = problem.From(err, "", time.Now())
		if s.inside && s.shown.Problem.Kind == problem.NotSound && s.shown.Problem.Format == "" {
			b.files = slices.Delete(b.files, at, at+1)
		}
	}
	if len(b.files) == 0 {
		q.Cancel()
		q.Frame.Toasts().Say(i18n.Text("There are no audio files in this folder."), "", nil)
		return
	}
	q.show()
}

// searchNext searches the files for damage one after the other. The results are cached for the open
// transcript.
func (q *question) searchNext() {
	b := q.batch
	if b == nil || b.searching {
		return
	}
	at := slices.IndexFunc(b.files, func(s soundFile) bool {
		return !s.searched && !s.shown.Measuring && s.shown.Problem.Kind == ""
	})
	if at < 0 {
		return
	}
	b.searching = true
	path := b.files[at].path
	ctx, stop := context.WithCancel(q.Frame.Context())
	b.stop = stop
	searched := func(damaged bool) {
		b.searching = false
		if at := b.at(path); at >= 0 {
			b.files[at].searched, b.files[at].shown.Damaged = true, damaged
			q.show()
		}
		q.searchNext()
	}
	uithread.Load(q.batchReads, func() (waveforms.Waveform, error) {
		defer stop()
		return q.Waveforms.Load(ctx, path)
	}, func(w waveforms.Waveform) { searched(w.Damaged > 0) }, func(err error) {
		if !errors.Is(err, context.Canceled) {
			q.Log.Warn("Sound was not looked through", "error", err)
		}
		searched(false)
	})
}

// Cancel discards the question if there is one.
func (q *question) Cancel() {
	if q.batch == nil {
		return
	}
	if q.batch.stop != nil {
		q.batch.stop()
	}
	q.batch = nil
	q.batchReads.Reset()
	q.view.Ask(nil)
	q.onChanged()
	q.view.FocusList()
}

// show shows the question if there is one.
func (q *question) show() {
	b := q.batch
	if b == nil {
		return
	}
	shown := shownQuestion{choices: b.choices, Recorded: true}
	shown.Refusals = q.Models.Refusals(b.connection, b.Model)
	if c, ok := q.connection(); ok && c.Kind == settings.Service {
		shown.Host = c.Name
	}
	shown.Times = q.timesChoice(b)
	for _, s := range b.files {
		if shown.Times != nil && !b.FewerRequests && s.shown.Parts > 0 {
			s.shown.Parts = max(s.shown.Parts, transcriber.ExactRequests(s.shown.Length))
			// a WAV file that is split anyway is not converted
			s.shown.Converts = s.shown.Converts && s.shown.Format != "wav"
		}
		shown.Files = append(shown.Files, s.shown)
		shown.Recorded = shown.Recorded && s.file.Recording != ""
	}
	shown.Cost = q.cost(b, shown.Files)
	shown.ModelChoice = modelchoice.New(q.Frame, q.Models, b.connection, catalog.PurposeTranscription, b.Model, func(id string) {
		if shown.ModelChoice.Gone() {
			q.Settings.Change(func(s *settings.Settings) { s.Transcription.Models.Set(b.connection, id) })
		}
		q.Change(func(c *choices) { c.Model = id })
	})
	q.view.Ask(&shown)
	q.onChanged()
	q.Frame.Relayout() // toasts must not cover the buttons
}

// Start adds the files to the queue and remembers the choices.
func (q *question) Start() {
	b := q.batch
	q.Cancel()
	q.remember(b)
	var files []transcripts.File
	var again []soundFile
	for _, s := range b.files {
		switch {
		case s.shown.Problem.Kind != "":
		case s.again != "":
			again = append(again, s)
		default:
			files = append(files, s.file)
		}
	}
	o := transcripts.AddOptions{Connection: b.connection, Model: b.Model, Language: b.Language, Temperature: b.Temperature, Copy: b.Copy, FewerRequests: b.FewerRequests}
	var ids []chat.ID
	var refused []transcripts.RefusedFile
	q.Frame.Write(b, func() error {
		ctx := q.Frame.Context()
		ids, refused = q.Transcripts.Add(ctx, files, o)
		for _, s := range again {
			id, err := q.Transcripts.TranscribeAgain(ctx, s.again, o)
			if id != "" {
				ids = append(ids, id)
			}
			if err != nil {
				refused = append(refused, transcripts.RefusedFile{File: s.file, Problem: problem.From(err, "", time.Now())})
			}
		}
		return nil // sayRefused shows the refused files
	}, func(error) {
		q.onAdded(ids)
		q.sayRefused(refused)
	})
}

// remember stores the choices as the defaults of the next question.
func (q *question) remember(b *batch) {
	// call this first: it reads the settings
	defaultModel := q.Transcripts.DefaultModel(b.connection)
	q.Settings.Change(func(s *settings.Settings) {
		t := &s.Transcription
		t.Language, t.Copy, t.Temperature, t.FewerRequests = b.Language, b.Copy, b.Temperature, b.FewerRequests
		if b.Model != defaultModel {
			t.Models.Set(b.connection, b.Model)
		}
	})
}

// sayRefused shows which files were refused, and why.
func (q *question) sayRefused(refused []transcripts.RefusedFile) {
	if len(refused) == 0 {
		return
	}
	r := refused[0]
	about := words.TextForTranscriptionProblem(r.Problem)
	said := format.Named(filepath.Base(r.File.Path), about.Title)
	if r.Problem.Kind == problem.NotSound {
		said = format.Sentences(said, about.Safe)
	}
	if n := len(refused) - 1; n > 0 {
		said = format.Sentences(said, i18n.Plural("{{.N}} more weren't added.", n))
	}
	q.Frame.Toasts().Say(said, "", nil)
}
