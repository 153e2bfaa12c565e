package e2e

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"slices"
	"syscall"
	"time"
)

// FrameBuffer reads the memory of a virtual display, so that any program can be measured in the
// same way.
type FrameBuffer struct {
	memory []byte
	pixels []byte
	stride int
	height int
}

// OpenFrameBuffer maps the file to which a Screen's display writes (an X window dump).
func OpenFrameBuffer(path string) (*FrameBuffer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	m, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	// The header of an X window dump has its own size, the geometry, and a color table of 12 bytes
	// per entry.
	word := func(i int) int { return int(binary.BigEndian.Uint32(m[4*i:])) }
	b := &FrameBuffer{memory: m, height: word(5), stride: word(12)}
	start := word(0) + 12*word(19)
	if start+b.stride*b.height > len(m) {
		return nil, errors.Join(errors.New("not an X window dump"), syscall.Munmap(m))
	}
	b.pixels = m[start:]
	return b, nil
}

// Close unmaps the memory.
func (b *FrameBuffer) Close() error { return syscall.Munmap(b.memory) }

// Brightness returns the brightness of a pixel, 0 to 255.
func (b *FrameBuffer) Brightness(x, y int) int {
	at := b.pixels[y*b.stride+4*x:]
	return (int(at[0]) + int(at[1]) + int(at[2])) / 3
}

// Sum returns a checksum of every fourth row, which changes if any text changes.
func (b *FrameBuffer) Sum() uint32 {
	var s uint32
	for y := 0; y < b.height; y += 4 {
		s = crc32.Update(s, crc32.IEEETable, b.pixels[y*b.stride:(y+1)*b.stride])
	}
	return s
}

// SumIn returns a checksum of the pixels of a rectangle on the screen.
func (b *FrameBuffer) SumIn(r Rect) uint32 {
	var s uint32
	for y := r.Y; y < r.Y+r.Height; y++ {
		s = crc32.Update(s, crc32.IEEETable, b.pixels[y*b.stride+4*r.X:y*b.stride+4*(r.X+r.Width)])
	}
	return s
}

// Frames are the times at which the screen changed, relative to the start of the watch.
type Frames []time.Duration

// Watch records the times at which the screen changes, checking 240 times per second, until ctx
// ends. If quiet is positive, Watch also ends once the screen has not changed for quiet after a
// change.
func (b *FrameBuffer) Watch(ctx context.Context, quiet time.Duration) Frames {
	tick := time.NewTicker(time.Second / 240)
	defer tick.Stop()
	start, last := time.Now(), b.Sum()
	var frames Frames
	for {
		select {
		case <-ctx.Done():
			return frames
		case <-tick.C:
		}
		now := time.Since(start)
		if s := b.Sum(); s != last {
			last = s
			frames = append(frames, now)
		} else if quiet > 0 && len(frames) > 0 && now-frames[len(frames)-1] > quiet {
			return frames
		}
	}
}

// PerSecond returns the number of changes per second between the first and the last one.
func (f Frames) PerSecond() float64 {
	if len(f) < 2 {
		return 0
	}
	return float64(len(f)-1) / (f[len(f)-1] - f[0]).Seconds()
}

// Gaps returns the 95th percentile and the maximum of the intervals between changes.
func (f Frames) Gaps() (p95, worst time.Duration) {
	if len(f) < 2 {
		return 0, 0
	}
	gaps := make([]time.Duration, 0, len(f)-1)
	for i := 1; i < len(f); i++ {
		gaps = append(gaps, f[i]-f[i-1])
	}
	slices.Sort(gaps)
	return gaps[len(gaps)*95/100], gaps[len(gaps)-1]
}
