//go:build ignore

// Command suite runs the parts of the test suite, each test once, and prints a table of them at the
// end.
//
//	go run .ci/suite.go               every part
//	go run .ci/suite.go lint e2e      these parts
//	go run .ci/suite.go -all          every part, and the nested modules whether client has changed or not
//	go run .ci/suite.go -slow         the twenty slowest tests of the last run of each part
//
// What a part printed stays in build/suite/<part>.jsonl, one event of go test a line.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// logs is the folder with the output of the parts.
const logs = "build/suite"

// nestedStamp is the file with the checksum of client when the nested modules last passed.
const nestedStamp = logs + "/nested-modules"

// part is one step of the suite.
type part struct {
	name string
	run  func(*log) error
}

// parts are in the order in which they run; timing-sensitive ones run late, when nothing else does.
var parts = []part{
	{"vet", func(l *log) error { return l.command(".ci/vet") }},
	{"lint", func(l *log) error { return l.command(".ci/lint-run") }},
	{"pure", func(l *log) error { return l.test(packages().pure) }},
	{"accessibility", accessibility},
	{"race", raced},
	{"shortened", shortened},
	{"modules", func(l *log) error { return l.command(".ci/modules") }},
	{"conformance", func(l *log) error { return l.command(".ci/conformance") }},
	{"sound", sound},
	{"e2e", endToEnd},
	{"checks", func(l *log) error { return l.command("go", "run", ".ci/checks.go", "-short") }},
}

func main() {
	all := flag.Bool("all", false, "run the nested modules even if client has not changed since they were green")
	slow := flag.Bool("slow", false, "list the slowest tests of the last run")
	flag.Parse()
	if *slow {
		printSlowest(20)
		return
	}
	if err := os.MkdirAll(logs, 0o755); err != nil {
		fatal(err)
	}
	named := flag.Args()
	checksum := ""
	if len(named) == 0 {
		checksum = clientChecksum()
	}
	var results []result
	failed := false
	for _, p := range parts {
		switch {
		case len(named) > 0 && !slices.Contains(named, p.name):
			continue
		case p.name == "modules" && len(named) == 0 && !*all && checksum == lastChecksum():
			fmt.Println("== modules: left out, client has not changed since they were green (make test-all runs them)")
			continue
		}
		r := run(p)
		failed = failed || r.err != nil
		results = append(results, r)
		if p.name == "modules" && r.err == nil && checksum != "" {
			if err := os.WriteFile(nestedStamp, []byte(checksum), 0o644); err != nil {
				fatal(err)
			}
		}
	}
	if len(results) == 0 {
		fatal(fmt.Errorf("no part is called %s", strings.Join(named, ", ")))
	}
	printTable(results)
	if failed {
		os.Exit(1)
	}
}

// result holds the outcome of one part.
type result struct {
	name  string
	took  time.Duration
	tests int
	err   error
}

func run(p part) result {
	fmt.Printf("== %s\n", p.name)
	l, err := newLog(p.name)
	if err != nil {
		fatal(err)
	}
	defer l.file.Close()
	start := time.Now()
	err = p.run(l)
	r := result{p.name, time.Since(start), int(l.tests.Load()), err}
	if err != nil {
		fmt.Printf("== %s failed: %v\n", p.name, err)
	}
	return r
}

func printTable(results []result) {
	fmt.Printf("\n%-12s %8s %7s\n", "part", "seconds", "tests")
	var sum result
	var failed []string
	for _, r := range results {
		fmt.Printf("%-12s %8.1f %7d\n", r.name, r.took.Seconds(), r.tests)
		sum.took += r.took
		sum.tests += r.tests
		if r.err != nil {
			failed = append(failed, r.name)
		}
	}
	fmt.Printf("%-12s %8.1f %7d\n", "all", sum.took.Seconds(), sum.tests)
	if len(failed) > 0 {
		fmt.Printf("FAIL: %s\n", strings.Join(failed, ", "))
	}
}

// packageSets groups the packages by how their tests run; each package is in at most one set.
type packageSets struct {
	pure  []string // without the race detector: the packages have no goroutines, locks or channels
	raced []string // with the race detector
	// with the race detector, one package at a time: the tests are timing-sensitive
	sound []string
}

