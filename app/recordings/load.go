package recordings

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
	"parlando/app/problem"
)

// load reads the list from disk in the background, so that the start of the program does not wait
// for it.
func (r *Recordings) load() {
	defer close(r.loaded)
	entries, err := os.ReadDir(r.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		r.o.Log.Warn("The recordings could not be listed", "error", err)
		r.unread.Store(true)
	}
	for _, e := range entries {
		if _, err := uuid.Parse(e.Name()); err != nil || !e.IsDir() {
			continue
		}
		if err := r.read(chat.ID(e.Name())); err != nil {
			r.o.Log.Warn("A recording could not be read", "id", e.Name(), "error", err)
			r.unread.Store(true)
		}
	}
	if len(entries) > 0 || r.ReadFailed() {
		r.changed()
	}
	r.expire()
}

// ReadFailed reports whether the list or one of its recordings could not be read.
func (r *Recordings) ReadFailed() bool { return r.unread.Load() }

// read loads one recording. A recording with sound is listed even if its state file is missing or
// damaged.
func (r *Recordings) read(id chat.ID) error {
	r.mu.Lock()
	_, ours := r.all[id] // made in this run of the program
	r.mu.Unlock()
	if ours {
		return nil
	}
	one := r.at(id)
	var state Recording
	err := one.file.Load(&state)
	var damaged *jsonfile.DamagedFile
	if err != nil && !errors.As(err, &damaged) {
		return err
	}
	_ = os.Remove(filepath.Join(one.dir, unfinished))
	if state.ID != id || state.State == Running || damaged != nil {
		size, err := repair(one.sound())
		if size == 0 && (err == nil || errors.Is(err, os.ErrNotExist)) {
			if !r.mayRemove(one.dir) {
				return nil
			}
			return r.drop(one)
		}
		if err != nil {
			// On a read-only disk the recording can still be played.
			r.o.Log.Warn("The header of a recording could not be repaired", "id", id, "error", err)
		}
		if size == 0 {
			return err
		}
		state = rescued(state, id, one, size)
		state.Problem = problem.Problem{Kind: problem.RecordingInterrupted, At: r.o.Now()}
		defer one.keeper.SaveSoon()
	}
	one.Recording = state
	close(one.done)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all[id] = one
	return nil
}

// rescued returns the state of a recording during which the program was killed.
func rescued(state Recording, id chat.ID, one *recording, size int64) Recording {
	length := lengthOf(size)
	if state.ID != id || state.Started.IsZero() {
		state.ID = id
		if info, err := os.Stat(one.sound()); err == nil {
			state.Started = info.ModTime().Add(-length)
		}
	}
	if state.Purpose != PurposeDictation && state.Purpose != PurposeVoiceChat {
		state.Purpose = PurposeKeep
	}
	if state.State == Running || state.State == "" {
		state.State = Kept
	}
	state.Length, state.Bytes, state.Damaged = length, size+headerBytes, true
	return state
}

// drop removes the folder of a recording without sound, unless it contains unknown files.
func (r *Recordings) drop(one *recording) error {
	entries, err := os.ReadDir(one.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if n := e.Name(); n != SoundFile && n != StateFile && n[0] != '.' {
			return errors.New("the folder has unknown files")
		}
	}
	return os.RemoveAll(one.dir)
}
