package window

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/app/problem"
	"parley/app/settings"
	"parley/app/transcripts"
	"parley/app/transcripts/scribe"
	"parley/views/transcribe"
	"parley/views/widgets"
	"parley/views/words"
)

// asked is what is asked before something is sent.
type asked struct {
	files []sound
	// looking: a file is being looked at. searching: one is looked through for damaged places, which stop ends.
	looking     bool
	searching   bool
	stop        context.CancelFunc
	connection  chat.ID
	language    string
	model       string
	copying     bool
	temperature *float64
}

// sound is one file that may be written down.
type sound struct {
	file transcripts.File
	// path is where it lies.
	path  string
	shown transcribe.Asked
	// inside: it was found in a folder, so that nobody asked for what is no sound.
	inside bool
	// searched: it was looked through for damaged places.
	searched bool
	// again is the transcript whose sound this is, "" for a new one.
	again chat.ID
}

// mostInFolder is how many files of a folder are looked at.
const mostInFolder = 2000

func (v *Window) buildAsking() {
	t := v.transcribe
	c := &t.page.Calls.Asking
	c.OnStart, c.OnCancel = v.startWriting, v.askNoMore
	c.OnRemove = func(at int) {
		t.asked.files = slices.Delete(t.asked.files, at, at+1)
		if len(t.asked.files) == 0 {
			v.askNoMore()
			return
		}
		v.paintAsked()
	}
	c.OnLanguage = func(code string) { t.asked.language = code; v.paintAsked() }
	c.OnModel = func(id string) { t.asked.model = id; v.paintAsked() }
	c.OnCopy = func(on bool) { t.asked.copying = on }
	c.OnTemperature = func(value *float64) { t.asked.temperature = value; v.paintAsked() }
	c.OnTryField = func(field string) {
		v.core.Catalog.ForgetRefusals(t.asked.connection, t.asked.model, field)
		v.paintAsked()
	}
	c.OnOtherModel = v.askForTranscriber
}

// chooseSounds asks for files.
func (v *Window) chooseSounds() {
	d := dialog.NewFileOpen(v.chosen(func(path string) { v.askAbout([]string{path}) }), v.window)
	var endings []string
	for _, e := range soundEndings() {
		endings = append(endings, e, strings.ToUpper(e))
	}
	d.SetFilter(storage.NewExtensionFileFilter(endings))
	d.SetTitleText(lang.L("Add audio files"))
	v.showDialog(d)
}

// askAbout asks whether files, and what is in folders, are to be written down. Nothing is sent.
func (v *Window) askAbout(paths []string) {
	if len(paths) == 0 {
		return
	}
	v.thread.Go(func() func() {
		var files []sound
		var unread []string
		for _, path := range paths {
			found, not := soundsAt(path)
			files, unread = append(files, found...), append(unread, not...)
		}
		return func() {
			v.askWith(files)
			if len(unread) > 0 {
				v.core.Log.Warn("Folders were not read", "first", unread[0], "count", len(unread))
				v.toasts.Say(lang.L("{{.Name}} could not be read, so what is in it is left out.", map[string]any{"Name": filepath.Base(unread[0])}), "", nil)
			}
		}
	})
}

// soundsAt is a file, or the files in a folder and in those in it. What is hidden is passed over; unread is what could not be read.
func soundsAt(path string) (out []sound, unread []string) {
	if !isFolder(path) {
		return []sound{soundOf(transcripts.File{Path: path}, path)}, nil
	}
	_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			unread = append(unread, p)
			return nil //nolint:nilerr // the rest can be read all the same
		case strings.HasPrefix(d.Name(), ".") && p != path:
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			s := soundOf(transcripts.File{Path: p}, p)
			s.inside = true
			out = append(out, s)
		}
		if len(out) == mostInFolder {
			return fs.SkipAll
		}
		return nil
	})
	return out, unread
}

func soundOf(f transcripts.File, path string) sound {
	return sound{file: f, path: path, shown: transcribe.Asked{Name: filepath.Base(path), Measuring: true}}
}

