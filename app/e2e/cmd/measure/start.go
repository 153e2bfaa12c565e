package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"parlando/app/e2e"
)

// settled is the time without changes of the screen after which a start counts as complete.
const settled = 700 * time.Millisecond

// rounds is the number of measured starts of each of the two programs, which alternate.
const rounds = 9

// startProgram starts a program. painted is the time until the last repaint of the start; end ends
// the program.
func (b *bench) startProgram(ctx context.Context, name string, args ...string) (pid int, painted time.Duration, end func()) {
	cmd := exec.Command(name, args...)
	cmd.Env = b.screen.Env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// Wait until the window of the previous program has disappeared.
	quiet, cancel := context.WithTimeout(ctx, time.Second)
	b.pixels.Watch(quiet, 0)
	cancel()
	check(cmd.Start())
	end = func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	}
	watch, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	frames := b.pixels.Watch(watch, settled)
	if len(frames) == 0 {
		end()
		check(fmt.Errorf("%s painted nothing", name))
	}
	fmt.Fprintln(os.Stderr, "   ", filepath.Base(name), frames)
	return cmd.Process.Pid, frames[len(frames)-1], end
}

// start measures goal 1: from the start of the process to a stable screen, with 10,000 messages in
// the library.
func (b *bench) start(ctx context.Context) {
	// Move the pointer away from the window, where it would cause repaints for hovering.
	must(b.screen.Run(ctx, "xdotool", "mousemove", "1319", "859"))
	var floors, parlandos []time.Duration
	for range rounds {
		_, painted, end := b.startProgram(ctx, b.floor)
		end()
		floors = append(floors, painted)
		_, painted, end = b.startProgram(ctx, b.program, "--data-dir", b.library)
		end()
		parlandos = append(parlandos, painted)
	}
	f, p := median(floors), median(parlandos)
	b.report("1 cold start to usable composer, 10,000 messages", "≤ 1.25 x the floor",
		"%d ms; empty Fyne window %d ms; %.2f x (median of %d)", p.Milliseconds(), f.Milliseconds(), float64(p)/float64(f), rounds)
}

// rest measures goals 2 and 3: memory and processor at rest.
func (b *bench) rest(ctx context.Context) {
	floorPSS, floorCPU := b.floorAtRest(ctx)
	p := must(b.screen.StartProgram(ctx, b.program, "--data-dir", b.library))
	defer p.Kill()
	check(p.Click(ctx, "Write a message…"))
	pss, cpu := atRest(ctx, p.Process.Pid)
	b.tellHeap(p)
	b.report("2 memory at rest (PSS)", "≤ 135 MB and ≤ 1.25 x the floor", "%.0f MB; empty Fyne window %.0f MB; %.2f x", pss, floorPSS, pss/floorPSS)
	b.report("3 processor at rest, composer focused", "≤ 0.3 points over the floor", "%.2f %%; empty Fyne window, not focused %.2f %%", cpu, floorCPU)
}

func (b *bench) floorAtRest(ctx context.Context) (pss, cpu float64) {
	pid, _, end := b.startProgram(ctx, b.floor)
	defer end()
	return atRest(ctx, pid)
}

// atRest measures an idle process for twenty seconds: PSS in MB and percent of a core.
func atRest(ctx context.Context, pid int) (pss, cpu float64) {
	const span = 20 * time.Second
	// The program frees the memory used during its start some seconds later.
	pause(ctx, 8*time.Second)
	used := cpuOf(pid, func() { pause(ctx, span) })
	return must(e2e.PSS(pid)), 100 * used.Seconds() / span.Seconds()
}

// size reports the sizes of the stripped programs.
func (b *bench) size(context.Context) {
	mb := func(program string) float64 { return float64(must(os.Stat(program)).Size()) / 1e6 }
	b.report("stripped program; parlando-helper", "≤ 51 MB; ≤ 18 MB", "%.1f MB, of which an empty Fyne window %.1f MB; %.1f MB",
		mb(b.binary), mb(b.floor), mb(filepath.Join(filepath.Dir(b.binary), "parlando-helper")))
}