// packages groups the packages of the module by the files .ci/pure and .ci/sound.
func packages() packageSets {
	out, err := exec.Command("go", "list", "./...").Output()
	if err != nil {
		fatal(fmt.Errorf("go list: %w", err))
	}
	pure, sound := listed(".ci/pure"), listed(".ci/sound")
	var s packageSets
	// Backwards, so that the slowest package, the stories of the window, starts first and does not
	// run alone at the end.
	for _, p := range slices.Backward(strings.Fields(string(out))) {
		switch {
		case p == "parlando" || p == "parlando/app" || strings.HasPrefix(p, "parlando/app/e2e"):
			// These packages import OpenGL bindings, which take minutes to compile under the race
			// detector, and are tested end to end.
		case slices.Contains(sound, p):
			s.sound = append(s.sound, p)
		case slices.Contains(pure, p):
			s.pure = append(s.pure, p)
		default:
			s.raced = append(s.raced, p)
		}
	}
	return s
}

// listed returns the lines of a file except empty ones and comments.
func listed(file string) (lines []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

// stories is the package whose tests take longer than all others together.
const stories = "parlando/views/window"

// raced tests the packages that run under the race detector. The stories run first, in eight
// shards, as many at a time as there are processors: a single process would use one processor for
// ten minutes and ten gigabytes of memory, since the toolkit caches fonts for each story.
func raced(l *log) error {
	l.env = raceEnv
	others := slices.DeleteFunc(packages().raced, func(p string) bool { return p == stories })
	tests, err := testNames(stories)
	if err != nil {
		return err
	}
	const shards = 8
	var wait sync.WaitGroup
	errs := make([]error, shards+1)
	free := make(chan struct{}, runtime.NumCPU())
	for i := range shards {
		var names []string
		for n := i; n < len(tests); n += shards {
			names = append(names, "^"+tests[n]+"$")
		}
		wait.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			errs[i] = l.race("-run", strings.Join(names, "|"), stories)
		})
	}
	wait.Wait()
	errs[shards] = l.race(others...)
	return errors.Join(errs...)
}

// testNames returns the names of a package's tests, fuzz tests and examples.
func testNames(p string) (names []string, err error) {
	cmd := exec.Command("go", slices.Concat([]string{"test"}, raceFlags(), []string{"-list", "^(Test|Fuzz|Example)", p})...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list the tests of %s: %w", p, err)
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); !strings.Contains(line, "\t") {
			names = append(names, line)
		}
	}
	return names, nil
}

// race runs go test with the race detector.
func (l *log) race(args ...string) error {
	return l.test(slices.Concat(raceFlags(), []string{"-timeout", "30m"}, args))
}

// raceFlags returns -race, with the packages of .ci/uninstrumented excepted.
func raceFlags() []string {
	flags := []string{"-race"}
	for _, pattern := range listed(".ci/uninstrumented") {
		flags = append(flags, "-gcflags="+pattern+"=-race=false")
	}
	return flags
}

// raceEnv is the environment of tests under the race detector: it reduces garbage collection, which
// took a third of the processor time, and the second that a test binary sleeps at its end to detect
// late races.
var raceEnv = []string{"GOGC=400", "GORACE=atexit_sleep_ms=50"}

// accessibility tests the text given to screen readers, which exists only in builds with a tag.
func accessibility(l *log) error {
	return l.test([]string{"-tags", "accessibility", "-run", "^TestAScreenReader", stories})
}

// sound tests the timing-sensitive packages, one after the other.
func sound(l *log) error {
	l.env = raceEnv
	return l.race(append([]string{"-p", "1"}, packages().sound...)...)
}

// shortened runs the tests of .ci/shortened in full, without the race detector.
func shortened(l *log) error {
	args := []string{"-run"}
	var names, in []string
	for _, line := range listed(".ci/shortened") {
		name, p, _ := strings.Cut(line, " ")
		names = append(names, "^"+name+"$")
		if p = strings.TrimSpace(p); !slices.Contains(in, p) {
			in = append(in, p)
		}
	}
	return l.test(slices.Concat(args, []string{strings.Join(names, "|")}, in))
}

