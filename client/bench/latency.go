package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"parlando/client"
)

// latency has the times in microseconds from the write of a text on the wire to its arrival at the
// reader, for the first text of a reply and for the following ones.
type latency struct {
	name         string
	first, later series
	err          error
}

// all returns the times of all texts.
func (l latency) all() series { return slices.Concat(l.first, l.later) }

// rawTCP is the lower bound: a read of the same bytes from a socket.
const rawTCP = "raw TCP read"

// latencies sends requests to a service over persistent connections, one per round with every
// decoder that extracts text. The service runs in another process, and each text is the time at
// which the service wrote it.
func latencies(ctx context.Context, rounds int) []latency {
	fail := func(err error) []latency { return []latency{{name: rawTCP, err: err}} }
	service, err := startService(ctx)
	if err != nil {
		return fail(err)
	}
	defer service.stop()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", service.raw)
	if err != nil {
		return fail(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute + time.Duration(rounds)*time.Second)); err != nil {
		return fail(err)
	}
	all := []latency{{name: rawTCP}}
	ways := []func(text func(string)) error{func(text func(string)) error { return readRaw(conn, text) }}
	for _, d := range decoders {
		if d.name == linesOnly {
			continue
		}
		web := &http.Client{Transport: client.NewTransport()}
		defer web.CloseIdleConnections()
		all = append(all, latency{name: d.name})
		ways = append(ways, func(text func(string)) error { return d.read(ctx, web, "http://"+service.web+"/v1", text) })
	}
	for round := range rounds {
		for i := range ways {
			which := (i + round) % len(ways)
			if err := all[which].measure(ways[which]); err != nil {
				all[which].err = err
			}
		}
	}
	return all
}

// measure reads one reply and appends the latency of each of its texts.
func (l *latency) measure(read func(text func(string)) error) error {
	var inHand []time.Time
	var stamps []string
	err := read(func(text string) {
		if text != "" {
			inHand, stamps = append(inHand, time.Now()), append(stamps, text)
		}
	})
	if err != nil {
		return err
	}
	if len(stamps) != stampsInReply {
		return fmt.Errorf("%d texts came", len(stamps))
	}
	for i, stamp := range stamps {
		written, err := strconv.ParseInt(stamp, 10, 64)
		if err != nil {
			return err
		}
		took := float64(inHand[i].UnixNano()-written) / 1000
		if i == 0 {
			l.first = append(l.first, took)
		} else {
			l.later = append(l.later, took)
		}
	}
	return nil
}

// readRaw sends a line over a socket and reads the response.
func readRaw(conn net.Conn, text func(string)) error {
	if _, err := conn.Write([]byte("\n")); err != nil {
		return err
	}
	buf := make([]byte, 4096)
	for seen := 0; seen < stampsInReply; {
		n, err := conn.Read(buf)
		if err != nil {
			return err
		}
		// On a busy machine one read may return two events.
		for chunk := range bytes.SplitAfterSeq(buf[:n], []byte("\n\n")) {
			if len(chunk) > 0 {
				text(stampIn(chunk))
				seen++
			}
		}
	}
	return nil
}

// stampIn returns the text in a chunk at negligible cost.
func stampIn(chunk []byte) string {
	i := bytes.Index(chunk, []byte(stampField)) + len(stampField)
	return string(chunk[i:min(i+stampLength, len(chunk))])
}
