package transcriber

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
)

// unsavedAnswers holds answers of services from when they come until the folders of their jobs have
// them. Where a folder refuses them they stay, so that they need not be paid for again.
type unsavedAnswers struct {
	mu   sync.Mutex
	jobs map[folder]map[string]partTranscript // by the file that an answer belongs into
	disk sync.Mutex                           // held while they are stored, before mu
}

// add takes an answer that is for a file of a folder.
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

// get returns an answer that is not in its folder yet.
func (u *unsavedAnswers) get(f folder, name string) (h partTranscript, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	h, ok = u.jobs[f][name]
	return h, ok
}

// drop forgets the answers of a job.
func (u *unsavedAnswers) drop(f folder) {
	u.disk.Lock() // none of them is stored after this
	defer u.disk.Unlock()
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.jobs, f)
}

// store writes the answers of a job into its folder. Those that it refuses stay, with its error.
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

// Unsaved reports whether an answer that came for the job with this folder ([Job.Keep]) is in
// memory only. It asks memory alone.
func (s *Transcriber) Unsaved(dir string) bool {
	s.unsaved.mu.Lock()
	defer s.unsaved.mu.Unlock()
	return len(s.unsaved.jobs[folder{dir}]) > 0
}

// Flush stores the answers that the folders of their jobs have refused. The error tells that one of
// them is still in memory only: it is lost with the process, and the same job would pay for it
// again. What goes with a folder that was removed is no error.
func (s *Transcriber) Flush() error {
	s.unsaved.mu.Lock()
	all := slices.Collect(maps.Keys(s.unsaved.jobs))
	s.unsaved.mu.Unlock()
	var errs []error
	for _, f := range all {
		if _, err := os.Stat(f.path(planFile)); errors.Is(err, fs.ErrNotExist) {
			s.unsaved.drop(f) // nobody could read them without their plan
			continue
		}
		errs = append(errs, s.unsaved.store(f))
	}
	return errors.Join(errs...)
}
