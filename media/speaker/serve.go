package speaker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/ebitengine/oto/v3"
)

// ahead is the buffer of oto's player in bytes, in addition to the buffer of the device. A sound
// server requests 50 ms at a time.
const ahead = Rate / 10 * bytesPerFrame

// ServeOutput is the main function of the output process: it requests samples on out and plays the
// samples received on in. It returns when in ends, because the program that started the process
// needs no output any more or has exited.
func ServeOutput(in io.Reader, out io.Writer) error {
	os.Stdout = os.Stderr // libraries may print, but stdout carries the protocol
	// The goroutines take turns. On several processors they need four times as much CPU time, as
	// threads wake up without work.
	runtime.GOMAXPROCS(1)
	c := &child{out: out, asked: make(chan []byte, 1), answered: make(chan int, 1), drops: make(chan struct{}, 1)}
	go func() {
		if err := c.play(); err != nil {
			c.tell(message{kind: failed, text: err.Error()})
		}
	}()
	return c.listen(in)
}

// child is the state of the output process.
type child struct {
	mu  sync.Mutex
	out io.Writer

	asked    chan []byte // buffer for the response to the last request
	answered chan int    // number of bytes received for that response
	drops    chan struct{}

	player *oto.Player
	given  int       // samples per channel received
	again  time.Time // earliest time of the next request, after a short response
}

func (c *child) tell(m message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m.writeTo(c.out) //nolint:errcheck // if the program has exited, in ends too
}

func (c *child) listen(in io.Reader) error {
	kind := make([]byte, 1)
	for {
		if _, err := io.ReadFull(in, kind); err != nil {
			if err == io.EOF { //nolint:errorlint // as io.Reader
				return nil
			}
			return err
		}
		switch kind[0] {
		case drop:
			signal(c.drops)
		case call:
			c.tell(message{kind: alive})
		case answer:
			select {
			case p := <-c.asked:
				n, err := readAnswer(in, p)
				if err != nil {
					return err
				}
				c.answered <- n
			default:
				return errDisorder
			}
		default:
			return errDisorder
		}
	}
}

func (c *child) play() error {
	context, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate: Rate, ChannelCount: Channels, Format: oto.FormatFloat32LE, BufferSize: Latency, ApplicationName: "Parlando",
	})
	if err != nil {
		return err
	}
	select {
	case <-ready:
	case <-time.After(openWithin):
		return errors.New("the output did not open in time")
	}
	if err := context.Err(); err != nil {
		return err
	}
	c.tell(message{kind: opened})
	c.player = context.NewPlayer(c)
	c.player.SetBufferSize(ahead)
	c.player.Play()
	for range c.drops {
		// While paused, the player neither reads nor plays, so that its buffer can be measured.
		c.player.PauseAndStopReading()
		frames := c.player.BufferedSize() / bytesPerFrame
		if _, err := c.player.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("dropping: %w", err)
		}
		c.given -= frames
		c.tell(message{kind: dropped, frames: frames})
		c.player.Play()
	}
	return nil
}

// Read is called by oto whenever the output has taken samples. It blocks until the program has
// responded.
func (c *child) Read(p []byte) (int, error) {
	buffered := c.player.BufferedSize()
	frames := min(len(p), max(ahead-buffered, bytesPerFrame)) / bytesPerFrame
	time.Sleep(time.Until(c.again))
	c.asked <- p[:frames*bytesPerFrame]
	c.tell(message{kind: ask, frames: frames, taken: c.given - buffered/bytesPerFrame})
	n := <-c.answered
	if n < frames*bytesPerFrame {
		c.again = time.Now().Add(RefillInterval)
	}
	c.given += n / bytesPerFrame
	return n, nil
}

// readAnswer reads the samples of an answer into p and returns the number of bytes.
func readAnswer(in io.Reader, p []byte) (int, error) {
	var frames [4]byte
	if _, err := io.ReadFull(in, frames[:]); err != nil {
		return 0, err
	}
	n := int(binary.LittleEndian.Uint32(frames[:])) * bytesPerFrame
	if n > len(p) {
		return 0, errDisorder
	}
	return io.ReadFull(in, p[:n])
}

// Seek makes oto empty its player. It does not change the position.
func (c *child) Seek(int64, int) (int64, error) { return 0, nil }
