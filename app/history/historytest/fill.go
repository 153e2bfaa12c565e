// Package historytest quickly fills a library with realistic conversations, for benchmarks and
// measurements. The same call produces the same text every time.
package historytest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
)

// Words in the texts of Fill, for searches with a known number of hits.
const (
	// Common is in about a third of all messages.
	Common = "harbor"
	// Rare is in one of a thousand messages.
	Rare = "quokka"
	// Chinese is in one of a hundred messages.
	Chinese = "北京大学"
)

// Store is the part of history.Store used here.
type Store interface {
	Import(ctx context.Context, list []history.ImportedConversation) error
}

// Add stores an empty conversation.
func Add(ctx context.Context, s Store, c chat.Conversation) error {
	return s.Import(ctx, []history.ImportedConversation{{Conversation: c}})
}

// Fill adds conversations with the given number of messages each, alternating questions and
// answers, one minute apart and ending at end. It returns the IDs, oldest first.
func Fill(ctx context.Context, s Store, conversations, messages int, end time.Time) ([]chat.ID, error) {
	random := rand.New(rand.NewPCG(1, uint64(conversations*messages+1)))
	at := end.Add(-time.Duration(conversations*messages) * time.Minute)
	ids := make([]chat.ID, conversations)
	var batch []history.ImportedConversation
	waiting, count := 0, 0
	for i := range conversations {
		c := chat.Conversation{ID: chat.NewID(), Title: title(random), Created: at, Pinned: i%97 == 96}
		ids[i] = c.ID
		one := history.ImportedConversation{Conversation: c, Messages: make([]chat.Message, 0, messages)}
		parent := chat.ID("")
		for j := range messages {
			at = at.Add(time.Minute)
			m := message(random, c.ID, parent, at, j, count)
			one.Messages = append(one.Messages, m)
			parent = m.ID
			count++
		}
		batch = append(batch, one)
		if waiting += messages + 1; waiting >= 2000 || i == conversations-1 {
			if err := s.Import(ctx, batch); err != nil {
				return nil, fmt.Errorf("fill the library: %w", err)
			}
			batch, waiting = nil, 0
		}
	}
	return ids, nil
}

func message(random *rand.Rand, conversation, parent chat.ID, at time.Time, place, count int) chat.Message {
	m := chat.Message{ID: chat.NewID(), Conversation: conversation, Parent: parent, Role: chat.User, State: chat.Done, Created: at}
	text := sentence(random)
	if place%2 == 1 {
		m.Role, m.Finish = chat.Assistant, chat.FinishStop
		m.Request = &chat.Request{
			ID: chat.NewID(), Asked: "practice-writer", Served: "practice-writer", Started: at.Add(-4 * time.Second), Ended: at,
			Usage: &chat.Usage{Prompt: 40 + random.IntN(400), Completion: 30 + random.IntN(300)},
		}
		m.Request.Usage.Total = m.Request.Usage.Prompt + m.Request.Usage.Completion
		text = answer(random)
	}
	switch {
	case count%1000 == 500:
		text += " A " + Rare + " smiles."
	case count%100 == 50:
		text += " 我在" + Chinese + "学习。"
	case count%3 == 0:
		text += " See the " + Common + "."
	}
	m.Parts = []chat.Part{{Kind: chat.PartText, Text: text}}
	return m
}

func title(random *rand.Rand) string {
	s := sentence(random)
	if cut := strings.IndexByte(s[20:], ' '); cut >= 0 {
		s = s[:20+cut]
	}
	return s
}

// answer returns text like a typical reply, 100 to 900 characters.
func answer(random *rand.Rand) string {
	var b strings.Builder
	switch random.IntN(5) {
	case 0:
		b.WriteString("## " + sentence(random) + "\n\n")
		for range 3 + random.IntN(4) {
			b.WriteString("- **" + word(random) + "**: " + sentence(random) + "\n")
		}
	case 1:
		b.WriteString(sentence(random) + "\n\n```go\nfunc " + word(random) + "(n int) int {\n\treturn n * " +
			fmt.Sprint(random.IntN(90)) + "\n}\n```\n\n")
	case 2:
		b.WriteString("| " + word(random) + " | " + word(random) + " |\n|---|---|\n")
		for range 2 + random.IntN(4) {
			b.WriteString("| " + word(random) + " | " + fmt.Sprint(random.IntN(1000)) + " |\n")
		}
		b.WriteByte('\n')
	}
	for range 1 + random.IntN(5) {
		b.WriteString(sentence(random) + " ")
	}
	return b.String()
}

func sentence(random *rand.Rand) string {
	n := 6 + random.IntN(12)
	words := make([]string, n)
	for i := range words {
		words[i] = word(random)
	}
	s := strings.Join(words, " ")
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// word returns one of 4,000 invented words; as in any language, the first are much more frequent
// than the last.
func word(random *rand.Rand) string {
	const vocabulary = 4000
	f := random.Float64()
	n := int(f * f * f * vocabulary)
	onsets := [...]string{"b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "pl"}
	vowels := [...]string{"a", "e", "i", "o", "u"}
	var b strings.Builder
	for b.Len() < 3 || n > 0 {
		b.WriteString(onsets[n%len(onsets)] + vowels[n/len(onsets)%len(vowels)])
		n /= len(onsets) * len(vowels)
	}
	return b.String()
}
