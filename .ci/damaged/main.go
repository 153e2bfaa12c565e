//go:build linux

// Command damaged damages the sounds, pictures and documents of all testdata, thousands of times,
// at positions chosen from a seed, and reads each file with the real readers in a separate process.
// It fails if a reader panics, takes longer than a minute, or uses more than 110 MB.
//
//	go run ./.ci/damaged [-count 4800] [-seed 1] [-only name] [-keep folder]
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"parlando/media/subprocess"
)

const (
	// maxTime limits the time to read one file.
	maxTime = time.Minute
	// maxMemory limits the memory of a process that reads a file, in bytes.
	maxMemory = 110 << 20
)

// sources are the folders with the intact files, and the kind of reader for each.
var sources = []struct{ folder, kind string }{
	{"media/audio/testdata", "sound"}, {"media/split/testdata", "sound"}, {"media/concat/testdata", "sound"},
	{"media/picture/testdata", "picture"}, {"media/picture/heif/testdata", "picture"},
	{"app/documents/testdata", "document"}, {"app/markdown/testdata", "document"},
}

type sample struct{ path, kind string }

// result is the report of a worker process on a file.
type result struct {
	sample
	// Outcome is "used", "named" if the file was refused with a reason, or else the error.
	Outcome string
	// Memory is the peak memory in bytes, Seconds the elapsed time.
	Memory  int64
	Seconds float64
	// Helpers is the peak memory of all helper processes so far, in bytes.
	Helpers int64
	failure string
}

func main() {
	count := flag.Int("count", 4800, "the number of damaged files")
	seed := flag.Uint64("seed", 1, "the seed of the places")
	only := flag.String("only", "", "only files with this in their path")
	keep := flag.String("keep", filepath.Join(os.TempDir(), "parlando-damaged"), "the folder for files that failed")
	child := flag.Bool("child", false, "read files whose names come on the input")
	flag.Parse()
	if *child {
		readAll(os.Stdin, os.Stdout)
		return
	}
	if err := run(*count, *seed, *only, *keep); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(count int, seed uint64, only, keep string) error {
	remove, err := buildHelper()
	if err != nil {
		return err
	}
	defer remove()
	samples, err := collect(only)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "parlando-damaged-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for i := range count {
			numbers <- i
		}
	}()
	var all report
	var running sync.WaitGroup
	for range 2 {
		running.Go(func() {
			w := worker{}
			defer w.stop()
			for i := range numbers {
				s := samples[i%len(samples)]
				path, err := damaged(s, folder, seed, i)
				if err != nil {
					all.add(result{sample: s, failure: err.Error()}, "")
					continue
				}
				r := w.read(sample{path, s.kind})
				r.path = s.path
				if r.failure != "" {
					path = move(path, keep)
				} else {
					_ = os.Remove(path)
				}
				all.add(r, path)
			}
		})
	}
	running.Wait()
	return all.print(seed)
}

// buildHelper builds the helper program beside this one.
func buildHelper() (remove func(), err error) {
	this, err := os.Executable()
	if err != nil {
		return nil, err
	}
	helper := filepath.Join(filepath.Dir(this), subprocess.Helper)
	said, err := exec.CommandContext(context.Background(), "go", "build", "-o", helper, "parlando/app/"+subprocess.Helper).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("build the helper: %w\n%s", err, said)
	}
	return func() { _ = os.Remove(helper) }, nil
}

