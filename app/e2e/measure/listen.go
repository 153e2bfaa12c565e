package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"parley/app/e2e"
)

// listened is how long a reply is heard while the processor is looked at; practice's replies last longer than that and its beginning.
const listened = 10 * time.Second

// listen measures what hearing a reply costs in a real window that shows it: the program with its painting, and its output's process. The sound
// is kept from a first time, so that neither requests nor the practice gateway are in it.
func (b *bench) listen(ctx context.Context) error {
	if _, err := b.screen.StartSound(ctx); err != nil {
		return err
	}
	p, err := b.screen.StartProgram(ctx, b.program, "--data-dir", filepath.Join(b.dir, "listening"), "--practice")
	if err != nil {
		return err
	}
	defer p.Kill()
	const reading = "=Stop reading"
	hear := func() error {
		if err := p.Click(ctx, "Read aloud"); err != nil {
			return err
		}
		_, err := p.WaitFor(ctx, reading)
		return err
	}
	if err := errors.Join(p.Click(ctx, "Write a message…"), p.Type(ctx, "Tell me about oak trees."), p.Key(ctx, "Return")); err != nil {
		return err
	}
	if _, err := p.WaitFor(ctx, "Try again"); err != nil {
		return err
	}
	if err := errors.Join(hear(), p.WaitGone(ctx, reading), pauseFor(ctx, 8*time.Second)); err != nil {
		return err
	}
	rest, err := cpuDuring(ctx, p.Process.Pid, listened)
	if err != nil {
		return err
	}
	if err := errors.Join(hear(), pauseFor(ctx, 2*time.Second)); err != nil {
		return err
	}
	output, err := childOf(p.Process.Pid)
	if err != nil {
		return err
	}
	before, err := e2e.CPU(output)
	if err != nil {
		return err
	}
	watch, cancel := context.WithCancel(ctx)
	frames := make(chan e2e.Frames, 1)
	go func() { frames <- b.pixels.Watch(watch, 0) }()
	heard, err := cpuDuring(ctx, p.Process.Pid, listened)
	cancel()
	pictures := len(<-frames)
	if err != nil {
		return err
	}
	after, err := e2e.CPU(output)
	if err != nil {
		return err
	}
	percent := func(d time.Duration) float64 { return 100 * d.Seconds() / listened.Seconds() }
	b.report("13 processor while a reply is heard, its window in sight", "≤ 2 % over rest",
		"%.1f %% over rest (program %.1f %%, of which %.1f pictures a second; its output's process %.1f %%; rest %.1f %%)",
		percent(heard-rest+after-before), percent(heard), float64(pictures)/listened.Seconds(), percent(after-before), percent(rest))
	return nil
}

// childOf is the one process that a process has started.
func childOf(pid int) (int, error) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return 0, err
	}
	var children []string
	for _, t := range tasks {
		data, err := os.ReadFile(t)
		if err != nil {
			return 0, err
		}
		children = append(children, strings.Fields(string(data))...)
	}
	if len(children) != 1 {
		return 0, fmt.Errorf("%d processes are started, not that of the output alone", len(children))
	}
	return strconv.Atoi(children[0])
}
