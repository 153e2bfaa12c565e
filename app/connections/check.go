package connections

import (
	"context"
	"time"

	"parley/app/chat"
	"parley/app/problem"
)

// Check is one thing that can be tested.
type Check string

// The checks. All but CheckModels ask a model, which may cost a little: they are made when the person asks for that one.
const (
	CheckModels        Check = "models"
	CheckChat          Check = "chat"
	CheckSpeech        Check = "speech"
	CheckTranscription Check = "transcription"
)

// MayCost reports whether a check asks a model.
func (k Check) MayCost() bool { return k != CheckModels }

// Checked is what came of a check.
type Checked struct {
	Check  Check
	Worked bool
	// Took is how long it took, to the end of the answer.
	Took time.Duration
	// Model is the one that was asked; "" for CheckModels.
	Model string
	// Models is how many were listed. NoList: there is no list, which is no alarm; Worked is true then.
	Models int
	NoList bool
	// Streamed: the answer came while it was written.
	Streamed bool
	// Answer is what was answered: the word, or what was understood; at most 200 letters.
	Answer string
	// Problem is why it did not work; nil if it did.
	Problem *problem.Problem
}

// Test makes one check of a connection, whatever it is known to do. The error is ErrNoConnection, or that of ctx: what the service
// says is in Checked.
func (c *Connections) Test(ctx context.Context, id chat.ID, check Check) (Checked, error) {
	connection, ok := c.Find(id)
	if !ok {
		return Checked{}, ErrNoConnection
	}
	return c.test(ctx, connection, check)
}

func (c *Connections) test(ctx context.Context, connection Connection, check Check) (Checked, error) {
	started := c.options.Now()
	err := c.RefreshModels(ctx, connection.ID)
	if ctx.Err() != nil {
		return Checked{}, ctx.Err()
	}
	done := Checked{Check: CheckModels, Worked: err == nil, Took: c.options.Now().Sub(started)}
	if err != nil {
		p := problem.From(err, "", c.options.Now())
		done.Problem = &p
	}
	return done, nil
}
