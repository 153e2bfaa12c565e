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
)

// listened is the time for which processor time is measured during a reply; replies of the practice
// service last longer.
const listened = 10 * time.Second

// listen measures the processor time of reading a reply aloud in a visible window: that of the
// program, including painting, and of its output process. The sound is cached first, so that
// neither requests nor the practice gateway count.
func (b *bench) listen(ctx context.Context) {
	must(b.screen.StartSound(ctx))
	p := must(b.screen.StartProgram(ctx, b.program, "--data-dir", filepath.Join(b.dir, "listening"), "--practice"))
	defer p.Kill()
	const reading = "=Stop reading"
	hear := func() {
		check(p.Click(ctx, "Read aloud"))
		must(p.WaitFor(ctx, reading))
	}
	check(errors.Join(p.Click(ctx, "Write a message…"), p.Type(ctx, "Tell me about oak trees."), p.Key(ctx, "Return")))
	check(p.WaitForReply(ctx))
	hear()
	check(p.WaitGone(ctx, reading))
	pause(ctx, 8*time.Second)
	listening := func() { pause(ctx, listened) }
	rest := cpuOf(p.Process.Pid, listening)
	hear()
	pause(ctx, 2*time.Second)
	var heard, played time.Duration
	output := childOf(p.Process.Pid)
	f := b.framesDuring(ctx, func() {
		played = cpuOf(output, func() { heard = cpuOf(p.Process.Pid, listening) })
	})
	percent := func(d time.Duration) float64 { return 100 * d.Seconds() / listened.Seconds() }
	b.report("13 processor while a reply is heard, its window in sight", "≤ 2 % over rest",
		"%.1f %% over rest (program %.1f %%, of which %.1f pictures a second; its output's process %.1f %%; rest %.1f %%)",
		percent(heard-rest+played), percent(heard), float64(len(f))/listened.Seconds(), percent(played), percent(rest))
}

// childOf returns the single child process of a process.
func childOf(pid int) int {
	var children []string
	for _, t := range must(filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))) {
		children = append(children, strings.Fields(string(must(os.ReadFile(t))))...)
	}
	if len(children) != 1 {
		check(fmt.Errorf("%d processes are started, not that of the output alone", len(children)))
	}
	return must(strconv.Atoi(children[0]))
}
