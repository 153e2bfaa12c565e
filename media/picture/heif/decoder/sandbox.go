package decoder

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

//go:embed heif.wasm.gz
var heifModule []byte

//go:embed avif.wasm.gz
var avifModule []byte

// errRefused means that the decoder rejected the file as inconsistent.
var errRefused = errors.New("the decoder refused the file")

// run is a decoder instance with its own memory.
type run struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
	memory  *memoryOf
	module  api.Module
	decode  api.Function
}

// start instantiates a decoder with the given memory limit in bytes. It takes about half a second
// of CPU time, or a tenth of that with small, because the code is then interpreted instead of
// compiled.
//
// Compiled WebAssembly cannot be interrupted, and no garbage collection can start while it runs;
// checks that would allow both make it twenty times slower. So it runs in a separate process (see
// package heif).
func start(ctx context.Context, packed []byte, memory int, small bool) (*run, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	code, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, err
	}
	config := wazero.NewRuntimeConfig()
	if small {
		config = wazero.NewRuntimeConfigInterpreter()
	}
	r := &run{runtime: wazero.NewRuntimeWithConfig(ctx, config), memory: &memoryOf{limit: memory}}
	if err := r.load(ctx, code); err != nil {
		return nil, errors.Join(fmt.Errorf("load the decoder: %w", err), r.close(ctx))
	}
	return r, nil
}

func (r *run) load(ctx context.Context, code []byte) (err error) {
	// Decoders may import WASI, but without access to files, output or clocks.
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r.runtime); err != nil {
		return err
	}
	if r.code, err = r.runtime.CompileModule(ctx, code); err != nil {
		return err
	}
	return r.renew(ctx)
}

// another instantiates one more decoder with its own memory.
func (r *run) another(ctx context.Context) (*run, error) {
	other := &run{runtime: r.runtime, code: r.code, memory: &memoryOf{limit: r.memory.limit}}
	return other, other.renew(ctx)
}

// renew restarts the decoder with cleared memory, because the decoders leak memory with each
// picture.
func (r *run) renew(ctx context.Context) (err error) {
	if r.module != nil {
		if err := r.module.Close(ctx); err != nil {
			return err
		}
	}
	ctx = experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return r.memory }))
	r.module, err = r.runtime.InstantiateModule(ctx, r.code, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return err
	}
	if r.decode = r.module.ExportedFunction("decode"); r.decode == nil || r.module.Memory() == nil {
		return errors.New("the module lacks its functions or memory")
	}
	return nil
}

func (r *run) close(ctx context.Context) error { return r.runtime.Close(ctx) }

// allocate allocates size bytes in the decoder's memory.
func (r *run) allocate(ctx context.Context, size int) (at uint32, err error) {
	made, err := r.module.ExportedFunction("malloc").Call(ctx, uint64(size))
	if err != nil {
		return 0, fmt.Errorf("%w", err)
	}
	if len(made) != 1 || made[0] == 0 {
		return 0, fmt.Errorf("no memory for %d bytes", size)
	}
	return uint32(made[0]), nil
}

// put copies data into the decoder's memory.
func (r *run) put(ctx context.Context, data []byte) (at uint32, err error) {
	if at, err = r.allocate(ctx, len(data)); err == nil && !r.module.Memory().Write(at, data) {
		err = errRefused
	}
	return at, err
}

// call runs the decoder with arguments; the decoder returns 0 on failure.
func (r *run) call(ctx context.Context, arguments ...uint64) error {
	answer, err := r.decode.Call(ctx, arguments...)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	if len(answer) != 1 || answer[0] == 0 {
		return errRefused
	}
	return nil
}

// numbers reads 32-bit numbers from the decoder's memory.
func (r *run) numbers(at uint32, count int) ([]int, error) {
	all := make([]int, count)
	for i := range all {
		n, ok := r.module.Memory().ReadUint32Le(at + uint32(4*i))
		if !ok {
			return nil, errRefused
		}
		all[i] = int(n)
	}
	return all, nil
}

// memoryOf is the memory of one decoder. Its maximum size is reserved at once, so that the memory
// never moves; the operating system commits pages only when the decoder touches them.
type memoryOf struct {
	limit int
	all   []byte
	used  int
}

func (m *memoryOf) Reallocate(size uint64) []byte {
	if size > uint64(m.limit) {
		return nil
	}
	if m.all == nil {
		m.all = make([]byte, m.limit)
	}
	m.used = max(m.used, int(size))
	return m.all[:size]
}

// Free clears the used memory.
func (m *memoryOf) Free() {
	clear(m.all[:m.used])
	m.used = 0
}
