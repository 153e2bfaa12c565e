package transcriber

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
)

// unsavedAnswers holds responses in memory until they are stored in the folders of their jobs. If
// storing fails, they stay here, so that they need not be paid for again.
type unsavedAnswers struct {
	mu   sync.Mutex
	jobs map[folder]map[string]partTranscript // by folder and file name
	disk sync.Mutex                           // held while storing, locked before mu
}

// add holds a response for a file of a folder.
func (u *unsavedAnswers) add(f folder, name string, h partTranscript) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.jobs == nil {
		u.jobs = map[folder]map[string]partTranscript{}
	}
	if u.jobs[f] == nil {
		u.jobs[f] = map[string]partTranscript{}
	}
	u.jobs[f][name] = h
}

// get returns a response that is not in its folder yet.
func (u *unsavedAnswers) get(f folder, name string) (h partTranscript, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	h, ok = u.jobs[f][name]
	return h, ok
}

// drop forgets the responses of a job.
func (u *unsavedAnswers) drop(f folder) {
	u.disk.Lock() // wait for store: after drop it stores nothing
	defer u.disk.Unlock()
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.jobs, f)
}

// store writes the responses of a job to its folder. After an error, those not written stay in
// memory.
func (u *unsavedAnswers) store(f folder) error {
	u.disk.Lock()
	defer u.disk.Unlock()
	u.mu.Lock()
	all := maps.Clone(u.jobs[f])
	u.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		h := all[name]
		if err := f.save(name, &h); err != nil {
			return err
		}
		u.mu.Lock()
		if delete(u.jobs[f], name); len(u.jobs[f]) == 0 {
			delete(u.jobs, f)
		}
		u.mu.Unlock()
	}
	return nil
}

// HasUnsaved reports whether a response for the job with this folder ([Job.Keep]) is in memory
// only. It reads memory only.
func (s *Transcriber) HasUnsaved(dir string) bool {
	s.unsaved.mu.Lock()
	defer s.unsaved.mu.Unlock()
	return len(s.unsaved.jobs[folder{dir}]) > 0
}

// Flush stores the responses that the folders of their jobs have refused. An error means that one
// of them is still in memory only: it is lost with the process, and the same job would pay for it
// again. Responses for a folder that was deleted are dropped without error.
func (s *Transcriber) Flush() error {
	s.unsaved.mu.Lock()
	all := slices.Collect(maps.Keys(s.unsaved.jobs))
	s.unsaved.mu.Unlock()
	if len(all) == 0 {
		return nil
	}
	if err := s.o.InPlace(); err != nil {
		return err // the library is missing, but may come back with its folders
	}
	var errs []error
	for _, f := range all {
		if _, err := os.Stat(f.path(planFile)); errors.Is(err, fs.ErrNotExist) {
			s.unsaved.drop(f) // responses are useless without their plan
			continue
		}
		errs = append(errs, s.unsaved.store(f))
	}
	return errors.Join(errs...)
}
