package voice

import "slices"

// Settings are the voice and speed of a speech.
type Settings struct {
	// Voice is one of Names.
	Voice string
	// Speed is a factor of 0.25 to 4; 0 means 1 (docs/gateway.md 2.7).
	Speed float64
	// Language is the ISO 639-1 code of the language of the text; "" means English. Sentences in
	// another script are spoken in the language of that script.
	Language string
}

// The range of Settings.Speed (docs/gateway.md 2.7).
const (
	MinSpeed = 0.25
	MaxSpeed = 4.0
)

// Names returns the available voices (docs/gateway.md 2.7).
func Names() []string {
	names := make([]string, len(manners))
	for i, m := range manners {
		names[i] = m.name
	}
	return names
}

// manner describes a voice independently of the program that speaks.
type manner struct {
	name string
	// accent is the English accent, and variant the voice variant, both as named by espeak-ng. The
	// accent en-gb takes no variant.
	accent, variant string
	// pitch is 0 to 99, speed in words per minute.
	pitch, speed int
	female       bool
}

// manners are chosen so that no two have the same pitch, speed and timbre.
var manners = []manner{
	{"alloy", "en-us", "f4", 32, 172, true},
	{"echo", "en-us", "m3", 45, 178, false},
	{"fable", "en-gb-x-rp", "m2", 65, 168, false},
	{"onyx", "en-us", "m8", 20, 155, false},
	{"nova", "en-us", "f2", 55, 188, true},
	{"shimmer", "en-gb-x-rp", "f5", 74, 160, true},
}

func mannerOf(name string) (manner, bool) {
	i := slices.IndexFunc(manners, func(m manner) bool { return m.name == name })
	if i < 0 {
		return manner{}, false
	}
	return manners[i], true
}
