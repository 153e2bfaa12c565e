package faults

import (
	"testing"
	"time"

	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
)

// check holds a reply against what arrived on the wire: no character is lost, and an end is told
// only when there was one.
func (n *network) check(t *testing.T, got reply) {
	t.Helper()
	text, ended := arrived(n.read())
	if got.text != text {
		t.Errorf("%d characters arrived and %d were kept:\n%q\n%q", len(text), len(got.text), text, got.text)
	}
	if got.complete != ended || (got.err == nil) != ended {
		t.Errorf("complete %v, error %v, though the end came: %v", got.complete, got.err, ended)
	}
	if requests := n.requests.Load(); requests > 1 {
		t.Errorf("the question was asked %d times", requests)
	}
}

func TestReplyComesWholeOverABadNetwork(t *testing.T) {
	gateway := practice.New(practice.Options{TokenInterval: -1})
	want := newNetwork(t, gateway, client.Options{}).chat(t, question(practice.WriterModel), nil)
	if want.err != nil || !want.complete || want.text == "" {
		t.Fatalf("over a good network: %+v", want)
	}
	for _, c := range []struct {
		name, kind string
		attributes map[string]any
	}{
		{"latency", "latency", map[string]any{"latency": 60, "jitter": 30}},
		{"bandwidth", "bandwidth", map[string]any{"rate": 400}},
		{"single bytes", "slicer", map[string]any{"average_size": 1, "size_variation": 0, "delay": 0}},
		{"slices", "slicer", map[string]any{"average_size": 40, "size_variation": 30, "delay": 50}},
		{"slow close", "slow_close", map[string]any{"delay": 60_000}},
		{"both slow and sliced", "slicer", map[string]any{"average_size": 7, "size_variation": 5, "delay": 10}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := newNetwork(t, gateway, client.Options{})
			n.toxic(t, c.kind, "downstream", c.attributes)
			if c.name == "both slow and sliced" {
				n.toxic(t, "latency", "upstream", map[string]any{"latency": 50})
				n.toxic(t, "bandwidth", "downstream", map[string]any{"rate": 500})
			}
			got := n.chat(t, question(practice.WriterModel), nil)
			n.check(t, got)
			if got != want {
				t.Errorf("%+v\nwant\n%+v", got, want)
			}
		})
	}
}

// The connection ends after so many bytes: in the head, in the middle of a line, of a character, of
// a chunk's length, or just behind the end.
func TestReplyThatIsCutKeepsWhatCame(t *testing.T) {
	gateway := practice.New(practice.Options{TokenInterval: -1})
	whole := newNetwork(t, gateway, client.Options{})
	if got := whole.chat(t, question(practice.WriterModel), nil); got.err != nil {
		t.Fatal(got.err)
	}
	size := len(whole.read())
	var limits []int
	for limit := 1; limit < size; limit += 1 + min(limit/3, 997) {
		limits = append(limits, limit)
	}
	for back := range 12 {
		limits = append(limits, size-1-back*17)
	}
	for _, limit := range limits {
		n := newNetwork(t, gateway, client.Options{})
		n.toxic(t, "limit_data", "downstream", map[string]any{"bytes": limit})
		got := n.chat(t, question(practice.WriterModel), nil)
		n.check(t, got)
		if got.err != nil && kindOf(got.err) != failure.Network {
			t.Errorf("cut after %d bytes: %v, want kind network", limit, got.err)
		}
		if t.Failed() {
			t.Fatalf("cut after %d of %d bytes", limit, size)
		}
	}
}

func TestReplyKeepsWhatCameBeforeTheFault(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		attributes map[string]any
		want       failure.Kind
	}{
		{"reset", "reset_peer", map[string]any{"timeout": 0}, failure.Network},
		{"reset after a while", "reset_peer", map[string]any{"timeout": 40}, failure.Network},
		{"silence", "timeout", map[string]any{"timeout": 0}, failure.NoData},
		{"latency beyond patience", "latency", map[string]any{"latency": 60_000}, failure.NoData},
		{"nearly no bandwidth", "bandwidth", map[string]any{"rate": 0}, failure.NoData},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := newNetwork(t, practice.New(practice.Options{TokenInterval: 5 * time.Millisecond}), patience(c.want, 400*time.Millisecond))
			got := n.chat(t, question(practice.WriterModel), func() { n.toxic(t, c.kind, "downstream", c.attributes) })
			n.check(t, got)
			if got.text == "" || kindOf(got.err) != c.want {
				t.Errorf("%d characters, then %v; want kind %s", len(got.text), got.err, c.want)
			}
		})
	}
}

// The network is bad before the first byte of the answer.
func TestFaultBeforeTheReplyIsOfTheRightKind(t *testing.T) {
	for _, c := range []struct {
		name, kind, stream string
		attributes         map[string]any
		want               failure.Kind
	}{
		{"reset", "reset_peer", "downstream", map[string]any{"timeout": 0}, failure.Network},
		{"question reset", "reset_peer", "upstream", map[string]any{"timeout": 0}, failure.Network},
		{"silence", "timeout", "downstream", map[string]any{"timeout": 0}, failure.NoData},
		{"question swallowed", "timeout", "upstream", map[string]any{"timeout": 0}, failure.NoData},
		{"silence, then closed", "timeout", "downstream", map[string]any{"timeout": 50}, failure.Network},
		{"question cut", "limit_data", "upstream", map[string]any{"bytes": 40}, failure.Network},
		{"latency beyond patience", "latency", "downstream", map[string]any{"latency": 60_000}, failure.NoData},
	} {
		for _, whole := range []bool{false, true} {
			name := c.name
			request := question(practice.WriterModel)
			if whole {
				name += ", asked for whole"
				request.Omit = []string{"stream"}
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				// A reply that is asked for whole may be silent five times as long.
				n := newNetwork(t, practice.New(practice.Options{TokenInterval: -1}), patience(c.want, 200*time.Millisecond))
				n.toxic(t, c.kind, c.stream, c.attributes)
				got := n.chat(t, request, nil)
				n.check(t, got)
				if got.complete || kindOf(got.err) != c.want {
					t.Errorf("%+v, want kind %s", got, c.want)
				}
			})
		}
	}
}

func TestWholeReplyThatIsCutIsNone(t *testing.T) {
	gateway := practice.New(practice.Options{TokenInterval: -1})
	request := question(practice.WriterModel)
	request.Omit = []string{"stream"}
	for _, limit := range []int{100, 400, 700, 1000} {
		n := newNetwork(t, gateway, client.Options{})
		n.toxic(t, "limit_data", "downstream", map[string]any{"bytes": limit})
		if got := n.chat(t, request, nil); got.complete || kindOf(got.err) != failure.Network {
			t.Errorf("cut after %d bytes: %+v", limit, got)
		}
	}
}

func TestNoServiceBehindTheNetwork(t *testing.T) {
	n := newNetwork(t, practice.New(practice.Options{}), client.Options{MaxRetryWait: -1})
	n.proxy.Stop()
	if got := n.chat(t, question(practice.WriterModel), nil); kindOf(got.err) != failure.Network {
		t.Errorf("%+v", got)
	}
	if n.requests.Load() != 0 {
		t.Error("the service was asked")
	}
}
