package history

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"parlando/app/chat"
)

// byPlace orders nodes by parent and then by age.
func byPlace(a, b node) int {
	return cmp.Or(cmp.Compare(a.parent, b.parent), cmp.Compare(a.n, b.n))
}

// named reports whether a message's ID and role are valid in the lists that splitNodes parses.
func named(m chat.Message) bool {
	return m.ID != "" && m.Role != "" && !strings.ContainsRune(string(m.ID), '\n') && !strings.ContainsRune(string(m.Role), ',')
}

// splitNodes parses nodes from the concatenated columns of count messages. The IDs of the nodes are
// substrings of ids.
func splitNodes(count int, ids, ns, parents, roles, bytes string) ([]node, error) {
	nodes := make([]node, count)
	for i := range nodes {
		v := &nodes[i]
		var id, n, parent, role, size string
		id, ids = cutAt(ids, '\n')
		n, ns = cutAt(ns, ',')
		parent, parents = cutAt(parents, ',')
		role, roles = cutAt(roles, ',')
		size, bytes = cutAt(bytes, ',')
		v.head.ID, v.head.Role = chat.ID(id), roleNamed(role)
		var ok [3]bool
		v.n, ok[0] = number(n)
		v.parent, ok[1] = number(parent)
		var length int64
		length, ok[2] = number(size)
		v.head.Bytes = int(length)
		if id == "" || !ok[0] || !ok[1] || !ok[2] {
			return nil, ErrDamaged
		}
	}
	if ids != "" || ns != "" || parents != "" || roles != "" || bytes != "" {
		return nil, ErrDamaged // an ID contains a separator
	}
	return nodes, nil
}

// countImages sets the number of pictures of messages that have any, from a list that alternates n
// and count.
func (t tree) countImages(joined string) error {
	if joined == "" {
		return nil
	}
	images := map[int64]int{}
	for joined != "" {
		var n, count string
		n, joined = cutAt(joined, ',')
		count, joined = cutAt(joined, ',')
		at, ok := number(n)
		many, well := number(count)
		if !ok || !well {
			return ErrDamaged
		}
		images[at] = int(many)
	}
	for i := range t.nodes {
		t.nodes[i].head.Images = images[t.nodes[i].n]
	}
	return nil
}

// cutAt is strings.Cut for one byte, without the third result.
func cutAt(s string, separator byte) (before, after string) {
	if i := strings.IndexByte(s, separator); i >= 0 {
		return s[:i], s[i+1:]
	}
	return s, ""
}

// number parses an integer of SQLite.
func number(s string) (n int64, ok bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// roles are all roles. Nodes refer to these strings, so that ten thousand messages share them.
var roles = []chat.Role{chat.Assistant, chat.User, chat.System, chat.Tool}

func roleNamed(name string) chat.Role {
	if i := slices.Index(roles, chat.Role(name)); i >= 0 {
		return roles[i]
	}
	return chat.Role(name)
}
