package gemini

import (
	"errors"
	"slices"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

const (
	// maxPause is the longest pause within a chat. A chat also ends with its day, in UTC.
	maxPause = 30 * time.Minute
	// maxChatEntries and maxChatBytes bound one chat.
	maxChatEntries = 1000
	maxChatBytes   = 32 << 20
	// maxAnswerBytes bounds the HTML of one answer.
	maxAnswerBytes = 8 << 20
)

// ErrAnswerTooLong reports an answer of more than 8 MB.
var ErrAnswerTooLong = errors.New("gemini: the answer is too long")

// activity is one entry of the file: a question with its answer.
type activity struct {
	Header   string          `json:"header"`
	Title    string          `json:"title"`
	Time     exportjson.Time `json:"time"`
	Products []string        `json:"products"`
	Answers  []struct {
		HTML string `json:"html"`
	} `json:"safeHtmlItem"`
	Image string   `json:"imageFile"`
	Files []string `json:"attachedFiles"`

	size int
}

// isGemini reports whether the entry is of Gemini, in any language. Takeout writes the activity in
// all of Google's services in the same form.
func (a *activity) isGemini() bool {
	for _, name := range append(a.Products, a.Header) {
		if strings.Contains(name, "Gemini") || strings.Contains(name, "Bard") {
			return true
		}
	}
	return false
}

// Recognizes reports whether an object is an entry of Gemini.
func Recognizes(object []byte) bool {
	var a activity
	return exportjson.Decode(object, &a) == nil && a.isGemini()
}

// Reader makes chats of the entries of one file, in the order of the file. The zero value is ready
// to use.
type Reader struct {
	// chat are the entries of the chat being read, newest first; bytes is their size.
	chat  []activity
	bytes int
	// first are the first entries of the file, until the words before the questions are known.
	first  []activity
	prefix string
	learnt bool
}

// Add adds the next entry, and returns the chats that it completes. The error is
// foreign.ErrNoConversation for an entry of another service.
func (r *Reader) Add(object []byte) ([]foreign.Conversation, error) {
	a := activity{size: len(object)}
	if err := exportjson.Decode(object, &a); err != nil {
		return nil, err
	}
	if !a.isGemini() {
		return nil, foreign.ErrNoConversation
	}
	for _, answer := range a.Answers {
		if len(answer.HTML) > maxAnswerBytes {
			return nil, ErrAnswerTooLong
		}
	}
	if r.learnt {
		return r.add(a), nil
	}
	r.bytes += a.size
	if r.first = append(r.first, a); len(r.first) < prefixSample && r.bytes < maxChatBytes {
		return nil, nil
	}
	return r.learn(), nil
}

// End returns the remaining chats at the end of the file.
func (r *Reader) End() []foreign.Conversation {
	all := r.learn()
	if len(r.chat) > 0 {
		all = append(all, r.endChat())
	}
	return all
}

// learn finds the prefix and adds the first entries.
func (r *Reader) learn() (all []foreign.Conversation) {
	if r.learnt {
		return nil
	}
	r.learnt, r.bytes = true, 0
	titles := make([]string, len(r.first))
	for i, a := range r.first {
		titles[i] = a.Title
	}
	r.prefix = commonPrefix(titles)
	for _, a := range r.first {
		all = append(all, r.add(a)...)
	}
	r.first = nil
	return all
}

// add adds an entry to the current chat, or ends that and begins one.
func (r *Reader) add(a activity) (ended []foreign.Conversation) {
	if n := len(r.chat); n > 0 && (n == maxChatEntries || r.bytes+a.size > maxChatBytes || !isOneChat(r.chat[n-1].Time.Time, a.Time.Time)) {
		ended = append(ended, r.endChat())
	}
	r.chat = append(r.chat, a)
	r.bytes += a.size
	return ended
}

func isOneChat(a, b time.Time) bool {
	return a.Sub(b).Abs() <= maxPause && a.YearDay() == b.YearDay()
}

// endChat returns the current chat, oldest question first.
func (r *Reader) endChat() foreign.Conversation {
	entries := r.chat
	r.chat, r.bytes = nil, 0
	slices.Reverse(entries)
	slices.SortStableFunc(entries, func(a, b activity) int { return a.Time.Compare(b.Time.Time) })
	oldest, newest := entries[0], entries[len(entries)-1]
	c := foreign.Conversation{
		ID: oldest.id(), Title: firstLine(r.question(oldest.Title)), Created: oldest.Time.Time, Updated: newest.Time.Time, Guessed: true,
	}
	ids := map[string]bool{}
	parent := ""
	for _, a := range entries {
		id := a.id()
		for ids[id] {
			id += "#"
		}
		ids[id] = true
		for _, m := range r.messages(a, id) {
			m.Parent = parent
			parent = m.ID
			c.Messages = append(c.Messages, m)
		}
	}
	c.RemoveEmpty()
	return c
}

// id returns an ID that is the same in every export.
func (a *activity) id() string {
	return foreign.DeriveID(a.Time.UTC().Format(time.RFC3339Nano), a.Title)
}

// messages returns the question and the answer of an entry.
func (r *Reader) messages(a activity, id string) []foreign.Message {
	var question, answer foreign.PartsBuilder
	files := a.Files
	if a.Image != "" && !slices.Contains(files, a.Image) {
		files = append(files, a.Image)
	}
	for _, name := range files {
		question.File(foreign.File{Pointer: name, Name: name})
	}
	question.Text(r.question(a.Title))
	for _, item := range a.Answers {
		answer.Text(markdown(item.HTML))
	}
	return []foreign.Message{
		{ID: id, Role: chat.User, Created: a.Time.Time, Parts: question.Parts()},
		{ID: id + "-answer", Role: chat.Assistant, Created: a.Time.Time, Parts: answer.Parts()},
	}
}
