package container

import "bytes"

// WebMTrack describes a track of a WebM or other Matroska file.
type WebMTrack struct {
	Number   uint64
	Sound    bool
	Codec    string // Matroska codec id
	Private  []byte // codec private data
	Rate     float64
	Channels int
	Bits     int
	Encoded  bool   // packets are compressed or encrypted
	Payload  []byte // payload of the track entry
}

func readTrack(payload []byte) WebMTrack {
	const sound = 2
	t := WebMTrack{Rate: 8000, Channels: 1, Payload: payload}
	for _, e := range children(payload) {
		switch e.id {
		case IDTrackNumber:
			t.Number = e.number()
		case IDTrackType:
			t.Sound = e.number() == sound
		case IDCodec:
			t.Codec = string(bytes.TrimRight(e.payload, "\x00"))
		case IDCodecPrivate:
			t.Private = e.payload
		case IDEncodings:
			t.Encoded = len(children(e.payload)) > 0
		case IDAudio:
			for _, a := range children(e.payload) {
				switch a.id {
				case IDRate:
					t.Rate = a.float()
				case IDChannels:
					t.Channels = int(min(a.number(), 1<<16))
				case IDBits:
					t.Bits = int(min(a.number(), 1<<16))
				}
			}
		}
	}
	return t
}
