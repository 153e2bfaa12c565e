package foreign

import "strconv"

// Node is a message as an export lists it. Sort gives it a place in the tree.
type Node struct {
	// ID and Parent are of the export; both may be "", repeated, or name no message.
	ID, Parent string
	// Index is the position in the export, set by Sort.
	Index int
}

// Sort returns the nodes in an order in which each follows its parent, otherwise as they were. IDs
// become unique. A parent that does not exist, or is in a cycle with its child, becomes "".
func Sort(nodes []Node) []Node {
	byID := make(map[string]int, len(nodes))
	nodes = append([]Node(nil), nodes...)
	for i := range nodes {
		n := &nodes[i]
		n.Index = i
		if _, taken := byID[n.ID]; taken || n.ID == "" {
			n.ID = freeID(byID, n.ID, i)
		}
		byID[n.ID] = i
	}
	sorted := make([]Node, 0, len(nodes))
	const (
		waiting = iota
		inChain
		done
	)
	states := make([]uint8, len(nodes))
	var chain []int
	for i := range nodes {
		for at := i; states[at] == waiting; {
			states[at] = inChain
			chain = append(chain, at)
			above, exists := byID[nodes[at].Parent]
			if !exists || states[above] == inChain {
				nodes[at].Parent = ""
				break
			}
			at = above
		}
		for ; len(chain) > 0; chain = chain[:len(chain)-1] {
			last := chain[len(chain)-1]
			states[last] = done
			sorted = append(sorted, nodes[last])
		}
	}
	return sorted
}

// freeID returns an ID for the i-th node, whose own is missing or repeated.
func freeID(taken map[string]int, id string, i int) string {
	id += "#" + strconv.Itoa(i+1)
	for {
		if _, exists := taken[id]; !exists {
			return id
		}
		id += "#"
	}
}

// RemoveEmpty removes messages without parts; their children continue after the message before
// them. Current names a message that remains, the newest last one if it named none.
func (c *Conversation) RemoveEmpty() {
	// shown maps the ID of each message to the nearest one that remains
	shown := make(map[string]string, len(c.Messages))
	kept := c.Messages[:0]
	for _, m := range c.Messages {
		m.Parent = shown[m.Parent]
		if len(m.Parts) == 0 {
			shown[m.ID] = m.Parent
			continue
		}
		shown[m.ID] = m.ID
		kept = append(kept, m)
	}
	clear(c.Messages[len(kept):])
	c.Messages = kept
	if c.Current = shown[c.Current]; c.Current == "" {
		c.Current = c.newestLeaf()
	}
}

// newestLeaf returns the ID of the message without children that is newest by its time, and the
// last of these.
func (c *Conversation) newestLeaf() string {
	hasChild := make(map[string]bool, len(c.Messages))
	for _, m := range c.Messages {
		hasChild[m.Parent] = true
	}
	newest := -1
	for i, m := range c.Messages {
		if !hasChild[m.ID] && (newest < 0 || !m.Created.Before(c.Messages[newest].Created)) {
			newest = i
		}
	}
	if newest < 0 {
		return ""
	}
	return c.Messages[newest].ID
}
