package chatgpt

import (
	"cmp"

	"parlando/app/chat"
	"parlando/app/imports/foreign"
)

// maxRepeatedBytes limits the text that is repeated because a reply has several continuations.
const maxRepeatedBytes = 4 << 20

// decoder turns the shown nodes of a tree into messages. A run of nodes of the model and its tools
// is one reply. If a run has several continuations, each becomes a whole reply, with the nodes
// before the fork repeated, so that the ID of a reply, which is that of its last node, stays the
// same when an export has a new fork.
type decoder struct {
	*tree
	result *foreign.Conversation
	// fragments are the content of each node; a node without any is not shown.
	fragments [][]fragment
	// above is the nearest shown node above each node, -1 for none. below are the shown nodes of
	// which a node is the nearest.
	above []int
	below [][]int
	// isUser has the nodes that are messages of the user.
	isUser []bool
	// sizes are the bytes of each run up to a node, ends are the nodes that end a reply.
	sizes []int
	ends  []bool
	// divides are the ends after which a new reply begins.
	divides []bool
	// canvases has the canvas that is open after each node.
	canvases    []*canvas
	canvasBytes int
}

func (d *decoder) decode(currentNode string) {
	n := len(d.ids)
	d.fragments, d.above, d.below = make([][]fragment, n), make([]int, n), make([][]int, n)
	d.isUser, d.ends, d.divides, d.sizes = make([]bool, n), make([]bool, n), make([]bool, n), make([]int, n)
	d.canvases = make([]*canvas, n)
	for _, i := range d.order {
		d.read(i)
	}
	left := maxRepeatedBytes
	for _, i := range d.order {
		if len(d.fragments[i]) > 0 && !d.isUser[i] {
			left -= d.divide(i, left)
		}
	}
	for _, i := range d.order {
		switch {
		case len(d.fragments[i]) == 0:
		case d.isUser[i]:
			d.add(i, chat.User, []int{i})
		case d.ends[i]:
			d.add(i, chat.Assistant, d.run(i))
		}
	}
	d.result.Current = d.messageOf(d.current(currentNode))
}

// read decodes a node whose parent was read.
func (d *decoder) read(i int) {
	above := d.parents[i]
	if above >= 0 {
		d.canvases[i] = d.canvases[above]
		if len(d.fragments[above]) == 0 {
			above = d.above[above]
		}
	}
	d.above[i] = above
	m := d.nodes[i].Message
	if m == nil {
		return
	}
	for _, e := range m.Content.Elements {
		m.Content.Parts = append(m.Content.Parts, partOf(e))
	}
	d.isUser[i] = m.Author.Role == "user"
	if d.fragments[i] = d.content(i, m); len(d.fragments[i]) > 0 && above >= 0 {
		d.below[above] = append(d.below[above], i)
	}
}

// divide decides whether a node of a reply ends it. It returns the number of bytes that are
// repeated because of that, at most left.
func (d *decoder) divide(i, left int) (repeated int) {
	d.sizes[i] = sizeOf(d.fragments[i])
	if above := d.above[i]; above >= 0 && !d.isUser[above] && !d.divides[above] {
		d.sizes[i] += d.sizes[above]
	}
	continued := 0
	for _, b := range d.below[i] {
		if !d.isUser[b] {
			continued++
		}
	}
	d.ends[i] = continued == 0 || continued < len(d.below[i])
	if d.ends[i] {
		continued++
	}
	if repeated = d.sizes[i] * (continued - 1); repeated > left {
		d.ends[i], d.divides[i] = true, true
		return 0
	}
	return repeated
}

// run returns the nodes of the reply that ends with a node.
func (d *decoder) run(last int) []int {
	run := []int{last}
	for i := d.above[last]; i >= 0 && !d.isUser[i] && !d.divides[i]; i = d.above[i] {
		run = append(run, i)
	}
	for i, j := 0, len(run)-1; i < j; i, j = i+1, j-1 {
		run[i], run[j] = run[j], run[i]
	}
	return run
}

// add adds a message of several nodes; its ID is that of the last one.
func (d *decoder) add(last int, role chat.Role, nodes []int) {
	m := foreign.Message{ID: d.messageID(last), Role: role}
	if parent := d.above[nodes[0]]; parent >= 0 {
		m.Parent = d.messageID(parent)
	}
	var all []fragment
	for _, i := range nodes {
		n := d.nodes[i].Message
		all = append(all, d.fragments[i]...)
		if m.Created.IsZero() {
			m.Created = n.Created.Time
		}
		if role == chat.Assistant {
			m.Model = cmp.Or(n.Metadata.Model, m.Model)
		}
	}
	m.Parts = partsOf(all)
	d.result.Messages = append(d.result.Messages, m)
}

func (d *decoder) messageID(i int) string { return cmp.Or(d.ids[i], "node") }

// messageOf returns the ID of the message that ends the branch with a node, "" for none.
func (d *decoder) messageOf(i int) string {
	if i >= 0 && len(d.fragments[i]) == 0 {
		i = d.above[i]
	}
	if i < 0 {
		return ""
	}
	for !d.isUser[i] && !d.ends[i] {
		i = d.below[i][len(d.below[i])-1]
	}
	return d.messageID(i)
}
