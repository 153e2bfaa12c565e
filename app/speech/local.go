package speech

import (
	"context"
	"io"
	"iter"
	"slices"

	"parlando/app/ask"
	"parlando/app/problem"
	"parlando/client"
	"parlando/client/failure"
	"parlando/media/voice"
)

// SpeakLocally synthesizes a text in a language (voice.Settings) with the voice of this computer,
// as PCM. The error is an error of ctx, or problem.NoVoice if it has none; speaker may be nil.
func SpeakLocally(ctx context.Context, speaker *voice.Speaker, text, language string, v Voice) (ask.Sound, error) {
	none := problem.New(problem.NoVoice, "this computer has no voice")
	if speaker == nil {
		return nil, none
	}
	how := voice.Settings{Voice: v.Voice, Speed: v.Speed, Language: language}
	if !knownVoice(how.Voice) {
		how.Voice = Voices()[0]
	}
	spoken, err := speaker.Speak(ctx, text, how)
	switch {
	case err != nil:
		return nil, err
	case spoken.Engine() == voice.EngineRecorded:
		return nil, none
	}
	return newLocalBody(ctx, spoken), nil
}

// HasLocalVoice reports whether this computer has a voice; speaker may be nil.
func HasLocalVoice(ctx context.Context, speaker *voice.Speaker) bool {
	body, err := SpeakLocally(ctx, speaker, "a", "", Voice{})
	if err != nil {
		return false
	}
	_ = body.Close()
	return true
}

// localBody adapts the voice of this computer to ask.Sound; both use 24,000 samples a second.
type localBody struct {
	next func() (voice.Chunk, error, bool)
	stop func()
	left []byte
}

func newLocalBody(ctx context.Context, spoken *voice.Speech) *localBody {
	next, stop := iter.Pull2(spoken.Chunks(ctx))
	return &localBody{next: next, stop: stop}
}

func (b *localBody) Format() client.AudioFormat { return client.AudioPCM }
func (b *localBody) Dropped() []failure.Refusal { return nil }

func (b *localBody) Close() error {
	b.stop()
	return nil
}

func (b *localBody) Read(p []byte) (int, error) {
	for len(b.left) == 0 {
		chunk, err, ok := b.next()
		if !ok {
			return 0, io.EOF
		}
		if err != nil {
			return 0, err
		}
		b.left = make([]byte, 0, 2*len(chunk.Samples))
		for _, v := range chunk.Samples {
			n := int16(max(-1, min(v, 1)) * 32767)
			b.left = append(b.left, byte(n), byte(n>>8))
		}
	}
	n := copy(p, b.left)
	b.left = b.left[n:]
	return n, nil
}

func knownVoice(name string) bool { return slices.Contains(Voices(), name) }
