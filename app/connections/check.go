package connections

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/markdown"
	"parlando/app/problem"
	"parlando/assets/spoken"
	"parlando/client"
	"parlando/media/audio"
)

// Check is a test of one ability.
type Check string

// The checks. All but CheckModels send a request to a model, which may cost a little. They run only
// when the user starts them.
const (
	CheckModels        Check = "models"
	CheckChat          Check = "chat"
	CheckSpeech        Check = "speech"
	CheckTranscription Check = "transcription"
)

// MayCost reports whether the check sends a request to a model.
func (k Check) MayCost() bool { return k != CheckModels }

// ErrNoModel means that no model is set for a check.
var ErrNoModel = errors.New("connections: no model is known for this check")

// CheckResult is the result of a check.
type CheckResult struct {
	Check Check
	OK    bool
	// Took is the time until the response was complete.
	Took time.Duration
	// Model is the tested model; "" for CheckModels.
	Model string
	// Models is the length of the list. NoList reports that the service has no list, which is not
	// an error: OK is then true.
	Models int
	NoList bool
	// Streamed reports whether the response was streamed.
	Streamed bool
	// Answer is the reply, the audio format, or the transcript; at most 200 characters.
	Answer string
	// Problem is set if the check failed; nil if it succeeded.
	Problem *problem.Problem

	connection Connection
}

// CheckModelNames provides the models for checks that need one. A nil function provides none.
type CheckModelNames struct {
	Speech, Transcription func(connection chat.ID) string
	// Voice returns the speech model.
	Voice func() string
}

// SetCheckDefaults sets the models for checks. Call it once, before the first RunCheck.
func (c *Connections) SetCheckDefaults(u CheckModelNames) { c.defaults = u }

// RunCheck runs one check of a connection, regardless of its known abilities. It does not retry if
// the service is busy. The error is ErrNoConnection, ErrNoModel before anything is sent, or that of
// ctx; errors of the service are in the result.
func (c *Connections) RunCheck(ctx context.Context, id chat.ID, check Check) (CheckResult, error) {
	connection, ok := c.Find(id)
	if !ok {
		return CheckResult{}, ErrNoConnection
	}
	done := CheckResult{Check: check, connection: connection}
	var run func(context.Context, *ask.Service, *CheckResult) error
	switch check {
	case CheckModels:
	case CheckChat:
		done.Model, run = c.ChatDefaults(id).Model, c.checkChat
	case CheckSpeech:
		done.Model, run = modelOf(c.defaults.Speech, id), c.checkSpeech
	case CheckTranscription:
		done.Model, run = modelOf(c.defaults.Transcription, id), c.checkTranscription
	}
	if check.MayCost() && done.Model == "" {
		return done, ErrNoModel
	}
	ctx = cost.WithSubject(ctx, cost.Subject{Purpose: cost.Testing})
	speaker, err := c.speaker(ctx, id, -1)
	started := time.Now()
	if err == nil {
		o := ask.Outcome{What: catalog.ListsModels}
		if run == nil {
			err = c.checkModels(ctx, speaker, &done)
		} else {
			err = run(ctx, &ask.Service{
				Connection: id, Gateway: ask.Client{Client: speaker}, Known: c.options.Catalog, Report: func(reported ask.Outcome) { o = reported },
			}, &done)
			done.Streamed = o.Streamed
		}
		if ctx.Err() == nil && c.isUnchanged(connection) {
			o.Err = err
			c.Report(id, o)
		}
	}
	if ctx.Err() != nil {
		return done, ctx.Err()
	}
	done.Took = time.Since(started)
	done.Answer = shorten(done.Answer, 200)
	switch {
	case err == nil:
		done.OK = true
	case check == CheckModels && hasNoList(err):
		done.OK, done.NoList = true, true
	default:
		p := problem.From(err, hostOf(connection), c.options.Now())
		done.Problem = &p
	}
	return done, nil
}

func modelOf(defaultModel func(chat.ID) string, id chat.ID) string {
	if defaultModel == nil {
		return ""
	}
	return defaultModel(id)
}

func (c *Connections) checkModels(ctx context.Context, speaker *client.Client, done *CheckResult) error {
	models, err := speaker.Models(ctx)
	if err != nil {
		return err
	}
	done.Models = len(models)
	if c.isUnchanged(done.connection) {
		c.options.Catalog.SetListed(done.connection.ID, listed(models))
	}
	return nil
}

// fewTokens is the token limit for the reply to a check. Some services reject a smaller limit.
const fewTokens = 16

func (c *Connections) checkChat(ctx context.Context, service *ask.Service, done *CheckResult) error {
	most := fewTokens
	s, err := service.Chat(ctx, client.ChatRequest{
		Model: done.Model, MaxTokens: &most,
		Messages: []client.Message{{Role: string(chat.User), Content: []client.ContentPart{{Text: "Reply with one word: ok"}}}},
	})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	var answer strings.Builder
	end := ""
	for s.Next() {
		for _, d := range s.Chunk().Choices {
			if d.TextWasReasoning {
				answer.Reset()
			}
			answer.WriteString(d.Text)
			if d.FinishReason == string(chat.FinishLength) {
				end = "…"
			}
		}
	}
	var text markdown.Document
	text.Set(answer.String())
	done.Answer = strings.Join(strings.Fields(markdown.PlainText(text.Blocks())), " ") + end
	return s.Err()
}

// longestSound bounds the audio read by a check, in bytes.
const longestSound = 1 << 20

func (c *Connections) checkSpeech(ctx context.Context, service *ask.Service, done *CheckResult) error {
	voice := ""
	if c.defaults.Voice != nil {
		voice = c.defaults.Voice()
	}
	s, err := service.Speech(ctx, client.SpeechRequest{
		Model: done.Model, Input: "Hello.", Voice: cmp.Or(voice, "alloy"),
	})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	if _, err := io.Copy(io.Discard, io.LimitReader(s, longestSound)); err != nil {
		return err
	}
	done.Answer = string(s.Format())
	return nil
}

func (c *Connections) checkTranscription(ctx context.Context, service *ask.Service, done *CheckResult) error {
	sample, err := spokenSecond()
	if err != nil {
		return err
	}
	t, err := service.Transcribe(ctx, client.TranscriptionRequest{
		Model: done.Model, Audio: bytes.NewReader(sample), Size: int64(len(sample)),
	})
	done.Answer = strings.Join(strings.Fields(t.Text), " ")
	return err
}

// spokenSecond returns the first second of a built-in recording, as MP3.
func spokenSecond() ([]byte, error) {
	frames, err := audio.NewFrameReader(bytes.NewReader(spoken.Sound(spoken.Recordings()[0].Name)), audio.MP3)
	if err != nil {
		return nil, err
	}
	var second []byte
	for length := time.Duration(0); length < time.Second; {
		f, err := frames.Next()
		if err != nil {
			return nil, err
		}
		second = append(second, f.Data...)
		length += time.Duration(f.Samples) * time.Second / time.Duration(f.Rate)
	}
	return second, nil
}

func shorten(s string, letters int) string {
	if all := []rune(s); len(all) > letters {
		return string(all[:letters-1]) + "…"
	}
	return s
}
