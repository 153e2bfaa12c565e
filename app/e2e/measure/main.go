// Measure prints the table of docs/performance.md for this program, from the real program in a real window on a
// virtual display with software drawing, with an empty Fyne window in the same run as the floor.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"parley/app/e2e"
)

func main() {
	program := flag.String("program", "build/parley-e2e", "the program, built with the tag e2e")
	floor := flag.String("floor", "build/floor", "the empty Fyne window")
	stripped := flag.String("stripped", "build/parley", "the program as it is shipped, for its size")
	profile := flag.String("heap", "", "write a heap profile, at rest or after the long reply, to this file")
	only := flag.String("only", "", "measure only what has this in its name")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *program, *floor, *stripped, *only, *profile); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// row is one line of the table.
type row struct{ goal, figure, target string }

// bench is what every measurement stands on.
type bench struct {
	screen  *e2e.Screen
	pixels  *e2e.FrameBuffer
	load    *load
	dir     string
	program string
	floor   string
	binary  string
	// library is a data folder with a conversation of 10,000 messages and one of 2,000.
	library string
	rows    []row
	// profile, if set, is where the heap profile goes.
	profile string
}

func (b *bench) report(goal, target, format string, args ...any) {
	r := row{goal, fmt.Sprintf(format, args...), target}
	b.rows = append(b.rows, r)
	fmt.Fprintf(os.Stderr, "%s: %s\n", r.goal, r.figure)
}

// tellHeap says how much the program's heap holds, and writes its profile where one is wanted.
func (b *bench) tellHeap(p *e2e.Program) {
	if heap, err := p.Memory(b.profile); err == nil {
		fmt.Fprintln(os.Stderr, "   ", heap)
	}
}

func run(ctx context.Context, program, floor, stripped, only, profile string) error {
	dir, err := os.MkdirTemp("", "parley-measure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	screen, err := e2e.OpenScreen(ctx, dir, e2e.ScreenOptions{})
	if err != nil {
		return err
	}
	defer screen.Close()
	if profile == "" {
		// The program as it is shipped can write no profile, and so its linker leaves out what keeps the books for one: some 2 MB.
		screen.Env = append(screen.Env, "GODEBUG=memprofilerate=0")
	}
	pixels, err := e2e.OpenFrameBuffer(screen.FrameBuffer)
	if err != nil {
		return err
	}
	defer pixels.Close()
	gateway, err := startLoad()
	if err != nil {
		return err
	}
	b := &bench{screen: screen, pixels: pixels, load: gateway, dir: dir, binary: stripped, profile: profile, library: filepath.Join(dir, "library")}
	if b.program, err = filepath.Abs(program); err != nil {
		return err
	}
	if b.floor, err = filepath.Abs(floor); err != nil {
		return err
	}
	if err := fill(ctx, b.library, gateway.address, twoLong); err != nil {
		return err
	}
	for _, m := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"start", b.start},
		{"rest", b.rest},
		{"open", b.open},
		{"scroll", b.scroll},
		{"stream", b.stream},
		{"lag", b.lag},
		{"stop", b.stop},
		{"send", b.send},
		{"chats", b.chats},
		{"listen", b.listen},
		{"search", b.search},
		{"size", b.size},
	} {
		if !strings.Contains(m.name, only) {
			continue
		}
		if err := m.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	fmt.Println("| what | measured | goal |\n|---|---|---|")
	for _, r := range b.rows {
		fmt.Printf("| %s | %s | %s |\n", r.goal, r.figure, r.target)
	}
	return nil
}
