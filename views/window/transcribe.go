package window

import (
	"context"
	"net/url"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/transcripts"
	"parley/app/transcripts/scribe"
	"parley/assets/spoken"
	"parley/views/sidebar"
	"parley/views/transcribe"
	"parley/views/words"
)

// transcribing is the page Transcribe: made when it is first shown, and kept.
type transcribing struct {
	window *Window
	scene  *scene
	top    *transcribe.Top
	page   *transcribe.Page
	// opened shows the lines of the transcript that is open.
	opened *opened

	// asked is what is asked before something is sent, nil for nothing.
	asked *asked
	// recorded is the recording that was begun here, whose end is awaited.
	recorded chat.ID
}

// queueOwner is the owner of transcripts, as this page uses it.
type queueOwner interface {
	transcriptOwner
	Add(ctx context.Context, files []transcripts.File, o transcripts.AddOptions) ([]chat.ID, []transcripts.Refused)
	Again(ctx context.Context, id chat.ID, o transcripts.AddOptions) (chat.ID, error)
	Successor(id chat.ID) chat.ID
	Estimate(ctx context.Context, path string, connection chat.ID) (scribe.Estimate, error)
	DefaultModel(connection chat.ID) string
	List() []transcripts.Transcript
	Search(ctx context.Context, query string, limit int) ([]transcripts.Hit, error)
	Pause(ctx context.Context, id chat.ID) error
	Resume(ctx context.Context, id chat.ID) error
	Cancel(ctx context.Context, id chat.ID) error
	Delete(ctx context.Context, id chat.ID) error
	Restore(ctx context.Context, id chat.ID) error
	KeepCopy(ctx context.Context, id chat.ID) error
	Move(ctx context.Context, id chat.ID, place int) error
	Pin(ctx context.Context, id chat.ID, pinned bool) error
}

// showTranscribe shows the page.
func (v *Window) showTranscribe() {
	if v.transcribe == nil {
		v.buildTranscribe()
	}
	v.goTo(v.transcribe)
	if v.recording != "" {
		v.transcribe.page.Back() // to what is recorded, which stands above the list
	}
}

func (t *transcribing) stage() *scene       { return t.scene }
func (t *transcribing) entry() sidebar.Page { return sidebar.Transcribe }
func (t *transcribing) title() string       { return lang.L("Transcribe") }

func (t *transcribing) arrive() {
	t.window.refreshTranscripts()
	t.window.refreshRecordings()
	t.window.refreshMicrophone()
	t.window.refreshPractice()
	t.page.SetExamples(t.window.examples())
	t.focusText()
}

func (t *transcribing) depart() { t.opened.depart() }

func (t *transcribing) setFolded(folded, recording bool) { t.top.SetSidebarButton(folded, recording) }
func (t *transcribing) togglePanel()                     {}
func (t *transcribing) panelClosed()                     {}
func (t *transcribing) focusText()                       { t.page.FocusList() }
func (t *transcribing) chooseFile()                      { t.window.chooseSounds() }
func (t *transcribing) take(paths []string)              { t.window.askAbout(paths) }
func (t *transcribing) read()                            { t.opened.sound.toggle() }

// chooseModel opens the models that write down speech, while something is asked.
func (t *transcribing) chooseModel() {
	if t.asked != nil {
		t.page.ChooseModel()
	}
}

// again tries the open one again.
func (t *transcribing) again() {
	if one, ok := t.window.transcripts.Get(t.page.Opened()); ok && one.State == transcripts.Failed && words.WriteAgain(one.Problem) != "" {
		t.page.OnRetry(one.ID)
	}
}

// escape takes back what is asked, else shows the list where it has given way.
func (t *transcribing) escape() {
	if t.asked != nil {
		t.window.askNoMore()
		return
	}
	t.page.Back()
}

