package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"
)

// roleVariable is the environment variable that selects the role of this program. The program
// starts itself as the service; without a role it runs the benchmarks.
const roleVariable = "PARLANDO_BENCH_ROLE"

func main() {
	var err error
	switch os.Getenv(roleVariable) {
	case "service":
		err = serve()
	default:
		compare()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// compare runs the benchmarks and prints the results.
func compare() {
	rounds := flag.Int("rounds", 6, "rounds of the comparison by chunk")
	asks := flag.Int("asks", 600, "rounds of the comparison by time to the text")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fmt.Printf("%s, %s/%s, %d processors\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, padded := range []bool{false, true} {
		showCosts(costs(ctx, *rounds, tokens, 300*time.Millisecond, padded), padded)
	}
	showLatencies(latencies(ctx, *asks))
}

// showCosts prints the cost per chunk, and the ratios to Parlando's.
func showCosts(all []cost, padded bool) {
	what := "all of one shape"
	if padded {
		what = "each with another padding"
	}
	fmt.Printf("\n%d chunks from memory, %s; median of %d rounds (least to most)\n\n", tokens+extraChunks, what, len(all[0].cpu))
	fmt.Println("| decoder | CPU ns a chunk | times Parlando's | allocations a chunk | bytes a chunk | chunks a second, best |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, c := range all {
		if c.err != nil {
			fmt.Printf("| %s | failed: %v | | | | |\n", c.name, c.err)
			continue
		}
		fmt.Printf("| %s | %.0f (%.0f-%.0f) | %.1f | %.2f | %.0f | %.2f M |\n", c.name, c.cpu.median(), c.cpu.percent(0), c.cpu.percent(100),
			c.cpu.median()/all[0].cpu.median(), c.allocs, c.bytes, 1000/c.wall.percent(0))
	}
}

// showLatencies prints the latencies compared to a read from a socket.
func showLatencies(all []latency) {
	fmt.Printf("\nFrom the write on the wire to the text in hand, over loopback from another process, µs; %d replies of %d texts\n\n", len(all[0].first), stampsInReply)
	fmt.Println("| reader | all texts p50 | p95 | times raw TCP | first text p50 | p95 | times raw TCP | later texts p50 | p95 | times raw TCP |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	floor := all[0]
	for _, l := range all {
		if l.err != nil {
			fmt.Printf("| %s | failed: %v | | | | | | | | |\n", l.name, l.err)
			continue
		}
		fmt.Printf("| %s", l.name)
		for _, pair := range [][2]series{{l.all(), floor.all()}, {l.first, floor.first}, {l.later, floor.later}} {
			own, raw := pair[0], pair[1]
			fmt.Printf(" | %.0f | %.0f | %.2f, %.2f", own.percent(50), own.percent(95), own.percent(50)/raw.percent(50), own.percent(95)/raw.percent(95))
		}
		fmt.Println(" |")
	}
}
