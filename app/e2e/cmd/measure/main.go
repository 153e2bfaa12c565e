// Measure prints the table of docs/performance.md, measured with the real program in a real window
// on a virtual display with software drawing, and with an empty Fyne window in the same run for
// comparison.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"parlando/app/e2e"
)

func main() {
	program := flag.String("program", "build/parlando-e2e", "the program, built with the tag e2e")
	floor := flag.String("floor", "build/floor", "the empty Fyne window")
	stripped := flag.String("stripped", "build/parlando", "the program as it is shipped, for its size")
	profile := flag.String("heap", "", "write a heap profile, at rest or after the long reply, to this file")
	only := flag.String("only", "", "measure only what has this in its name")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := attempt(func() { run(ctx, *program, *floor, *stripped, *only, *profile) }); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// measurement is a row of the table.
type measurement struct{ goal, figure, target string }

// bench is shared by all measurements.
type bench struct {
	screen  *e2e.Screen
	pixels  *e2e.FrameBuffer
	load    *load
	dir     string
	program string
	floor   string
	binary  string
	// library is a data folder with a conversation of 10,000 messages and one of 2,000.
	library      string
	measurements []measurement
	// profile, if set, is the file for the heap profile.
	profile string
}

func (b *bench) report(goal, target, format string, args ...any) {
	r := measurement{goal, fmt.Sprintf(format, args...), target}
	b.measurements = append(b.measurements, r)
	fmt.Fprintf(os.Stderr, "%s: %s\n", r.goal, r.figure)
}

// tellHeap prints the size of the program's heap, and writes a heap profile if requested.
func (b *bench) tellHeap(p *e2e.Program) {
	if heap, err := p.Memory(b.profile); err == nil {
		fmt.Fprintln(os.Stderr, "   ", heap)
	}
}

// failure is the panic value of check; attempt converts it to an error.
type failure struct{ error }

// check aborts the measurement on an error. Deferred calls stop what was started.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns the first result of a call; it aborts the measurement if the error is set.
func must[T any](v T, err error) T {
	check(err)
	return v
}

// attempt runs one measurement.
func attempt(do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.error
		default:
			panic(r)
		}
	}()
	do()
	return nil
}

func run(ctx context.Context, program, floor, stripped, only, profile string) {
	dir := must(os.MkdirTemp("", "parlando-measure-"))
	defer os.RemoveAll(dir)
	screen := must(e2e.OpenScreen(ctx, dir, e2e.ScreenOptions{}))
	defer screen.Close()
	if profile == "" {
		// The released program cannot write profiles, so its linker removes the memory profiler's
		// data, some 2 MB. Disable the profiler here, too.
		screen.Env = append(screen.Env, "GODEBUG=memprofilerate=0")
	}
	pixels := must(e2e.OpenFrameBuffer(screen.FrameBuffer))
	defer pixels.Close()
	b := &bench{
		screen: screen, pixels: pixels, load: startLoad(), dir: dir, binary: stripped, profile: profile, library: filepath.Join(dir, "library"),
		program: must(filepath.Abs(program)), floor: must(filepath.Abs(floor)),
	}
	fill(ctx, b.library, b.load.address, twoLong)
	for _, m := range []struct {
		name string
		do   func(context.Context)
	}{
		{"start", b.start},
		{"rest", b.rest},
		{"open", b.open},
		{"scroll", b.scroll},
		{"slide", b.slide},
		{"stream", b.stream},
		{"table", b.table},
		{"lag", b.lag},
		{"stop", b.stop},
		{"send", b.send},
		{"chats", b.chats},
		{"long", b.long},
		{"long-used", b.useLong},
		{"endless", b.endless},
		{"listen", b.listen},
		{"search", b.search},
		{"size", b.size},
	} {
		if !strings.Contains(m.name, only) {
			continue
		}
		if err := attempt(func() { m.do(ctx) }); err != nil {
			check(fmt.Errorf("%s: %w", m.name, err))
		}
	}
	fmt.Println("| what | measured | goal |\n|---|---|---|")
	for _, r := range b.measurements {
		fmt.Printf("| %s | %s | %s |\n", r.goal, r.figure, r.target)
	}
}

// framesDuring runs do and returns the times at which the screen changed meanwhile.
func (b *bench) framesDuring(ctx context.Context, do func()) e2e.Frames {
	watch, cancel := context.WithCancel(ctx)
	defer cancel()
	frames := make(chan e2e.Frames, 1)
	go func() { frames <- b.pixels.Watch(watch, 0) }()
	do()
	cancel()
	return <-frames
}

// lastPainted runs do and returns the time until the repaint after which the screen stayed
// unchanged for quiet.
func (b *bench) lastPainted(ctx context.Context, most, quiet time.Duration, do func()) time.Duration {
	watch, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	frames := make(chan e2e.Frames, 1)
	go func() { frames <- b.pixels.Watch(watch, quiet) }()
	do()
	f := <-frames
	if len(f) == 0 {
		check(errors.New("nothing was painted"))
	}
	return f[len(f)-1]
}

// cpuOf runs do and returns the processor time that a process used meanwhile.
func cpuOf(pid int, do func()) time.Duration {
	before := must(e2e.CPU(pid))
	do()
	return must(e2e.CPU(pid)) - before
}

func median[T cmp.Ordered](d []T) T {
	s := slices.Clone(d)
	slices.Sort(s)
	return s[len(s)/2]
}

func pause(ctx context.Context, d time.Duration) { check(e2e.Wait(ctx, d)) }