func (v *Window) buildTranscribe() {
	t := &transcribing{window: v, top: transcribe.NewTop(), page: transcribe.NewPage()}
	v.transcribe = t
	t.scene = &scene{top: t.top, body: t.page}
	t.opened = v.buildTranscript(v.transcripts)
	t.page.SetView(t.opened.view)
	t.top.OnSidebar = func() { v.frame.toggleSidebar() }
	t.top.OnBack = func() {
		t.page.Back()
		t.page.FocusList()
	}
	t.top.OnAdd, t.top.OnRecord = v.chooseSounds, v.record
	t.top.MoreItems, t.top.OnPopup = v.allItems, v.popup
	p := t.page
	p.OnAdd, p.OnStop, p.OnDiscard = v.chooseSounds, v.record, v.discardRecording
	p.OnDeep = t.top.SetBack
	p.OnPopup, p.OnCopy = v.popup, v.copy
	p.OnExample = v.openExample
	v.buildQueue()
	v.buildAsking()
	v.buildRecordings()
}

// buildQueue connects what can be done with transcripts.
func (v *Window) buildQueue() {
	p, owner := v.transcribe.page, v.transcripts
	simply := func(do func(context.Context, chat.ID) error) func(chat.ID) {
		return func(id chat.ID) { v.change(func(ctx context.Context) error { return do(ctx, id) }) }
	}
	p.OnOpen = v.openTranscript
	p.OnPause, p.OnResume, p.OnRetry, p.OnKeepCopy = simply(owner.Pause), simply(owner.Resume), simply(owner.Retry), simply(owner.KeepCopy)
	p.OnCancel = v.cancelTranscript
	p.OnDelete = v.deleteTranscript
	p.OnFix = v.fixTranscript
	p.OnTryWith = func(id chat.ID, field string, value *float64) {
		v.change(func(ctx context.Context) error { return owner.RetryWith(ctx, id, field, value) })
	}
	p.HasServicePage = func(connection chat.ID) bool { return v.servicePageOf(connection) != "" }
	p.OnSaveAnswers = func(id chat.ID) {
		if t, ok := owner.Get(id); ok {
			v.askSaveAnswers(t)
		}
	}
	p.OnAgain = func(id chat.ID) {
		if t, ok := owner.Get(id); ok {
			v.transcribeAgain(t)
		}
	}
	p.OnShowInFolder = func(id chat.ID) {
		if t, ok := owner.Get(id); ok {
			v.showFolder(filepath.Dir(t.Path))
		}
	}
	p.OnMove = func(id chat.ID, place int) {
		v.change(func(ctx context.Context) error { return owner.Move(ctx, id, place) })
	}
	p.OnRename = func(id chat.ID, title string) {
		v.change(func(ctx context.Context) error { return owner.Rename(ctx, id, title) })
	}
	p.OnPin = func(id chat.ID, pinned bool) {
		v.change(func(ctx context.Context) error { return owner.Pin(ctx, id, pinned) })
	}
}

// openTranscript shows a transcript, or how far it is.
func (v *Window) openTranscript(id chat.ID) { v.openTranscriptAt(id, 0, "") }

// openTranscriptAt shows a transcript with a line of it, 0 for its beginning, and marks what was looked for.
func (v *Window) openTranscriptAt(id chat.ID, line int64, found string) {
	v.showTranscribe()
	v.askNoMore()
	v.transcribe.page.Open(id)
	v.transcribe.opened.open(id, line, found)
}

// refreshTranscripts shows the list, and tells what became of those that were under way.
func (v *Window) refreshTranscripts() {
	list := v.transcripts.List()
	for _, t := range list {
		was, known := v.written[t.ID]
		if t.State == transcripts.Done {
			delete(v.written, t.ID)
		} else {
			v.written[t.ID] = t.State
		}
		if known && was != t.State {
			v.tellWritten(t)
		}
	}
	if v.transcribe == nil {
		return
	}
	page := v.transcribe.page
	page.SetTranscripts(list)
	v.showUnread()
	if _, there := v.transcripts.Get(page.Opened()); !there {
		if by := v.transcripts.Successor(page.Opened()); by != "" { // what took its place is shown there
			page.Open(by)
			v.transcribe.opened.open(by, 0, "")
		}
	}
	v.transcribe.opened.refresh()
}

// refreshTranscriptSound shows where the sound of the open transcript is.
func (v *Window) refreshTranscriptSound() {
	if v.transcribe != nil {
		v.transcribe.opened.sound.refresh()
	}
}

