package decoder

import (
	"context"
	"errors"
	"image"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"parlando/media/picture"
	"parlando/media/picture/heif"
)

// Reduce decodes a very large picture of size bytes from in, reduced to at most edge pixels wide
// and high, and writes to out the format that heif.Reduce reads.
func Reduce(kind heif.Kind, edge, size int, in io.Reader, out io.Writer) error {
	debug.SetMemoryLimit(softMemory)
	debug.SetGCPercent(garbage)
	format, ok := map[heif.Kind]picture.Format{
		heif.HEIC: picture.HEIC, heif.AVIF: picture.AVIF, heif.JPEG: picture.JPEG, heif.PNG: picture.PNG, heif.WebP: picture.WebP, heif.TIFF: picture.TIFF,
	}[kind]
	if !ok || edge < 1 || size < 0 || size > picture.MaxInput {
		return errRefused
	}
	ctx := context.Background()
	tiles := tileDecoder{kind: kind, left: maxLeft}
	small, whole, err := picture.Reduce(ctx, format, in, size, edge, picture.Decoders{
		Tiles: func(files [][]byte, draw func(int, image.Image)) error { return tiles.decodeAll(ctx, files, draw) },
		JPEG:  reduceJPEG,
	})
	if err != nil {
		return err
	}
	return heif.Layout{Width: small.Rect.Dx(), Height: small.Rect.Dy(), Space: heif.SpaceStraight, Incomplete: !whole}.Write(out, small.Pix)
}

const (
	// softMemory is the heap size in bytes above which garbage is collected more often.
	softMemory = 200 << 20
	// garbage is the GOGC value. A collection waits for the tile being decoded and blocks the other
	// workers, so the default of 100 doubled the decoding time.
	garbage = 400
)

// tileDecoder decodes tiles concurrently, each worker in its own sandbox. Its methods can be called
// from any goroutine.
type tileDecoder struct {
	kind heif.Kind
	// left is the memory size in bytes above which a decoder is restarted: decoders leak some
	// memory with each picture.
	left  uint32
	mu    sync.Mutex
	first *run
	idle  []*run
}

// maxLeft bounds the memory leaked by a decoder.
const maxLeft = 8 << 20

// The limits of decoding tiles concurrently.
const (
	maxWorkers       = 4
	maxWorkersPixels = 4 << 20 // total for all tiles being decoded
)

// decodeAll decodes tiles of equal size concurrently and calls draw with the index of each.
func (t *tileDecoder) decodeAll(ctx context.Context, files [][]byte, draw func(int, image.Image)) error {
	h, err := heif.ReadHeader(files[0])
	if err != nil {
		return err
	}
	failed := make([]error, min(maxWorkers, runtime.NumCPU(), max(maxWorkersPixels/(h.Width*h.Height), 1)))
	var next atomic.Int32
	var running sync.WaitGroup
	for worker := range failed {
		running.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(files) && failed[worker] == nil; i = int(next.Add(1)) - 1 {
				failed[worker] = t.decode(ctx, files[i], func(tile image.Image) { draw(i, tile) })
			}
		})
	}
	running.Wait()
	return errors.Join(failed...)
}

// decode decodes a tile and passes it to draw.
func (t *tileDecoder) decode(ctx context.Context, file []byte, draw func(image.Image)) error {
	h, err := heif.ReadHeader(file)
	if err != nil {
		return err
	}
	r, err := t.take(ctx, file, h)
	if err != nil {
		return err
	}
	layout, pixels, err := r.picture(ctx, t.kind, file, h)
	if err != nil {
		return err
	}
	draw(layout.Image(pixels))
	if r.module.Memory().Size() > t.left {
		if err := r.renew(ctx); err != nil {
			return err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.idle = append(t.idle, r)
	return nil
}

// take returns an idle decoder, or a new one.
func (t *tileDecoder) take(ctx context.Context, file []byte, h heif.Header) (r *run, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last := len(t.idle) - 1; last >= 0 {
		r, t.idle = t.idle[last], t.idle[:last]
		return r, nil
	}
	if t.first != nil {
		return t.first.another(ctx)
	}
	t.first, err = startFor(ctx, t.kind, file, h)
	return t.first, err
}
