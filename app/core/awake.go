package core

import (
	"context"

	"parlando/app/changes"
	"parlando/app/owner"
	"parlando/app/recordings"
)

// Awake keeps the computer from sleeping; see desktop.Awake.
type Awake interface {
	Hold(reason string) (release func())
}

// stayAwake keeps the computer awake while a long task runs that the user may leave unattended.
func (c *Core) stayAwake(a Awake) {
	tasks := []*longTask{
		{reason: "Recording", runs: func() bool {
			phase := c.Recordings.Live().Phase
			return phase != recordings.Idle && phase != recordings.Failed
		}},
		{reason: "Transcribing", runs: c.Transcripts.Busy},
		{reason: "Making a sound file", runs: c.SpeechExports.Busy},
	}
	news := c.Marks.Fork(changes.Microphone, changes.Transcripts, changes.SpeechExports)
	ctx, stop := context.WithCancel(context.Background())
	var running owner.Goroutines
	running.Go("long tasks", func() {
		for ctx.Err() == nil {
			for _, t := range tasks {
				t.follow(a)
			}
			select {
			case <-news.Ready():
				news.Take()
			case <-ctx.Done():
			}
		}
		for _, t := range tasks {
			t.let()
		}
	})
	c.atCloseWithin("computer awake", func(ctx context.Context) error {
		stop()
		defer c.Marks.Unfork(news)
		return running.Wait(ctx)
	})
}

// longTask keeps the computer awake while a task runs.
type longTask struct {
	reason  string
	runs    func() bool
	release func() // allows sleep; nil while the task does not run
}

func (t *longTask) follow(a Awake) {
	switch runs := t.runs(); {
	case runs && t.release == nil:
		t.release = a.Hold(t.reason)
	case !runs:
		t.let()
	}
}

// let allows the computer to sleep again.
func (t *longTask) let() {
	if t.release != nil {
		t.release()
		t.release = nil
	}
}
