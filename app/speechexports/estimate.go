package speechexports

import (
	"time"

	"parlando/app/speech/speechtext"
)

// charactersASecond is the assumed speaking rate at speed 1.
const charactersASecond = 15

// Estimate is the expected size of a speech export.
type Estimate struct {
	// Characters is the number of spoken characters, for which services charge.
	Characters int
	// Length is the approximate length of the sound.
	Length time.Duration
	// Parts is the number of requests, Chapters the number of chapters.
	Parts, Chapters int
}

// EstimateOf estimates the speech export of a text; words replace unreadable content, and speed is
// the speed of the request (GATEWAY.md 2.7), 0 meaning 1. It is a pure function and takes about a
// second for a million characters.
func EstimateOf(text string, plain bool, words speechtext.Words, speed float64) Estimate {
	return estimate(cut(text, plain, words), speed)
}

func estimate(parts []speechPart, speed float64) Estimate {
	e := Estimate{Parts: len(parts)}
	for _, p := range parts {
		e.Characters += speechtext.CountCharacters(p.Text)
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
