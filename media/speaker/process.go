package speaker

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// OutputFlag is the one argument of the process that owns the output. A program that plays calls
// ServeOutput as the first thing when it is started with it.
const OutputFlag = "--sound-output"

const (
	// openWithin is far longer than any output takes to open, so that one that hangs counts as
	// missing.
	openWithin = 10 * time.Second
	// askWithin is the time without a request after which an output's process is called, and again
	// once that has answered. It asks each 50 to 100 ms. On a very busy machine the process itself
	// may be late: then it answers late, and nothing is lost.
	askWithin = time.Second
	// answerWithin is the time in which its process must answer.
	answerWithin = 10 * time.Second
)

// process is an output in a process of its own.
type process struct {
	name string
	args []string
}

// Process gives the output of this computer, in a process of the program name with args, which
// calls ServeOutput.
func Process(name string, args ...string) Output { return &process{name, args} }

// ThisProgram gives the output of this computer, in a process of the program that runs, with
// OutputFlag.
func ThisProgram() Output {
	if runtime.GOOS == "linux" {
		// Also the right one after an update has replaced the file.
		return Process("/proc/self/exe", OutputFlag)
	}
	name, err := os.Executable()
	if err != nil {
		name = os.Args[0]
	}
	return Process(name, OutputFlag)
}

// Run implements Output. What the child's libraries print is thrown away: ALSA prints a page where
// there is no sound.
func (p *process) Run(ctx context.Context, feed Feed) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	cmd := exec.CommandContext(ctx, p.name, p.args...)
	cmd.Args[0] = os.Args[0]
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	c := &conversation{in: in, feed: feed, end: end}
	c.phase.Store(called) // opening
	c.watchdog = time.AfterFunc(openWithin, c.late)
	var drops sync.WaitGroup
	drops.Go(func() { c.passDrops(ctx) })
	err = c.listen(bufio.NewReader(out))
	c.watchdog.Stop()
	end()
	drops.Wait()
	if exit := cmd.Wait(); errors.Is(err, io.EOF) && exit != nil {
		err = exit
	}
	if c.phase.Load() == lost {
		return errors.New("it asked for nothing")
	}
	return err
}

// How far it has come with an output that asks for nothing.
const (
	asking   int32 = iota
	called         // whether its process lives
	answered       // by its process
	lost
)

// conversation is with a child.
type conversation struct {
	in       io.Writer
	feed     Feed
	end      context.CancelFunc
	watchdog *time.Timer
	phase    atomic.Int32

	mu      sync.Mutex // of in
	samples []float32
	buf     []byte
}

// late is called when nothing was heard for as long as may be.
func (c *conversation) late() {
	if c.phase.CompareAndSwap(asking, called) {
		c.watchdog.Reset(answerWithin)
		c.say(call)
		return
	}
	c.phase.Store(lost)
	c.end()
}

func (c *conversation) say(what byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.in.Write([]byte{what}) //nolint:errcheck // a child that is gone is heard of by listen
}

func (c *conversation) passDrops(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.feed.Drop:
			c.say(drop)
		}
	}
}

func (c *conversation) listen(out io.Reader) error {
	for {
		m, err := readMessage(out)
		if err != nil {
			return fmt.Errorf("the output's process ended: %w", err)
		}
		switch m.kind {
		case failed:
			return errors.New(m.text)
		case dropped:
			c.feed.Dropped(m.frames)
		case alive:
			c.phase.CompareAndSwap(called, answered)
		case opened, ask:
			c.phase.Store(asking)
			if m.kind == ask {
				if err := c.give(m); err != nil {
					return err
				}
			}
		}
		c.watchdog.Reset(askWithin)
	}
}

func (c *conversation) give(m message) error {
	if n := m.frames * Channels; cap(c.samples) < n {
		c.samples = make([]float32, n)
	}
	samples := c.samples[:m.frames*Channels]
	frames := c.feed.Fill(samples, m.taken)
	c.buf = binary.LittleEndian.AppendUint32(append(c.buf[:0], answer), uint32(frames))
	c.buf = appendSamples(c.buf, samples[:frames*Channels])
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.in.Write(c.buf)
	return err
}
