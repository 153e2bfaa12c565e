package speechexports

import (
	"time"

	"parlando/app/speech/speechtext"
)

// charactersASecond is the rate of speech at speed 1.
const charactersASecond = 15

// Estimate is the expected size of a speech export.
type Estimate struct {
	// Characters is the number of spoken characters, which services charge for.
	Characters int
	// Length is about how long it will be.
	Length time.Duration
	// Parts is the number of requests.
	Parts, Chapters int
}

// EstimateOf estimates the speech export of a text; words replace whatever cannot be read, speed is
// that of the request (GATEWAY.md 2.7), 0 is 1. It is a pure function and takes about a second for
// a million characters.
func EstimateOf(text string, plain bool, words speechtext.Words, speed float64) Estimate {
	return estimate(cut(text, plain, words), speed)
}

func estimate(parts []speechPart, speed float64) Estimate {
	e := Estimate{Parts: len(parts)}
	for _, p := range parts {
		e.Characters += speechtext.Characters(p.Text)
		if p.Chapter != "" {
			e.Chapters++
		}
	}
	e.Length = lengthOf(e.Characters, speed)
	return e
}

func lengthOf(characters int, speed float64) time.Duration {
	if speed <= 0 {
		speed = 1
	}
	return time.Duration(float64(characters) / charactersASecond / speed * float64(time.Second))
}