// tellWritten says what became of one that is not in sight.
func (v *Window) tellWritten(t transcripts.Transcript) {
	if v.transcribe != nil && v.shown == page(v.transcribe) && v.transcribe.page.Opened() == t.ID {
		return
	}
	title := transcribe.Title(t)
	show := func() { v.openTranscript(t.ID) }
	switch t.State {
	case transcripts.Done:
		v.toasts.Say(lang.L("{{.Title}} is written down.", map[string]any{"Title": title}), lang.L("Show"), show)
	case transcripts.Failed:
		v.toasts.Say(title+": "+words.AboutWriting(t.Problem).Title, lang.L("Show"), show)
	case transcripts.Waiting, transcripts.Working, transcripts.Paused:
	}
}

// deleteTranscript takes one out of the list; that can be taken back.
func (v *Window) deleteTranscript(id chat.ID) {
	v.removeTranscript(id, v.transcripts.Delete, func(title string) string {
		return lang.L("{{.Title}} was deleted. The sound file is not touched.", map[string]any{"Title": title})
	})
}

// cancelTranscript takes one out of the queue; that can be taken back.
func (v *Window) cancelTranscript(id chat.ID) {
	v.removeTranscript(id, v.transcripts.Cancel, func(title string) string {
		return lang.L("{{.Title}} was cancelled.", map[string]any{"Title": title})
	})
}

func (v *Window) removeTranscript(id chat.ID, remove func(context.Context, chat.ID) error, said func(title string) string) {
	t, ok := v.transcripts.Get(id)
	if !ok {
		return
	}
	p := v.transcribe.page
	wasOpen := p.Opened() == id
	if wasOpen {
		v.openTranscript("")
		p.FocusList()
	}
	delete(v.written, id)
	v.change(func(ctx context.Context) error { return remove(ctx, id) })
	v.toasts.Say(said(transcribe.Title(t)), lang.L("Undo"), func() {
		v.change(func(ctx context.Context) error { return v.transcripts.Restore(ctx, id) })
		if wasOpen {
			v.openTranscript(id)
		}
	})
}

// fixTranscript does what the button of a trouble promises.
func (v *Window) fixTranscript(id chat.ID) {
	t, ok := v.transcripts.Get(id)
	if !ok {
		return
	}
	switch words.AboutWriting(t.Problem).Action {
	case words.EnterKey, words.CheckAddress:
		v.changeKeyOf(t.Connection, func() { v.transcribe.page.OnRetry(id) })
	case words.ChooseModel, words.ChooseService:
		v.transcribeAgain(t)
	case words.OpenService:
		v.askToOpen(v.servicePageOf(t.Connection))
	default:
		v.transcribe.page.OnRetry(id)
	}
}

// showFolder shows a folder in the system's own program for files.
func (v *Window) showFolder(path string) {
	if err := v.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		v.core.Log.Warn("Folder was not opened", "error", err)
		v.toasts.Say(lang.L("No program on this computer shows folders."), "", nil)
	}
}

// examples are what can be tried in practice, where nothing was written down yet.
func (v *Window) examples() []transcribe.Example {
	if c, _ := v.core.Connections.Current(); !v.practices(c.ID) {
		return nil
	}
	var out []transcribe.Example
	for _, r := range spoken.Recordings() {
		out = append(out, transcribe.Example{Name: r.Name, Title: r.Title, Detail: words.Language(r.Language)})
	}
	return out
}

// openExample asks about one of the recordings that Parley brings along.
func (v *Window) openExample(name string) {
	v.thread.Go(func() func() {
		path, err := writeExample(v.core.Paths.Data, name)
		return func() {
			if err != nil {
				v.couldNotKeep(err)
				return
			}
			v.askAbout([]string{path})
		}
	})
}

// writeExample puts one of the recordings that Parley brings along where every other sound file is: on the disk.
func writeExample(library, name string) (path string, err error) {
	dir := filepath.Join(library, "examples")
	path = filepath.Join(dir, name)
	sound := spoken.Sound(name)
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(sound)) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if err := os.WriteFile(path+".new", sound, 0o600); err != nil {
		return "", err
	}
	return path, os.Rename(path+".new", path)
}
