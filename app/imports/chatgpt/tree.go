package chatgpt

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// tree is the nodes of a conversation, each reached once from a root. Nodes are indexes of the
// lists.
type tree struct {
	ids   []string
	nodes []node
	index map[string]int
	// parents has -1 for a root.
	parents  []int
	children [][]int
	// order has each node after its parent, and siblings by age.
	order []int
	// cycles is the number of cycles that were cut at their oldest node.
	cycles int
}

func newTree(mapping map[string]node) *tree {
	t := &tree{
		ids: slices.Sorted(maps.Keys(mapping)), index: make(map[string]int, len(mapping)),
		nodes: make([]node, len(mapping)), parents: make([]int, len(mapping)), children: make([][]int, len(mapping)),
	}
	for i, id := range t.ids {
		t.nodes[i], t.index[id] = mapping[id], i
	}
	t.findParents()
	t.cutCycles()
	t.findChildren()
	t.sort()
	return t
}

// findParents takes the parent that each node names, or else the one that names it as a child.
func (t *tree) findParents() {
	listed := make(map[int]int, len(t.ids))
	for i, n := range t.nodes {
		for _, id := range n.Children {
			if child, ok := t.index[id]; ok && child != i {
				if _, ok := listed[child]; !ok {
					listed[child] = i
				}
			}
		}
	}
	for i, n := range t.nodes {
		if parent, ok := t.index[n.Parent]; ok && parent != i {
			t.parents[i] = parent
		} else if parent, ok := listed[i]; ok && n.Parent != t.ids[i] {
			t.parents[i] = parent
		} else {
			t.parents[i] = -1
		}
	}
}

// cutCycles makes the oldest node of each cycle a root.
func (t *tree) cutCycles() {
	visited := make([]int, len(t.ids)) // the walk that reached the node, from 1
	for i := range t.ids {
		at := i
		for at >= 0 && visited[at] == 0 {
			visited[at] = i + 1
			at = t.parents[at]
		}
		if at < 0 || visited[at] != i+1 {
			continue
		}
		oldest := at
		for n := t.parents[at]; n != at; n = t.parents[n] {
			if t.compare(n, oldest) < 0 {
				oldest = n
			}
		}
		t.parents[oldest] = -1
		t.cycles++
	}
}

// findChildren takes the order of children from their parent; others follow by age.
func (t *tree) findChildren() {
	added := make([]bool, len(t.ids))
	for i, n := range t.nodes {
		for _, id := range n.Children {
			if child, ok := t.index[id]; ok && t.parents[child] == i && !added[child] {
				added[child] = true
				t.children[i] = append(t.children[i], child)
			}
		}
	}
	for _, i := range t.byAge() {
		if parent := t.parents[i]; parent >= 0 && !added[i] {
			t.children[parent] = append(t.children[parent], i)
		}
	}
}

// sort fills order.
func (t *tree) sort() {
	var open []int
	for _, i := range slices.Backward(t.byAge()) {
		if t.parents[i] < 0 {
			open = append(open, i)
		}
	}
	t.order = make([]int, 0, len(t.ids))
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		t.order = append(t.order, i)
		for _, child := range slices.Backward(t.children[i]) {
			open = append(open, child)
		}
	}
}

// byAge returns all nodes, the oldest first.
func (t *tree) byAge() []int {
	all := make([]int, len(t.ids))
	for i := range all {
		all[i] = i
	}
	slices.SortFunc(all, t.compare)
	return all
}

// compare compares nodes by age, then by ID.
func (t *tree) compare(a, b int) int {
	return cmp.Or(t.created(a).Compare(t.created(b)), cmp.Compare(a, b))
}

// created returns the time of a node, zero if unknown.
func (t *tree) created(i int) (created time.Time) {
	if m := t.nodes[i].Message; m != nil {
		created = m.Created.Time
	}
	return created
}

// current returns the node that was shown last: the one with the ID, or else the newest without
// children; -1 if there are no nodes.
func (t *tree) current(id string) int {
	if i, ok := t.index[id]; ok {
		return i
	}
	newest := -1
	for i := range t.ids {
		if len(t.children[i]) == 0 && (newest < 0 || t.compare(i, newest) > 0) {
			newest = i
		}
	}
	return newest
}
