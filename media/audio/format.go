package audio

import (
	"bytes"

	"parlando/media/container"
)

// Format is a sound format, detected from the bytes or requested by name.
type Format string

// The formats, by their names in GATEWAY.md 2.7 and 2.8. "mpeg" and "mpga" are [MP3] here.
const (
	MP3    Format = "mp3"
	WAV    Format = "wav"
	FLAC   Format = "flac"
	Opus   Format = "opus"   // in Ogg
	Vorbis Format = "vorbis" // in Ogg
	AAC    Format = "aac"    // in ADTS frames
	// OggFLAC is FLAC in Ogg.
	OggFLAC Format = "oggflac"
	// PCM is headerless samples: 24,000 Hz, 16 bits, little-endian, mono. It cannot be detected.
	PCM Format = "pcm"
	// MP4 is mp4, m4a, mov and 3gp containing AAC, Opus, FLAC, MP3, IMA ADPCM or uncompressed
	// samples.
	MP4  Format = "mp4"
	WebM Format = "webm" // containing Opus or Vorbis
	// Matroska may contain AAC, Opus, Vorbis, FLAC, MP3 or uncompressed samples. WebM is a subset
	// of it.
	Matroska Format = "mkv"
	AIFF     Format = "aiff" // and AIFC
	CAF      Format = "caf"  // containing uncompressed samples, Opus, AAC, MP3 or IMA ADPCM
)

// sniffLength is the number of bytes that DetectFormat needs to detect any format.
const sniffLength = 64

// DetectFormat detects the format from the first bytes of a sound; 64 are enough. It returns "" for
// unknown bytes, including headerless samples and pictures in containers that sound files share.
func DetectFormat(head []byte) Format {
	at := func(offset int, magic string) bool {
		return len(head) >= offset+len(magic) && string(head[offset:offset+len(magic)]) == magic
	}
	switch {
	case at(0, "ID3"):
		return MP3
	case container.StartsWAV(head):
		return WAV
	case at(0, "fLaC"):
		return FLAC
	case at(0, "OggS"):
		switch {
		case bytes.Contains(head, []byte("OpusHead")):
			return Opus
		case bytes.Contains(head, []byte("\x01vorbis")):
			return Vorbis
		case bytes.Contains(head, []byte("\x7fFLAC")):
			return OggFLAC
		}
		return ""
	case at(4, "ftyp"):
		return sniffBrand(string(head[8:min(12, len(head))]))
	case at(0, "\x1aE\xdf\xa3"):
		if bytes.Contains(head, []byte("matroska")) {
			return Matroska
		}
		return WebM
	case at(0, "FORM") && (at(8, "AIFF") || at(8, "AIFC")):
		return AIFF
	case at(0, "caff\x00\x01"):
		return CAF
	// Old QuickTime files have no "ftyp".
	case at(4, "moov"), at(4, "mdat"), at(4, "wide"), at(4, "pnot"):
		return MP4
	case at(0, "\x00") && (at(4, "free") || at(4, "skip")): // reserved space at the start
		return MP4
	}
	if _, ok := container.ParseMP3(head); ok {
		return MP3
	}
	if _, ok := container.ParseADTS(head); ok {
		return AAC
	}
	return ""
}

// sniffBrand distinguishes sound from pictures by the brand of an MP4 file.
func sniffBrand(brand string) Format {
	switch brand {
	case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis", "crx ":
		return ""
	}
	return MP4
}
