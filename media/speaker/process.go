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

// OutputFlag is the single argument of the output process. A program that plays sounds must begin
// by calling ServeOutput if it is started with this argument.
const OutputFlag = "--sound-output"

const (
	// openWithin is far longer than any output takes to open; an output that exceeds it counts as
	// missing.
	openWithin = 10 * time.Second
	// askWithin is the time without a request after which the output process is pinged, and pinged
	// again after its response. The process normally makes a request every 50 to 100 ms. On a very
	// busy machine it may respond late, but nothing is lost.
	askWithin = time.Second
	// answerWithin bounds the time until the process responds to a ping.
	answerWithin = 10 * time.Second
)

// process is an output in a separate process.
type process struct {
	name string
	args []string
}

// NewProcessOutput returns the output of this computer, run in a process of the program name with
// args, which must call ServeOutput.
func NewProcessOutput(name string, args ...string) Output { return &process{name, args} }

// ThisProgramOutput returns the output of this computer, run in another process of this program
// with OutputFlag.
func ThisProgramOutput() Output {
	if runtime.GOOS == "linux" {
		// /proc/self/exe is the running program even after an update has replaced its file.
		return NewProcessOutput("/proc/self/exe", OutputFlag)
	}
	name, err := os.Executable()
	if err != nil {
		name = os.Args[0]
	}
	return NewProcessOutput(name, OutputFlag)
}

// Run implements Output. It discards the text output of the child, because ALSA prints a page if
// there is no sound card.
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
		return errors.New("the output's process requested no samples")
	}
	return err
}

// The states of the watchdog of an output that has stopped making requests.
const (
	asking   int32 = iota
	called         // waiting for a sign of life
	answered       // the process is alive
	lost
)

// conversation is the protocol with a child.
type conversation struct {
	in       io.Writer
	feed     Feed
	end      context.CancelFunc
	watchdog *time.Timer
	phase    atomic.Int32

	mu      sync.Mutex // guards in
	samples []float32
	buf     []byte
}

// late is called when a message of the child is overdue.
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
	c.in.Write([]byte{what}) //nolint:errcheck // listen notices a child that has exited
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
