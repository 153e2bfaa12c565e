package foreign_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/imports/foreign"
)

func TestEachMessageFollowsItsParent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"in order":           {"a: b:a c:b", "a: b:a c:b"},
		"child first":        {"b:a a:", "a: b:a"},
		"orphan":             {"a: b:gone c:b", "a: b: c:b"},
		"two first messages": {"a: b: c:a d:b", "a: b: c:a d:b"},
		"its own parent":     {"a:a b:a", "a: b:a"},
		"cycle":              {"a:b b:c c:a d:", "c: b:c a:b d:"},
		"below a cycle":      {"x:a a:b b:a", "b: a:b x:a"},
		"repeated ID":        {"a: b:a b:a c:b", "a: b:a b#3:a c:b"},
		"no IDs":             {": :", "#1: #2:"},
		"taken name":         {"a: a: a#2:a", "a: a#2: a#2#3:a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var nodes []foreign.Node
			for node := range strings.SplitSeq(c.in, " ") {
				id, parent, _ := strings.Cut(node, ":")
				nodes = append(nodes, foreign.Node{ID: id, Parent: parent})
			}
			var got []string
			for _, n := range foreign.Sort(nodes) {
				got = append(got, n.ID+":"+n.Parent)
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestALongChainFromTheEndIsSorted(t *testing.T) {
	t.Parallel()
	const n = 100_000
	nodes := make([]foreign.Node, n)
	for i := range nodes {
		nodes[i] = foreign.Node{ID: fmt.Sprint(i), Parent: fmt.Sprint(i + 1)}
	}
	sorted := foreign.Sort(nodes)
	if len(sorted) != n || sorted[0].Index != n-1 || sorted[n-1].Index != 0 {
		t.Errorf("%d nodes, from %+v to %+v", len(sorted), sorted[0], sorted[n-1])
	}
}

func TestTheBranchGoesOnAfterAnEmptyMessage(t *testing.T) {
	t.Parallel()
	words := []foreign.MessagePart{{Part: chat.Part{Kind: chat.PartText, Text: "x"}}}
	c := foreign.Conversation{Current: "empty", Messages: []foreign.Message{
		{ID: "first"},
		{ID: "question", Parent: "first", Parts: words},
		{ID: "empty", Parent: "question"},
		{ID: "answer", Parent: "empty", Parts: words},
	}}
	c.RemoveEmpty()
	want := []foreign.Message{{ID: "question", Parts: words}, {ID: "answer", Parent: "question", Parts: words}}
	if diff := cmp.Diff(want, c.Messages); diff != "" || c.Current != "question" {
		t.Errorf("current %q, (-want +got)\n%s", c.Current, diff)
	}
	c.Current = "gone"
	if c.RemoveEmpty(); c.Current != "answer" {
		t.Errorf("the branch ends with %q", c.Current)
	}
}

func TestKindsOfGapsAreBounded(t *testing.T) {
	t.Parallel()
	var c foreign.Conversation
	for i := range 1000 {
		c.AddGap(fmt.Sprint(i, strings.Repeat("ä", 1000)))
		c.AddGap("same")
	}
	sum := 0
	for _, g := range c.Gaps {
		if sum += g.Count; len(g.Kind) > 100 {
			t.Errorf("a kind has %d bytes", len(g.Kind))
		}
	}
	if len(c.Gaps) > 50 || sum != 2000 || c.Gaps[1].Kind != "same" || c.Gaps[1].Count != 1000 {
		t.Errorf("%d kinds, sum %d, second %+v", len(c.Gaps), sum, c.Gaps[1])
	}
}
