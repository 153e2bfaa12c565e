package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"parley/app/e2e"
)

// settled is how long the picture must stay for a start to be over.
const settled = 700 * time.Millisecond

// rounds is how often each start is measured, the two programs in turn.
const rounds = 9

// launched is a program that runs without being asked anything.
type launched struct {
	cmd     *exec.Cmd
	painted time.Duration // first picture that then stayed, after the start
}

func (b *bench) launch(ctx context.Context, name string, args ...string) (*launched, error) {
	l := &launched{cmd: exec.Command(name, args...)}
	l.cmd.Env = b.screen.Env
	l.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// What the last program left on the screen must be gone first.
	quiet, cancel := context.WithTimeout(ctx, time.Second)
	b.pixels.Watch(quiet, 0)
	cancel()
	if err := l.cmd.Start(); err != nil {
		return nil, err
	}
	watch, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	frames := b.pixels.Watch(watch, settled)
	if len(frames) == 0 {
		l.end()
		return nil, fmt.Errorf("%s painted nothing", name)
	}
	l.painted = frames[len(frames)-1]
	fmt.Fprintln(os.Stderr, "   ", filepath.Base(name), frames)
	return l, nil
}

func (l *launched) end() {
	_ = syscall.Kill(-l.cmd.Process.Pid, syscall.SIGKILL)
	_ = l.cmd.Wait()
}

// start measures goal 1: from the start of the process to the picture that stays, with 10,000 messages in the library.
func (b *bench) start(ctx context.Context) error {
	// A pointer over the window would change what it rests on, which is no part of a start.
	if _, err := b.screen.Run(ctx, "xdotool", "mousemove", "1319", "859"); err != nil {
		return err
	}
	var floor, parley []time.Duration
	for range rounds {
		f, err := b.launch(ctx, b.floor)
		if err != nil {
			return err
		}
		f.end()
		p, err := b.launch(ctx, b.program, "--data-dir", b.library)
		if err != nil {
			return err
		}
		p.end()
		floor, parley = append(floor, f.painted), append(parley, p.painted)
	}
	f, p := median(floor), median(parley)
	b.report("1 cold start to usable composer, 10,000 messages", "≤ 1.25 x the floor",
		"%d ms; empty Fyne window %d ms; %.2f x (median of %d)", p.Milliseconds(), f.Milliseconds(), float64(p)/float64(f), rounds)
	return nil
}

// rest measures goals 2 and 3: memory and processor at rest.
func (b *bench) rest(ctx context.Context) error {
	f, err := b.launch(ctx, b.floor)
	if err != nil {
		return err
	}
	floorPSS, floorCPU, err := atRest(ctx, f.cmd.Process.Pid)
	f.end()
	if err != nil {
		return err
	}
	p, err := b.screen.StartProgram(ctx, b.program, "--data-dir", b.library)
	if err != nil {
		return err
	}
	defer p.Kill()
	if err := p.Click(ctx, "Write a message…"); err != nil {
		return err
	}
	pss, cpu, err := atRest(ctx, p.Process.Pid)
	if err != nil {
		return err
	}
	b.tellHeap(p)
	b.report("2 memory at rest (PSS)", "≤ 135 MB and ≤ 1.25 x the floor", "%.0f MB; empty Fyne window %.0f MB; %.2f x", pss, floorPSS, pss/floorPSS)
	b.report("3 processor at rest, composer focused", "≤ 0.3 points over the floor", "%.2f %%; empty Fyne window, not focused %.2f %%", cpu, floorCPU)
	return nil
}

// atRest looks at a process that nobody touches for twenty seconds: PSS in MB, and percent of a core.
func atRest(ctx context.Context, pid int) (pss, cpu float64, err error) {
	const span = 20 * time.Second
	// What a start leaves behind is given back some seconds after it.
	if err := pauseFor(ctx, 8*time.Second); err != nil {
		return 0, 0, err
	}
	before, err := e2e.CPU(pid)
	if err != nil {
		return 0, 0, err
	}
	if err := pauseFor(ctx, span); err != nil {
		return 0, 0, err
	}
	after, err := e2e.CPU(pid)
	if err != nil {
		return 0, 0, err
	}
	pss, err = e2e.PSS(pid)
	return pss, 100 * (after - before).Seconds() / span.Seconds(), err
}

// size is the limit on the stripped binary.
func (b *bench) size(context.Context) error {
	info, err := os.Stat(b.binary)
	if err != nil {
		return err
	}
	b.report("stripped binary", "≤ 45 MB", "%.1f MB", float64(info.Size())/1e6)
	return nil
}

func median[T cmp.Ordered](d []T) T {
	s := slices.Clone(d)
	slices.Sort(s)
	return s[len(s)/2]
}

func pauseFor(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
