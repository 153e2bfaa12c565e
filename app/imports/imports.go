package imports

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"sync"

	"parlando/app/attachments"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/owner"
)

// Library stores what is imported (history.Store).
type Library interface {
	BeginImport(ctx context.Context, source, name string) (number int64, err error)
	AddToImport(ctx context.Context, number int64, list []history.ImportedConversation) ([]history.Presence, error)
	AddImportNotes(ctx context.Context, number int64, notes []history.ImportNote) error
	FinishImport(ctx context.Context, number int64, report string) error
	DropImport(ctx context.Context, number int64) (kept []history.KeptChat, err error)
	ComparePresence(ctx context.Context, list []history.ImportedConversation) ([]history.Presence, error)
	IndexImports(ctx context.Context) error
	Unsearched(ctx context.Context) (messages int, err error)
	Imports(ctx context.Context) ([]history.Import, error)
	ImportNotes(ctx context.Context, number int64) ([]history.ImportNote, error)
}

// Files makes parts of the pictures and documents of messages (attachments.Attachments).
type Files interface {
	In(conversation chat.ID) *attachments.Attachments
}

// Options configure Imports.
type Options struct {
	owner.CommonOptions
	Library Library
	Files   Files
	// Temp is a folder for temporary files.
	Temp string
	// BackUp makes a backup of the library. It is called before each import.
	BackUp func(ctx context.Context) error
}

// ErrRunning reports that an import is running already.
var ErrRunning = errors.New("imports: an import is running")

// Imports is the owner of the imports. Create it with New, call Begin when the library may be
// written, and Close when done. Its methods may be called from any goroutine.
type Imports struct {
	o Options
	// freeSpace is the function freeSpace, which tests replace.
	freeSpace func(folder string) (int64, error)

	work    context.Context //nolint:containedctx // it ends the background work
	stop    context.CancelFunc
	running owner.Goroutines

	mu     sync.Mutex
	status Status
	cancel context.CancelFunc // of the running import; nil if there is none
}

// New returns Imports. It starts nothing.
func New(o Options) *Imports {
	o.SetDefaults()
	i := &Imports{o: o, freeSpace: freeSpace}
	i.work, i.stop = context.WithCancel(context.Background())
	return i
}

// Begin goes on with the search index of earlier imports in the background.
func (i *Imports) Begin() {
	if err := os.RemoveAll(i.o.Temp); err != nil { // left by a crash
		i.o.Log.Warn("Temporary files of an import could not be removed", "error", err)
	}
	i.running.Go("index", i.index)
}

// Close stops the background work and waits for its end. An import that was running is removed by
// the next start of the library.
func (i *Imports) Close(ctx context.Context) error {
	i.stop()
	return i.running.Wait(ctx)
}

// index adds the words of imported messages to the search.
func (i *Imports) index() {
	left, err := i.o.Library.Unsearched(i.work)
	if err == nil && left == 0 {
		return
	}
	if err == nil {
		err = i.o.Library.IndexImports(i.work)
	}
	if err != nil && i.work.Err() == nil {
		i.o.Log.Error("Imported chats could not be added to the search", "error", err)
	}
	i.changed()
}

// Unsearched returns the number of imported messages that cannot be searched yet.
func (i *Imports) Unsearched(ctx context.Context) (messages int, err error) {
	return i.o.Library.Unsearched(ctx)
}

// TakeBack removes an import. It returns the chats that stay because the user has written in them.
func (i *Imports) TakeBack(ctx context.Context, number int64) (kept []history.KeptChat, err error) {
	kept, err = i.o.Library.DropImport(ctx, number)
	i.changed()
	return kept, err
}

func (i *Imports) changed() { i.o.Marks.Mark(changes.Change{Topic: changes.Imports}) }

// FinishedImport is an import that can be taken back.
type FinishedImport struct {
	history.Import
	Report Report
}

// List returns the finished imports, the newest first.
func (i *Imports) List(ctx context.Context) ([]FinishedImport, error) {
	stored, err := i.o.Library.Imports(ctx)
	list := make([]FinishedImport, len(stored))
	for n, one := range stored {
		list[n].Import = one
		if err := json.Unmarshal([]byte(one.Report), &list[n].Report); err != nil {
			i.o.Log.Warn("The report of an import could not be read", "error", err)
		}
	}
	return list, err
}

// Notes returns the texts that an import kept beside the chats.
func (i *Imports) Notes(ctx context.Context, number int64) ([]history.ImportNote, error) {
	return i.o.Library.ImportNotes(ctx, number)
}
