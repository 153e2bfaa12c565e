package core

import (
	"bytes"
	"context"
	"errors"
	"io"

	"parlando/app/announcements"
	"parlando/app/changes"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speech/speechtext"
	"parlando/media/audio"
	"parlando/media/speaker"
	"parlando/media/voice"
)

// announce creates the announcements; it opens no sound output yet.
func (c *Core) announce(o Options) {
	if o.Announcer == nil {
		out := speaker.New(o.Output)
		c.atClose("sound of announcements", func() error {
			out.Close()
			return nil
		})
		o.Announcer = announcer{c.voice, out, c.Settings, c.Speech.Words}
	}
	c.Announcements = announcements.New(announcements.Options{
		CommonOptions: c.common, Voice: o.Announcer, Wanted: func() bool { return c.Settings.Get().Comfort.Announce },
		Busy: func() bool {
			p := c.Speech.Snapshot().Phase
			return p == speech.Preparing || p == speech.Playing || c.Recordings.Listening()
		},
		News: c.Marks.Fork(changes.Speech, changes.Microphone, changes.Settings),
	})
	c.atCloseWithin("announcements", c.Announcements.Close)
}

// quiet stops reading aloud and announcements before the microphone is opened.
type quiet struct{ core *Core }

// Stop implements recordings.SpeechStopper.
func (q quiet) Stop(ctx context.Context, p recordings.Purpose) {
	q.core.Speech.Stop()
	q.core.Announcements.Opening(ctx, p)
}

// announcer speaks announcements with the voice of this computer over a separate output, so that
// they do not disturb paused reading aloud.
type announcer struct {
	voice    *voice.Speaker
	output   *speaker.Speaker
	settings *settings.Store
	words    func() speechtext.Words // the window's, for the language of announcements
}

// Say implements announcements.Voice.
func (a announcer) Say(ctx context.Context, sentence string) error {
	chosen := a.settings.Get().Speech
	a.output.SetVolume(chosen.Volume)
	sound := a.output.Play(func(ctx context.Context, clip int) (audio.Decoder, error) {
		if clip > 0 {
			return nil, io.EOF
		}
		body, err := speech.SpeakLocally(ctx, a.voice, sentence, a.words().Language, speech.Voice{Voice: chosen.Voice})
		if err != nil {
			return nil, err
		}
		pcm, err := io.ReadAll(body)
		return audio.NewPCMDecoder(bytes.NewReader(pcm)), errors.Join(err, body.Close())
	}, speaker.Position{}, chosen.PlayingSpeed)
	select {
	case <-sound.Done():
		return sound.Err()
	case <-ctx.Done():
		sound.Stop()
		<-sound.Done()
		return ctx.Err()
	}
}

// HasVoice implements announcements.Voice.
func (a announcer) HasVoice(ctx context.Context) bool { return speech.HasLocalVoice(ctx, a.voice) }
