package audio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// UnsupportedError names the format or codec of a sound that is recognized but cannot be decoded.
// It is an [ErrUnknownFormat].
type UnsupportedError struct {
	Name string // common name, such as "AMR" or "Windows Media Audio"
}

func (e *UnsupportedError) Error() string { return fmt.Sprintf("%s cannot be decoded", e.Name) }

// Is makes errors.Is(err, ErrUnknownFormat) true.
func (e *UnsupportedError) Is(target error) bool { return target == ErrUnknownFormat }

// unsupportedLength is the number of bytes that unsupported needs.
const unsupportedLength = 1024

// unsupported names a format that is recognized by its first bytes but not decoded, because no
// maintained pure Go library supports it. It returns "" for an unknown format.
func unsupported(head []byte) string {
	for _, known := range []struct{ magic, name string }{
		{"#!AMR-WB", "AMR-WB"},
		{"#!AMR", "AMR"},
		{"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "Windows Media Audio"},
		{"MAC ", "Monkey's Audio"},
		{"wvpk", "WavPack"},
		{".RMF", "RealAudio"},
		{".ra\xfd", "RealAudio"},
		{"MThd", "MIDI"},
		{"TTA1", "True Audio"},
		{"MPCK", "Musepack"},
		{"MP+", "Musepack"},
		{"DSD ", "DSD"},
		{"FRM8", "DSD"},
		{"FLV\x01", "Flash video"},
		{"\x00\x00\x01\xba", "MPEG video"},
		{"\x00\x00\x01\xb3", "MPEG video"},
		{"\x0b\x77", "Dolby AC-3"},
		{"\x7f\xfe\x80\x01", "DTS"},
		{".snd", "Sun audio"},
		{"riff\x2e\x91\xcf\x11", "Wave64"},
		{"\x02dss", "DSS (dictation machine)"},
		{"\x03dss", "DSS (dictation machine)"},
		{"\x06dss", "DSS (dictation machine)"},
		{"\x03ds2", "DS2 (dictation machine)"},
		{"\x06ds2", "DS2 (dictation machine)"},
		{"\x07ds2", "DS2 (dictation machine)"},
		{"Creative Voice File\x1a", "Creative Voice (VOC)"},
		{"\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01", "MXF video"},
		{"tBaK", "TAK"},
		{"ajkg", "Shorten"},
		{"OFR ", "OptimFROG"},
		{"#!iLBC", "iLBC"},
	} {
		if bytes.HasPrefix(head, []byte(known.magic)) {
			return known.name
		}
	}
	return unsupportedInside(head)
}

// unsupportedInside is like unsupported, for formats recognized by later bytes.
func unsupportedInside(head []byte) string {
	at := func(offset int, magic string) bool {
		return offset >= 0 && len(head) >= offset && bytes.HasPrefix(head[offset:], []byte(magic))
	}
	switch {
	case at(0, "RIFF") && at(8, "AVI "):
		return "AVI"
	case at(0, "OggS") && bytes.Contains(head, []byte("Speex")):
		return "Speex"
	case at(0, "OggS") && bytes.Contains(head, []byte("theora")):
		return "Ogg video"
	case at(4, "\x57\x90\x75\x36"):
		return "Audible (AA)"
	case at(0, "\x80\x00") && len(head) >= 4 && at(int(binary.BigEndian.Uint16(head[2:]))-2, "(c)CRI"):
		return "ADX"
	case isLATM(head):
		return "AAC in LATM"
	case isTransportStream(head, 0, 188), isTransportStream(head, 4, 192):
		return "MPEG transport stream (TS)"
	case len(head) >= 4 && head[0] == 0xff && head[1]&0xf6 == 0xf4 && head[2]>>4 != 15 && head[2]>>4 != 0 && head[2]>>2&3 != 3:
		return "MPEG layer II (MP2)"
	}
	return ""
}

// isTransportStream reports whether packets of length bytes, each with a sync byte, begin at offset
// at.
func isTransportStream(head []byte, at, length int) bool {
	count := 0
	for ; at < len(head); at += length {
		if head[at] != 0x47 {
			return false
		}
		count++
	}
	return count >= 4
}

// isLATM reports whether frames with the headers of broadcast AAC follow each other.
func isLATM(head []byte) bool {
	for range 2 {
		if len(head) < 3 || head[0] != 0x56 || head[1]&0xe0 != 0xe0 {
			return false
		}
		length := int(head[1]&0x1f)<<8 | int(head[2])
		head = head[min(len(head), 3+length):]
	}
	return true
}

// codecName returns the common name of a codec from its identifier in MP4, CAF or Matroska.
func codecName(letters string) string {
	switch letters {
	case "samr", "A_AMR/NB":
		return "AMR"
	case "sawb":
		return "AMR-WB"
	case "alac", "A_ALAC":
		return "Apple Lossless (ALAC)"
	case "ac-3", "ec-3", "A_AC3", "A_EAC3":
		return "Dolby AC-3"
	case "dtsc", "dtsh", "dtsl", "A_DTS":
		return "DTS"
	case "A_MPEG/L2", ".mp2", "mp2 ":
		return "MPEG layer II (MP2)"
	case "A_MPEG/L1", ".mp1":
		return "MPEG layer I (MP1)"
	case "aavd":
		return "Audible (AAX)"
	case "drms", "enca":
		return "music protected against copying"
	case "mlpa", "A_TRUEHD":
		return "Dolby TrueHD"
	case "ac-4":
		return "Dolby AC-4"
	case "A_TTA1":
		return "True Audio"
	case "A_WAVPACK4":
		return "WavPack"
	case "A_MS/ACM":
		return "Windows audio in Matroska"
	case "QDM2", "QDMC":
		return "QDesign Music"
	case "agsm", "ms\x00\x31":
		return "GSM 6.10"
	case "ms\x00\x02":
		return "Microsoft ADPCM"
	case "A_AAC":
		return "AAC in WebM"
	case "Opus", "opus":
		return "Opus in this container"
	case "ima4", "ms\x00\x11":
		return "IMA ADPCM"
	case "A_MPEG/L3", ".mp3":
		return "MP3 in this container"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, letters)
}

// wavName returns the common name of a WAV coding that is not decoded.
func wavName(coding uint16) string {
	switch coding {
	case 0x02:
		return "WAV with Microsoft ADPCM"
	case 0x11:
		return "WAV with IMA ADPCM"
	case 0x31:
		return "WAV with GSM 6.10"
	case 0x161, 0x162:
		return "Windows Media Audio"
	case 0x14, 0x40, 0x45, 0x64:
		return "WAV with G.72x ADPCM"
	case 0x20:
		return "WAV with Yamaha ADPCM"
	case 0x50:
		return "WAV with MPEG layer II (MP2)"
	case 0xff, 0x1600, 0x1601, 0xa106:
		return "WAV with AAC"
	case 0x2000:
		return "WAV with Dolby AC-3"
	case 0x2001:
		return "WAV with DTS"
	}
	return fmt.Sprintf("WAV of coding %d", coding)
}
