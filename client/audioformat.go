package client

import "bytes"

// AudioFormat is a sound format as named in GATEWAY.md 2.7 and 2.8; "" is unknown.
type AudioFormat string

// The sound formats. The first six can be requested for speech (GATEWAY.md 2.7).
const (
	AudioMP3  AudioFormat = "mp3"
	AudioOpus AudioFormat = "opus" // in Ogg
	AudioAAC  AudioFormat = "aac"  // in ADTS frames
	AudioFLAC AudioFormat = "flac"
	AudioWAV  AudioFormat = "wav"
	// AudioPCM is headerless samples: 24,000 Hz, 16 bits, little-endian, mono.
	AudioPCM  AudioFormat = "pcm"
	AudioMP4  AudioFormat = "mp4"
	AudioM4A  AudioFormat = "m4a"
	AudioMPEG AudioFormat = "mpeg" // MPEG program stream
	AudioMPGA AudioFormat = "mpga" // MPEG audio of layer I or II
	AudioWebM AudioFormat = "webm"
	AudioOgg  AudioFormat = "ogg" // Ogg other than Opus
)

// RecordingFormat returns the format in which a file can be uploaded for transcription (GATEWAY.md
// 2.8), detected from its first 64 bytes; "" for a file that Transcribe rejects.
func RecordingFormat(head []byte) AudioFormat {
	if f := sniffAudio(head); f.uploadType() != "" {
		return f
	}
	return ""
}

// sniffLength is the number of bytes that sniffAudio needs to detect any format.
const sniffLength = 64

// sniffAudio detects the format from the first bytes of a sound, because the service's own label is
// often wrong. It returns "" for headerless samples, which cannot be detected.
func sniffAudio(head []byte) AudioFormat {
	at := func(offset int, magic string) bool {
		return len(head) >= offset+len(magic) && string(head[offset:offset+len(magic)]) == magic
	}
	switch {
	case at(0, "ID3"):
		return AudioMP3
	case (at(0, "RIFF") || at(0, "RF64") || at(0, "RIFX")) && at(8, "WAVE"):
		return AudioWAV
	case at(0, "fLaC"):
		return AudioFLAC
	case at(0, "OggS"):
		if bytes.Contains(head, []byte("OpusHead")) {
			return AudioOpus
		}
		return AudioOgg
	case at(4, "ftyp"):
		return sniffBrand(string(head[8:min(12, len(head))]))
	case at(0, "\x1aE\xdf\xa3"):
		if bytes.Contains(head, []byte("matroska")) {
			return ""
		}
		return AudioWebM
	case at(0, "\x00\x00\x01\xba"), at(0, "\x00\x00\x01\xb3"):
		return AudioMPEG
	}
	format, _ := audioFrame(head)
	return format
}

// sniffBrand distinguishes sound from pictures by the brand of an MP4 file.
func sniffBrand(brand string) AudioFormat {
	switch brand {
	case "M4A ", "M4B ":
		return AudioM4A
	case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis", "crx ":
		return ""
	}
	return AudioMP4
}

// audioFrame parses the MPEG audio or ADTS frame header at the start of head. It returns the format
// and the frame length in bytes; the length is 0 if the header does not declare one.
func audioFrame(head []byte) (format AudioFormat, length int) {
	if len(head) < 4 || head[0] != 0xff || head[1]&0xe0 != 0xe0 {
		return "", 0
	}
	version, layer := head[1]>>3&3, head[1]>>1&3
	if layer == 0 {
		if head[1]&0xf0 != 0xf0 || head[2]>>2&15 > 12 {
			return "", 0
		}
		if len(head) >= 6 {
			length = int(head[3]&3)<<11 | int(head[4])<<3 | int(head[5])>>5
		}
		return AudioAAC, length
	}
	rates := [3]int{44100, 48000, 32000}
	kilobits, rate := int(head[2]>>4), int(head[2]>>2&3)
	if version == 1 || kilobits == 15 || rate == 3 {
		return "", 0
	}
	if layer != 1 {
		return AudioMPGA, 0
	}
	// MPEG 1 layer III, and the lower rates of MPEG 2 and 2.5.
	table, samples, hertz := [15]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}, 144, rates[rate]
	if version != 3 {
		table, samples = [15]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}, 72
		hertz /= 2
		if version == 0 {
			hertz /= 2
		}
	}
	if table[kilobits] != 0 {
		length = samples*1000*table[kilobits]/hertz + int(head[2]>>1&1)
	}
	return AudioMP3, length
}
