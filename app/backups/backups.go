// Package backups owns the backups of the library: it makes them by itself, checks them, keeps the
// right ones, and takes the library or single chats out of them.
//
// A folder of backups has a folder for each library, named after its computer. In it, each backup
// has a description (Manifest), the compressed database, and the compressed list of its other
// files. Pictures, documents and recordings lie in the folder "files", once for all backups. Every
// file has a SHA-256 in the manifest, which is written last. docs/backups.md describes the format.
//
// A backup never contains a key of a service.
package backups

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"filippo.io/age"

	"parlando/app/changes"
	"parlando/app/filename"
	"parlando/app/history"
	"parlando/app/internal/lowpriority"
	"parlando/app/internal/sqlite"
	"parlando/app/owner"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speechexports"
)

// Library is the library that is backed up (history.Store).
type Library interface {
	Origin(ctx context.Context) (string, error)
	Snapshot(ctx context.Context, path string) error
}

// Settings holds the user's choices about backups (settings.Store).
type Settings interface {
	Get() settings.Settings
	Update(change func(*settings.Settings)) error
}

// Options configure Backups.
type Options struct {
	Library  Library
	Settings Settings
	// Dir is the folder of the library, Config that of the settings. Cache is a folder for the copy
	// of the database that is being stored, and for the index.
	Dir, Config, Cache string
	// Folder is the folder of the backups unless the user chooses another one.
	Folder string
	// Version is the version of the program.
	Version string
	// Computer is the name of the computer; "" means that of the system.
	Computer string
	// WorkFactor is the cost of trying a passphrase; 0 means the default of age. For tests.
	WorkFactor int
	owner.CommonOptions
}

// Status is the state of the backups.
type Status struct {
	// Making reports whether a backup is being made.
	Making bool
	// Failed is the error of the last backup, nil if it was made.
	Failed error
}

// Backups is the owner of the backups. Its methods are safe for concurrent use.
type Backups struct {
	o Options

	making sync.Mutex // held while a backup is made

	mu     sync.Mutex
	status Status

	running owner.Goroutines
	ctx     context.Context //nolint:containedctx // it ends with Close
	stop    context.CancelFunc
}

// New returns the owner of the backups. It makes none before Begin.
func New(o Options) *Backups {
	o.SetDefaults()
	if o.Computer == "" {
		o.Computer, _ = os.Hostname() // "" on error, which filename.New replaces
	}
	b := &Backups{o: o}
	b.ctx, b.stop = context.WithCancel(context.Background())
	return b
}

// Close stops the backup that is being made and waits for its end.
func (b *Backups) Close(ctx context.Context) error {
	b.stop()
	return b.running.Wait(ctx)
}

// Status returns the state of the backups.
func (b *Backups) Status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.status
}

func (b *Backups) setStatus(s Status) {
	b.mu.Lock()
	b.status = s
	b.mu.Unlock()
	b.o.Marks.Mark(changes.Change{Topic: changes.Backups})
}

// Folder returns the folder of all backups.
func (b *Backups) Folder() string {
	if chosen := b.choices().Folder; chosen != "" {
		return chosen
	}
	return b.o.Folder
}

// Computer returns the name of this computer in manifests.
func (b *Backups) Computer() string { return b.o.Computer }

// DefaultFolder returns the folder of all backups unless the user chooses another one.
func (b *Backups) DefaultFolder() string { return b.o.Folder }

func (b *Backups) choices() settings.Backups { return b.o.Settings.Get().Backups }

// List returns the backups in the folder, also those of other libraries and computers, the newest
// first. A folder that does not exist has none.
func (b *Backups) List() (list []Backup, err error) {
	entries, err := os.ReadDir(b.Folder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		more, readErr := folder{dir: filepath.Join(b.Folder(), e.Name())}.list()
		list, err = append(list, more...), errors.Join(err, readErr)
	}
	newestFirst(list)
	return list, err
}

// own returns the folder of this library's backups, which may not exist yet.
func (b *Backups) own(ctx context.Context) (folder, error) {
	origin, err := b.o.Library.Origin(ctx)
	if err != nil {
		return folder{}, err
	}
	// The computer may have been renamed since its folder was created.
	suffix := "-" + origin[:min(8, len(origin))]
	entries, err := os.ReadDir(b.Folder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return folder{}, err
	}
	f := folder{dir: filepath.Join(b.Folder(), filename.New(suffix, b.o.Computer))}
	for _, e := range entries {
		if e.IsDir() && strings.HasSuffix(e.Name(), suffix) {
			f.dir = filepath.Join(b.Folder(), e.Name())
		}
	}
	if recipient := b.choices().Recipient; recipient != "" {
		f.recipient, err = age.ParseX25519Recipient(recipient)
		return f, err
	}
	return f, nil
}

// Make makes a backup now and removes those that are not kept.
func (b *Backups) Make(ctx context.Context, reason Reason) (made Backup, err error) {
	return b.perform(ctx, Manifest{Reason: reason, Made: b.o.Now(), Program: b.o.Version}, b.snapshot)
}

// snapshot copies the database of the library. It is a databaseCopy.
func (b *Backups) snapshot(ctx context.Context, temp string) (path string, err error) {
	path = filepath.Join(temp, history.FileName)
	return path, b.o.Library.Snapshot(ctx, path)
}

// databaseCopy returns the path of a copy of the database, which it may write to the folder temp.
type databaseCopy func(ctx context.Context, temp string) (path string, err error)