// collect returns the intact files.
func collect(only string) (samples []sample, err error) {
	for _, source := range sources {
		err := filepath.WalkDir(source.folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "fuzz":
				return fs.SkipDir
			case d.IsDir() || d.Name() == "README.md" || !strings.Contains(path, only):
				return nil
			}
			samples = append(samples, sample{path, source.kind})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(samples) == 0 {
		return nil, fmt.Errorf("no file has %q in its path", only)
	}
	return samples, nil
}

// damaged writes a damaged copy of a file; the same seed and number give the same damage.
func damaged(s sample, folder string, seed uint64, number int) (string, error) {
	data, err := os.ReadFile(s.path)
	if err != nil || len(data) == 0 {
		return "", fmt.Errorf("%s: %d bytes, %w", s.path, len(data), err)
	}
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	at := random.IntN(len(data))
	if random.IntN(3) == 0 {
		at = random.IntN(min(len(data), 256)) // damaged headers cause most errors
	}
	end := min(at+1+random.IntN(64), len(data))
	switch random.IntN(6) {
	case 0:
		data = data[:at]
	case 1:
		data[at] ^= 1 << random.IntN(8)
	case 2:
		for range 16 {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		}
	case 3:
		clear(data[at:end])
	case 4:
		for i := at; i < min(at+4, len(data)); i++ {
			data[i] = 0xff
		}
	case 5:
		data = slices.Delete(data, at, end)
	}
	path := filepath.Join(folder, fmt.Sprintf("%d-%d-%s", seed, number, filepath.Base(s.path)))
	return path, os.WriteFile(path, data, 0o600)
}

// move moves a file that caused a failure to folder, for inspection, and returns its new path.
func move(path, folder string) string {
	kept := filepath.Join(folder, filepath.Base(path))
	if os.MkdirAll(folder, 0o700) != nil || os.Rename(path, kept) != nil {
		return path + " (not kept)"
	}
	return kept
}

// worker is a process that reads files. If a file ends it, the next read starts another.
type worker struct {
	process *exec.Cmd
	in      *json.Encoder
	close   func() error
	out     *bufio.Reader
	said    *bytes.Buffer
}

func (w *worker) start() error {
	this, err := os.Executable()
	if err != nil {
		return err
	}
	w.process = exec.CommandContext(context.Background(), this, "-child")
	w.said = &bytes.Buffer{}
	w.process.Stderr = w.said
	in, err := w.process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := w.process.StdoutPipe()
	if err != nil {
		return err
	}
	w.in, w.close, w.out = json.NewEncoder(in), in.Close, bufio.NewReader(out)
	return w.process.Start()
}

func (w *worker) stop() {
	if w.process != nil {
		_ = w.close()
		_ = w.process.Wait()
		w.process = nil
	}
}

// read sends a file to the worker process and returns the result, with failure set if the process
// ended, took too long or used too much memory.
func (w *worker) read(s sample) (r result) {
	if w.process == nil {
		if err := w.start(); err != nil {
			return result{failure: err.Error()}
		}
	}
	late := time.AfterFunc(maxTime, func() { _ = w.process.Process.Kill() })
	err := w.in.Encode([]string{s.path, s.kind})
	var line []byte
	if err == nil {
		line, err = w.out.ReadBytes('\n')
	}
	if err == nil {
		err = json.Unmarshal(line, &r)
	}
	r.kind = s.kind
	switch inTime := late.Stop(); {
	case !inTime:
		r.failure = fmt.Sprintf("it takes longer than %v", maxTime)
	case err != nil:
		r.failure = "the process ended"
	case r.Memory > maxMemory:
		r.failure = fmt.Sprintf("%d MB", r.Memory>>20)
	}
	if err != nil {
		_ = w.process.Process.Kill()
		_ = w.process.Wait()
		head, _, _ := strings.Cut(w.said.String(), "\n\ngoroutine")
		r.failure += ": " + head + firstOwnLines(w.said.String())
		w.process = nil
	}
	return r
}

// firstOwnLines returns the first eight source lines in a stack trace.
func firstOwnLines(trace string) (own string) {
	for line := range strings.SplitSeq(trace, "\n") {
		if strings.Contains(line, ".go:") && strings.Count(own, "\n") < 8 {
			own += "\n  " + strings.TrimSpace(line)
		}
	}
	return own
}

// report collects the results. It is safe for concurrent use.
type report struct {
	mu       sync.Mutex
	outcomes map[string]map[string]int // by kind
	unnamed  map[string]int
	worst    map[string]result // by kind: the result with the largest memory
	slowest  map[string]result
	helpers  result // the result with the largest memory of a helper
	failed   int
	begun    time.Time
}

func (a *report) add(r result, path string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.outcomes == nil {
		a.outcomes, a.unnamed, a.worst, a.slowest = map[string]map[string]int{}, map[string]int{}, map[string]result{}, map[string]result{}
		a.begun = time.Now()
	}
	if a.outcomes[r.kind] == nil {
		a.outcomes[r.kind] = map[string]int{}
	}
	outcome := r.Outcome
	switch {
	case r.failure != "":
		outcome = "failed"
		a.failed++
		fmt.Printf("FAILED %s, kept as %s: %s\n", r.path, path, r.failure)
	case outcome != "used" && outcome != "named":
		a.unnamed[r.kind+": "+outcome]++
		outcome = "refused without a reason"
	}
	a.outcomes[r.kind][outcome]++
	if r.Memory > a.worst[r.kind].Memory {
		a.worst[r.kind] = r
	}
	if r.Seconds > a.slowest[r.kind].Seconds {
		a.slowest[r.kind] = r
	}
	if r.Helpers > a.helpers.Helpers {
		a.helpers = r
	}
}

func (a *report) print(seed uint64) error {
	for _, kind := range slices.Sorted(maps.Keys(a.outcomes)) {
		worst, slowest := a.worst[kind], a.slowest[kind]
		fmt.Printf("%-9s %v; most memory %d MB (%s), longest %.1f s (%s)\n", kind, a.outcomes[kind], worst.Memory>>20, worst.path, slowest.Seconds, slowest.path)
	}
	for _, reason := range slices.Sorted(maps.Keys(a.unnamed)) {
		fmt.Printf("without a reason, %d times: %s\n", a.unnamed[reason], reason)
	}
	fmt.Printf("helper processes: at most %d MB (%s); seed %d, %.0f s\n", a.helpers.Helpers>>20, a.helpers.path, seed, time.Since(a.begun).Seconds())
	if a.failed > 0 {
		return fmt.Errorf("%d files failed", a.failed)
	}
	return nil
}
