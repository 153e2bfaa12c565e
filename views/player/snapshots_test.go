package player

import (
	"time"

	"parlando/app/problem"
	"parlando/app/speech"
)

// reading is a reply in the middle of which somebody is.
func reading() speech.Snapshot {
	return speech.Snapshot{
		Phase: speech.Playing, Source: speech.Source{Kind: speech.Message, ID: "m"}, Conversation: "c", Title: "Birthday speech for Ana",
		Sentence: 2, Sentences: 6, Start: 40, End: 90, Place: 9 * time.Second, Length: 33 * time.Second,
		Voice: speech.Voice{Voice: "nova"}, Speed: 1, Volume: 1,
	}
}

// failed is one that cannot go on.
func failed(kind problem.Kind) speech.Snapshot {
	s := reading()
	s.Phase, s.Problem = speech.Failed, problem.Problem{Kind: kind, Status: 401, Host: "api.example.org", Detail: "no"}
	return s
}