// perform makes a backup of a copy of the database.
func (b *Backups) perform(ctx context.Context, m Manifest, database databaseCopy) (made Backup, err error) {
	err = b.alone(ctx, func(ctx context.Context) (err error) {
		b.setStatus(Status{Making: true})
		made, err = b.store(ctx, m, database)
		if ctx.Err() == nil {
			b.setStatus(Status{Failed: err})
		} else {
			b.setStatus(Status{})
		}
		return err
	})
	if err != nil {
		b.o.Log.Error("The backup could not be made", "folder", b.Folder(), "error", err)
	}
	return made, err
}

// alone calls do on a thread of the lowest priority while no other backup or export is made. Close
// ends its context.
func (b *Backups) alone(ctx context.Context, do func(context.Context) error) (err error) {
	b.making.Lock()
	defer b.making.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	lowpriority.Run(func() { err = do(ctx) })
	return err
}

// tempFolder makes an empty folder for a copy of the database, and returns the function that
// removes it.
func (b *Backups) tempFolder() (dir string, remove func(), err error) {
	dir = filepath.Join(b.o.Cache, copyFolder)
	// A copy that was interrupted may be left there.
	err = errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700))
	return dir, func() { _ = os.RemoveAll(dir) }, err // the next backup tries again
}

// store writes one backup into the folder.
func (b *Backups) store(ctx context.Context, m Manifest, database databaseCopy) (Backup, error) {
	to, err := b.own(ctx)
	if err != nil {
		return Backup{}, err
	}
	if err := b.makeFolder(to); err != nil {
		return Backup{}, err
	}
	temp, remove, err := b.tempFolder()
	if err != nil {
		return Backup{}, err
	}
	defer remove()
	plain, err := database(ctx, temp)
	if err != nil {
		return Backup{}, err
	}
	choices := b.choices()
	m.Format, m.Computer, m.Sounds = format, b.o.Computer, !choices.WithoutSounds
	if to.recipient != nil {
		m.Recipient = to.recipient.String()
	}
	name := to.freeName(m.Made.Format(nameFormat))
	k := &maker{
		to: to, seen: loadIndex(filepath.Join(b.o.Cache, indexFile)), library: b.o.Dir, settings: filepath.Join(b.o.Config, settings.FileName),
		leaveOut: func(path string) bool { return choices.WithoutSounds && isSound(path) },
		recheck:  func(s StoredFile) bool { return isTurn(s.SHA256, m.Made) },
	}
	if m, err = k.make(ctx, name, plain, m); err != nil {
		_ = to.tidy() // the next backup tries again
		return Backup{}, err
	}
	b.o.Log.Info("Backup made", "reason", m.Reason, "chats", m.Chats, "bytes", m.Bytes(), "unread", m.Unread)
	b.prune(to)
	return Backup{Path: filepath.Join(to.dir, name+manifestSuffix), Manifest: m, files: os.DirFS(to.dir)}, nil
}

// makeFolder makes the folder of this library's backups. A folder that the user has chosen must
// exist, since it may be on a drive that is not connected.
func (b *Backups) makeFolder(f folder) error {
	if b.choices().Folder == "" {
		return os.MkdirAll(f.dir, 0o700)
	}
	if err := os.Mkdir(f.dir, 0o700); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// The names of files.
const (
	// nameFormat is the local time in the name of a backup. Windows allows no colon.
	nameFormat = "2006-01-02 15.04.05"
	indexFile  = "backups.json"
	copyFolder = "backup"
)

// isSound reports whether a file of the library belongs to the recordings and sound files.
func isSound(path string) bool {
	for _, dir := range []string{recordings.FolderName, speechexports.FolderName} {
		if strings.HasPrefix(path, dir+"/") {
			return true
		}
	}
	return false
}

// recheckDays is the number of days within which every stored file is read again once.
const recheckDays = 32

// isTurn reports whether a stored file is read again on a day.
func isTurn(sum string, day time.Time) bool {
	first, err := hex.DecodeString(sum[:min(2, len(sum))])
	return err == nil && len(first) > 0 && int(first[0])%recheckDays == day.YearDay()%recheckDays
}

// prune removes the backups that are not kept. If it fails, the next one tries again.
func (b *Backups) prune(in folder) {
	list, err := in.list()
	err = errors.Join(err, in.tidy())
	if err == nil {
		if remove := superfluous(list, b.choices().Limit(), b.o.Now()); len(remove) > 0 {
			b.o.Log.Info("Old backups are removed", "number", len(remove))
			err = in.remove(remove)
		}
	}
	if err != nil {
		b.o.Log.Warn("Old backups could not be removed", "error", err)
	}
}

// Encrypt makes the next backups encrypted to a new key, whose secret half is stored beside them,
// sealed by the passphrase.
func (b *Backups) Encrypt(ctx context.Context, passphrase string) error {
	to, err := b.own(ctx)
	if err != nil {
		return err
	}
	if err := b.makeFolder(to); err != nil {
		return err
	}
	recipient, err := newKey(to.dir, passphrase, b.o.WorkFactor)
	if err != nil {
		return err
	}
	return b.o.Settings.Update(func(s *settings.Settings) { s.Backups.Recipient = recipient })
}

// earlierCopies stores the copies that were made before changes of the schema as backups, and then
// removes them.
func (b *Backups) earlierCopies(ctx context.Context) error {
	copies, err := sqlite.CopiesBefore(filepath.Join(b.o.Dir, history.FileName))
	for _, path := range copies {
		if err == nil {
			err = b.storeCopy(ctx, path)
		}
	}
	return err
}

func (b *Backups) storeCopy(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	// Another program's file, or a damaged one, stays.
	if _, err := history.Inspect(ctx, path); errors.Is(err, sqlite.ErrDamaged) {
		return nil
	}
	_, err = b.perform(ctx, Manifest{Reason: Upgrade, Made: info.ModTime()}, func(context.Context, string) (string, error) { return path, nil })
	if err != nil {
		return err
	}
	return os.Remove(path)
}
