package main

import (
	"context"
	"net/http"
	"runtime"
	"time"
)

// cost is the measured cost of one decoder per chunk.
type cost struct {
	name string
	// cpu and wall are in nanoseconds per chunk, one value per round; cpu is user and system time
	// of the whole process, including the garbage collector.
	cpu, wall series
	// allocs and bytes are allocations per chunk.
	allocs, bytes float64
	err           error
}

// costs decodes the recorded stream of n tokens from memory with every decoder once per round; the
// decoders take turns in going first. In each round a decoder reads the stream until it has used
// atLeast of CPU time, so that the resolution of the clock does not matter.
func costs(ctx context.Context, rounds, n int, atLeast time.Duration, padded bool) []cost {
	body, _ := record(n, padded)
	web := &http.Client{Transport: fromMemory(body)}
	all := make([]cost, len(decoders))
	for i, d := range decoders {
		all[i].name = d.name
	}
	for round := range rounds {
		for i := range decoders {
			which := (i + round) % len(decoders)
			all[which].measure(ctx, decoders[which], web, n+extraChunks, atLeast)
		}
	}
	return all
}

// measure runs the decoder for one round and appends the costs per chunk.
func (c *cost) measure(ctx context.Context, d decoder, web *http.Client, chunks int, atLeast time.Duration) {
	length := 0
	text := func(s string) { length += len(s) }
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began, used := time.Now(), cpuTime()
	times := 0
	for times == 0 || cpuTime()-used < atLeast {
		if err := d.read(ctx, web, memoryBase, text); err != nil {
			c.err = err
			return
		}
		times++
	}
	cpu, wall := cpuTime()-used, time.Since(began)
	runtime.ReadMemStats(&after)
	total := float64(times * chunks)
	c.cpu = append(c.cpu, float64(cpu.Nanoseconds())/total)
	c.wall = append(c.wall, float64(wall.Nanoseconds())/total)
	c.allocs = float64(after.Mallocs-before.Mallocs) / total
	c.bytes = float64(after.TotalAlloc-before.TotalAlloc) / total
}
