package container

// mp4RunValues are the values of packets in a fragment whose run does not declare them
// individually.
type mp4RunValues struct {
	description uint32 // counted from 1
	ticks, size uint32
}

// readRunDefaults reads the defaults for the fragments of each track.
func readRunDefaults(mvex []byte) map[uint32]mp4RunValues {
	all := map[uint32]mp4RunValues{}
	for box := range Boxes(mvex) {
		if box.Kind != "trex" {
			continue
		}
		f := FieldReader{Rest: box.Body}
		f.version()
		id := f.u32()
		all[id] = mp4RunValues{f.u32(), f.u32(), f.u32()}
	}
	return all
}

// readFragment adds the packets of the fragment at file offset moof (ISO 14496-12, 8.8.7).
func (t *MP4) readFragment(moof int64, body []byte) error {
	// next is the default data offset of a track: after the data of the previous track.
	next := moof
	for box := range Boxes(body) {
		if box.Kind != "traf" {
			continue
		}
		const hasBase, hasDescription, hasTicks, hasSize, baseIsMoof = 0x1, 0x2, 0x8, 0x10, 0x20000
		head := FieldReader{Rest: FindBox(box.Body, "tfhd")}
		flags := head.u32() & 0xffffff
		id := head.u32()
		base, values := next, t.defaults[id]
		switch {
		case flags&hasBase != 0:
			base = int64(head.Number(8))
		case flags&baseIsMoof != 0:
			base = moof
		}
		if flags&hasDescription != 0 {
			values.description = head.u32()
		}
		if flags&hasTicks != 0 {
			values.ticks = head.u32()
		}
		if flags&hasSize != 0 {
			values.size = head.u32()
		}
		if id == t.id {
			t.change(values.description)
		}
		next = base
		for box := range Boxes(box.Body) {
			if box.Kind != "trun" {
				continue
			}
			var err error
			if next, err = t.readRun(base, next, values, box.Body, id == t.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// readRun adds the packets of a run if it belongs to this track, and returns the default offset of
// the next run.
func (t *MP4) readRun(base, at int64, values mp4RunValues, trun []byte, own bool) (int64, error) {
	const hasPlace, hasFirst, hasTicks, hasSize, hasFlags, hasOffset = 0x1, 0x4, 0x100, 0x200, 0x400, 0x800
	f := FieldReader{Rest: trun}
	flags := f.u32() & 0xffffff
	count := int64(f.u32())
	if flags&hasPlace != 0 {
		at = base + int64(int32(f.u32()))
	}
	if flags&hasFirst != 0 {
		f.u32()
	}
	if own && t.width > 0 {
		values.size = uint32(t.width) // the sizes in the file are unreliable for plain samples
	}
	// Without per-sample fields, the size of the box does not limit count.
	if flags&(hasTicks|hasSize|hasFlags|hasOffset) == 0 {
		end := at + count*int64(values.size)
		switch {
		case own && t.width > 0:
			return end, t.addSamples(at, count)
		case !own:
			return end, nil
		}
	}
	for ; count > 0 && !f.PastEnd; count-- {
		size, ticks := values.size, values.ticks
		for _, bit := range []uint32{hasTicks, hasSize, hasFlags, hasOffset} {
			if flags&bit == 0 {
				continue
			}
			switch v := f.u32(); {
			case bit == hasTicks:
				ticks = v
			case bit == hasSize && (!own || t.width == 0):
				size = v
			}
		}
		if f.PastEnd {
			break
		}
		var err error
		switch {
		case own && t.width > 0:
			err = t.addSamples(at, 1)
		case own:
			err = t.add(at, size, ticks)
		}
		if err != nil {
			return 0, err
		}
		at += int64(size)
	}
	return at, nil
}
