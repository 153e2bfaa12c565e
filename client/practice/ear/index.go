package ear

// The bits of a frame are looked up in two halves, so that one wrong bit leaves the other half to be found.
const halves = 2

// half is every other bit of a frame, as a number of sixteen bits.
func (f frame) half(i int) uint16 {
	x := f.print >> i & 0x55555555
	x = (x | x>>1) & 0x33333333
	x = (x | x>>2) & 0x0f0f0f0f
	x = (x | x>>4) & 0x00ff00ff
	return uint16(x | x>>8)
}

// index finds frames by their bits in all utterances, which it lays one after the other.
type index struct {
	utterances []*utterance
	begins     []int // where each utterance begins, and at the end where they all end
	// Of half h, the frames whose bits are key are at places[h][first[h][key]:first[h][key+1]].
	first  [halves][]int32
	places [halves][]int32
}

// newIndex lays out utterances and sorts their frames.
func newIndex(utterances []*utterance) *index {
	x := &index{utterances: utterances, begins: make([]int, 1, len(utterances)+1)}
	for _, u := range utterances {
		x.begins = append(x.begins, x.begins[len(x.begins)-1]+len(u.frames))
	}
	for h := range halves {
		first := make([]int32, 1<<16+1)
		x.each(func(_ int, f frame) { first[int(f.half(h))+1]++ })
		for i := 1; i < len(first); i++ {
			first[i] += first[i-1]
		}
		places := make([]int32, first[1<<16])
		next := append([]int32(nil), first...)
		x.each(func(place int, f frame) {
			key := f.half(h)
			places[next[key]] = int32(place)
			next[key]++
		})
		x.first[h], x.places[h] = first, places
	}
	return x
}

// each goes through the frames that tell something.
func (x *index) each(do func(place int, f frame)) {
	for i, u := range x.utterances {
		for j, f := range u.frames {
			if f.tells() {
				do(x.begins[i]+j, f)
			}
		}
	}
}

// find are the places of the frames whose half h has the bits of f.
func (x *index) find(f frame, h int) []int32 {
	key := int(f.half(h))
	return x.places[h][x.first[h][key]:x.first[h][key+1]]
}

// size is how many frames there are.
func (x *index) size() int { return x.begins[len(x.begins)-1] }
