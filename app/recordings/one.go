package recordings

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
)

// FolderName is the folder of all recordings in the library's folder. Each recording has a
// subfolder, with its state in StateFile and its sound in SoundFile.
const (
	FolderName = "recordings"
	StateFile  = "recording.json"
	SoundFile  = "sound.wav"

	speechFile = "speech.wav"
)

// stays is the time that dictated and canceled recordings are kept.
const stays = 24 * time.Hour

// recording is a Recording with its resources, guarded by Recordings.mu.
type recording struct {
	Recording
	dir  string
	file *jsonfile.File
	// keeper writes Recording, so that no caller waits for the disk with Recordings.mu held.
	keeper *jsonfile.BackgroundWriter
	// done is closed when the recording is completely on disk. If nothing was recorded, failed is
	// set by then.
	done   chan struct{}
	failed error
	// trimming is held while speech.wav is created.
	trimming sync.Mutex
}

func (r *Recordings) at(id chat.ID) *recording {
	dir := filepath.Join(r.dir, string(id))
	one := &recording{dir: dir, file: jsonfile.New(dir, StateFile, r.o.Now).Guard(r.o.InPlace), done: make(chan struct{})}
	one.keeper = jsonfile.NewBackgroundWriter(one.file, func() any {
		r.mu.Lock()
		defer r.mu.Unlock()
		now := one.Recording
		return &now
	}, func(err error) {
		// The sound is stored, and the next start will list the recording.
		r.o.Log.Warn("The state of a recording could not be stored", "id", id, "error", err)
		r.mu.Lock()
		refused := r.refused
		r.mu.Unlock()
		if refused != nil && one.whole() { // a running recording reports its own problem
			refused(err)
		}
	})
	return one
}

// storeFirst stores the purpose before any sound, so that it is known after a crash. It waits for
// at most storeFirstMost.
func (r *Recordings) storeFirst(one *recording) {
	one.keeper.SaveSoon()
	stored := make(chan struct{})
	r.running.Go("purpose", func() {
		defer close(stored)
		_ = one.keeper.Flush() // the keeper logs the error
	})
	select {
	case <-stored:
	case <-time.After(storeFirstMost):
	}
}

// storeFirstMost bounds how long storing the purpose may delay the sound.
const storeFirstMost = 250 * time.Millisecond

func (one *recording) sound() string { return filepath.Join(one.dir, SoundFile) }

// until returns the time of automatic deletion, zero for never.
func (one *recording) until() time.Time {
	if !one.Deleted.IsZero() {
		return one.Deleted.Add(chat.DeletedRetention)
	}
	return one.Until
}

// whole reports whether the recording has ended.
func (one *recording) whole() bool {
	select {
	case <-one.done:
		return true
	default:
		return false
	}
}

// remove deletes the recording from disk.
func (one *recording) remove() error {
	_ = one.keeper.Flush() // wait for pending writes, so that none follows
	return os.RemoveAll(one.dir)
}