// endToEnd runs the tests of the program in its real window.
func endToEnd(l *log) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := l.command(".ci/build", "e2e"); err != nil {
		return err
	}
	if err := l.command("go", "-C", "app/e2e/cmd", "build", "./..."); err != nil {
		return err
	}
	if err := l.command("go", "-C", "app/e2e/cmd", "test", "-json", "./..."); err != nil {
		return err
	}
	l.env = []string{"PARLANDO_PROGRAM=" + filepath.Join(root, "build", "parlando-e2e")}
	return l.test([]string{"-tags", "e2e", "-count=1", "-timeout", "20m", "-run", "EndToEnd", "./app/..."})
}

// event is a line of go test -json about a test or, if Test is empty, about a package.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64 // seconds
}

// log prints the output of a part and writes the events of its tests to a file.
type log struct {
	file  *os.File
	tests atomic.Int64 // tests that ran, without subtests
	env   []string
}

func newLog(name string) (*log, error) {
	f, err := os.Create(filepath.Join(logs, name+".jsonl"))
	return &log{file: f}, err
}

// command runs a command, prints its output, and counts the tests among the events of go test. It
// may be called concurrently.
func (l *log) command(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), l.env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	l.read(out)
	return cmd.Wait()
}

// test runs go test with the given flags and packages.
func (l *log) test(args []string) error {
	return l.command("go", append([]string{"test", "-json"}, args...)...)
}

// read prints the output of packages, and of each test that failed.
func (l *log) read(r io.Reader) {
	// the output by package and test, until the test ends
	printed := map[string]*bytes.Buffer{}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil || e.Action == "" {
				os.Stdout.Write(line)
			} else {
				l.file.Write(line)
				l.event(e, printed)
			}
		}
		if err != nil {
			return
		}
	}
}

func (l *log) event(e event, printed map[string]*bytes.Buffer) {
	top, _, sub := strings.Cut(e.Test, "/")
	key := e.Package + " " + top
	switch e.Action {
	case "output", "build-output":
		switch {
		case e.Test != "":
			if printed[key] == nil {
				printed[key] = new(bytes.Buffer)
			}
			printed[key].WriteString(e.Output)
		case e.Output != "PASS\n" && !strings.Contains(e.Output, "[no test files]"):
			os.Stdout.WriteString(e.Output)
		}
	case "pass", "skip", "fail":
		if e.Test == "" || sub {
			return
		}
		if e.Action != "skip" {
			l.tests.Add(1)
		}
		if b := printed[key]; b != nil && e.Action == "fail" {
			os.Stdout.Write(b.Bytes())
		}
		delete(printed, key)
	}
}

// printSlowest lists the n tests that took longest in the last run of each part.
func printSlowest(n int) {
	type slow struct {
		part string
		event
	}
	var all []slow
	for _, p := range parts {
		text, err := os.ReadFile(filepath.Join(logs, p.name+".jsonl"))
		if err != nil {
			continue
		}
		for line := range bytes.Lines(text) {
			var e event
			if json.Unmarshal(line, &e) == nil && e.Test != "" && !strings.Contains(e.Test, "/") && (e.Action == "pass" || e.Action == "fail") {
				all = append(all, slow{p.name, e})
			}
		}
	}
	if len(all) == 0 {
		fatal(fmt.Errorf("no part has run yet: make test"))
	}
	slices.SortFunc(all, func(a, b slow) int { return int(1000 * (b.Elapsed - a.Elapsed)) })
	for _, s := range all[:min(n, len(all))] {
		fmt.Printf("%7.1f s  %-10s %s %s\n", s.Elapsed, s.part, s.Package, s.Test)
	}
}

// clientChecksum returns a checksum of the names and contents of all files of client, on which the
// nested modules depend.
func clientChecksum() string {
	h := sha256.New()
	err := filepath.WalkDir("client", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		fmt.Fprintln(h, path)
		_, err = io.Copy(h, f)
		return err
	})
	if err != nil {
		fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func lastChecksum() string {
	text, _ := os.ReadFile(nestedStamp)
	return string(text)
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "suite:", err)
	os.Exit(1)
}