// askWith adds files to what is asked, and looks at them.
func (v *Window) askWith(files []sound) {
	v.showTranscribe()
	t := v.transcribe
	if t.asked == nil {
		s := v.core.Settings.Get().Transcription
		current, _ := v.core.Connections.Current()
		t.asked = &asked{
			connection: current.ID, language: s.Language, copying: s.Copy, temperature: s.Temperature, model: v.transcripts.DefaultModel(current.ID),
		}
	}
	for _, f := range files {
		if !slices.ContainsFunc(t.asked.files, func(s sound) bool { return s.path == f.path }) {
			t.asked.files = append(t.asked.files, f)
		}
	}
	v.paintAsked()
	v.lookAtNext()
	v.searchNext()
}

// lookAtNext finds out about one file after the other.
func (v *Window) lookAtNext() {
	a := v.transcribe.asked
	if a == nil || a.looking {
		return
	}
	at := slices.IndexFunc(a.files, func(s sound) bool { return s.shown.Measuring })
	if at < 0 {
		return
	}
	a.looking = true
	path := a.files[at].path
	v.thread.Go(func() func() {
		e, err := v.transcripts.Estimate(v.ctx, path, a.connection)
		return func() {
			a.looking = false
			if a != v.transcribe.asked {
				return
			}
			if at := slices.IndexFunc(a.files, func(s sound) bool { return s.path == path }); at >= 0 {
				v.lookedAt(a, at, e, err)
			}
			v.lookAtNext()
			v.searchNext()
		}
	})
}

// searchNext looks through one file after the other for damaged places. What it finds is not looked for again when a transcript is opened.
func (v *Window) searchNext() {
	a := v.transcribe.asked
	if a == nil || a.searching {
		return
	}
	at := slices.IndexFunc(a.files, func(s sound) bool { return !s.searched && !s.shown.Measuring && s.shown.Problem.Kind == "" })
	if at < 0 {
		return
	}
	a.searching = true
	path := a.files[at].path
	ctx, stop := context.WithCancel(v.ctx)
	a.stop = stop
	v.thread.Go(func() func() {
		defer stop()
		wave, err := v.core.Waves.Look(ctx, path)
		return func() {
			a.searching = false
			if a != v.transcribe.asked {
				return
			}
			if err != nil && !errors.Is(err, context.Canceled) {
				v.core.Log.Warn("Sound was not looked through", "error", err)
			}
			if at := slices.IndexFunc(a.files, func(s sound) bool { return s.path == path }); at >= 0 {
				a.files[at].searched, a.files[at].shown.Damaged = true, wave.Damaged > 0
				v.paintAsked()
			}
			v.searchNext()
		}
	})
}

// lookedAt shows what is known of a file now.
func (v *Window) lookedAt(a *asked, at int, e scribe.Estimate, err error) {
	s := &a.files[at]
	s.shown.Measuring = false
	s.shown.Length, s.shown.Bytes, s.shown.Parts, s.shown.Takes, s.shown.Converts = e.Length, e.Bytes, e.Parts, e.Takes, e.Converts
	if err != nil {
		v.core.Log.Warn("Sound was not looked at", "error", err)
		s.shown.Problem = problem.From(err, "", time.Now())
		if s.inside && s.shown.Problem.Kind == problem.NotSound && s.shown.Problem.Format == "" {
			a.files = slices.Delete(a.files, at, at+1)
		}
	}
	if len(a.files) == 0 {
		v.askNoMore()
		v.toasts.Say(lang.L("There is no sound in this folder."), "", nil)
		return
	}
	v.paintAsked()
}

// askNoMore takes back what is asked.
func (v *Window) askNoMore() {
	if t := v.transcribe; t.asked != nil {
		if t.asked.stop != nil {
			t.asked.stop()
		}
		t.asked = nil
		t.page.Ask(nil)
		v.refreshPractice()
		t.page.FocusList()
	}
}

// paintAsked shows what is asked.
func (v *Window) paintAsked() {
	a := v.transcribe.asked
	q := transcribe.Question{Language: a.language, Model: a.model, Copy: a.copying, Temperature: a.temperature, Recorded: true}
	q.Refusals = v.core.Catalog.Refusals(a.connection, a.model)
	if c, ok := v.core.Settings.Get().Find(a.connection); ok && c.Kind == settings.Service {
		q.Host = c.Name
	}
	for _, s := range a.files {
		q.Files = append(q.Files, s.shown)
		q.Recorded = q.Recorded && s.file.Recording != ""
	}
	for _, m := range v.core.Catalog.ModelsFor(a.connection, catalog.Transcription) {
		q.Models = append(q.Models, m.ID)
	}
	if a.model != "" && !slices.Contains(q.Models, a.model) {
		q.Models = append(q.Models, a.model)
	}
	v.transcribe.page.Ask(&q)
	v.refreshPractice()
}

