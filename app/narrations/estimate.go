package narrations

import (
	"time"

	"parlando/app/speech/script"
)

// charactersASecond is how fast voices speak at speed 1.
const charactersASecond = 15

// Estimate is what a narration will be like.
type Estimate struct {
	// Characters are those that are spoken, which is what services charge for.
	Characters int
	// Length is about how long it will be.
	Length time.Duration
	// Parts is how many requests it takes.
	Parts, Chapters int
}

// EstimateOf tells what a text will be like; words is what is said in place of what cannot be read,
// speed that of the request (GATEWAY.md 2.7), 0 is 1. It is a pure function and takes about a
// second for a million characters.
func EstimateOf(text string, plain bool, words script.Words, speed float64) Estimate {
	return estimate(cut(text, plain, words), speed)
}

func estimate(parts []part, speed float64) Estimate {
	e := Estimate{Parts: len(parts)}
	for _, p := range parts {
		e.Characters += script.Characters(p.Text)
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
