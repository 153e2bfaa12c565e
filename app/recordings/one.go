package recordings

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
)

// FolderName is the folder of recordings in that of the library. In it, each has a folder of its
// own, with its state and its sound.
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
	// done is closed when the recording is completely on disk. failed is then set if nothing was
	// recorded.
	done   chan struct{}
	failed error
	// trimming serializes the making of speech.wav.
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
		// The sound is stored, and the next start finds it.
		r.o.Log.Warn("The state of a recording could not be stored", "id", id, "error", err)
		r.mu.Lock()
		refused := r.refused
		r.mu.Unlock()
		if refused != nil && one.whole() { // otherwise its own problem is shown
			refused(err)
		}
	})
	return one
}

// storeFirst stores the purpose before any sound, so that it is known after a crash; but it delays
// the sound only briefly.
func (one *recording) storeFirst() {
	one.keeper.SaveSoon()
	stored := make(chan struct{})
	go func() {
		defer close(stored)
		_ = one.keeper.Flush() // the keeper logs the error
	}()
	select {
	case <-stored:
	case <-time.After(storeFirstMost):
	}
}

// storeFirstMost bounds that delay.
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
	_ = one.keeper.Flush() // so that nothing is written afterwards
	return os.RemoveAll(one.dir)
}