// askForTranscriber asks for the name of a model: the interface names none, so it may have to be typed once.
func (v *Window) askForTranscriber() {
	c := v.window.Canvas()
	field := widgets.NewField(lang.L("Name of the model"), "whisper-1")
	var o *widgets.Overlay
	use := func() {
		if id := strings.TrimSpace(field.Text); id != "" && v.transcribe.asked != nil {
			v.transcribe.asked.model = id
			v.paintAsked()
		}
	}
	o = widgets.Ask(c, lang.L("Another model"), field, lang.L("Use"), lang.L("Cancel"), use)
	field.OnSubmitted = func(string) { o.Hide(); use() }
	field.OnEscape = func() { o.Hide() }
	v.popup(o)
	c.Focus(field)
}

// startWriting begins, and remembers what was chosen for the next time.
func (v *Window) startWriting() {
	a := v.transcribe.asked
	v.askNoMore()
	usual := v.transcripts.DefaultModel(a.connection) // asks the settings itself
	v.core.Settings.Change(func(s *settings.Settings) {
		t := &s.Transcription
		t.Language, t.Copy, t.Temperature = a.language, a.copying, a.temperature
		if a.model != usual {
			t.Models = maps.Clone(t.Models)
			if t.Models == nil {
				t.Models = map[chat.ID]string{}
			}
			t.Models[a.connection] = a.model
		}
	})
	var files []transcripts.File
	var again []sound
	for _, s := range a.files {
		switch {
		case s.shown.Problem.Kind != "":
		case s.again != "":
			again = append(again, s)
		default:
			files = append(files, s.file)
		}
	}
	o := transcripts.AddOptions{Connection: a.connection, Model: a.model, Language: a.language, Temperature: a.temperature, Copy: a.copying}
	v.writes.Add(1)
	v.thread.Go(func() func() {
		defer v.writes.Done()
		ids, refused := v.transcripts.Add(v.ctx, files, o)
		for _, s := range again {
			id, err := v.transcripts.Again(v.ctx, s.again, o)
			if id != "" {
				ids = append(ids, id)
			}
			if err != nil {
				refused = append(refused, transcripts.Refused{File: s.file, Problem: problem.From(err, "", time.Now())})
			}
		}
		return func() {
			v.refreshTranscripts()
			if len(ids) > 0 {
				v.openTranscript(ids[0])
			}
			v.tellRefused(refused)
		}
	})
}

// tellRefused says which files were not taken, and why.
func (v *Window) tellRefused(refused []transcripts.Refused) {
	if len(refused) == 0 {
		return
	}
	r := refused[0]
	about := words.AboutWriting(r.Problem)
	said := filepath.Base(r.File.Path) + ": " + about.Title
	if r.Problem.Kind == problem.NotSound {
		said += " " + about.Safe
	}
	if n := len(refused) - 1; n > 0 {
		said += " " + lang.L("{{.N}} others were not taken either.", map[string]any{"N": words.Count(n)})
	}
	v.toasts.Say(said, "", nil)
}

// transcribeAgain asks about the sound of a transcript again, so that another model or language can be chosen.
func (v *Window) transcribeAgain(t transcripts.Transcript) {
	v.thread.Go(func() func() {
		path, err := v.transcripts.SoundPath(v.ctx, t.ID)
		return func() {
			if err != nil {
				v.core.Log.Warn("Sound was not found", "error", err)
				v.toasts.Say(words.ForWriting(problem.SoundMissing).Title, "", nil)
				return
			}
			s := soundOf(transcripts.File{Path: t.Path, Recording: t.Recording, Title: t.Title}, path)
			s.shown.Name, s.again, s.shown.Again = transcribe.Title(t), t.ID, t.State
			v.askWith([]sound{s})
		}
	})
}
