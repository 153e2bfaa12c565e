package speechexports

import (
	"context"
	"io"

	"parlando/app/ask"
	"parlando/app/speech/language"
	"parlando/client"
	"parlando/client/failure"
	"parlando/media/audio"
	localvoice "parlando/media/voice"
)

// local adapts the voice of this computer to a service. Nothing is sent.
type local struct {
	speaker   *localvoice.Speaker
	languages *language.Chooser
	export    string // the id of the speech export
}

// Speech returns the sound of a text, as ask.Service does.
func (l local) Speech(ctx context.Context, r client.SpeechRequest) (ask.Sound, error) {
	ctx, stop := context.WithCancel(ctx)
	var all []*localvoice.Speech
	for _, p := range l.languages.Passages(ctx, l.export, r.Input) {
		s, err := l.speaker.Speak(ctx, p.Text, localvoice.Settings{Voice: r.Voice, Speed: r.Speed, Language: p.Language})
		if err != nil {
			stop()
			return nil, err
		}
		all = append(all, s)
	}
	read, write := io.Pipe()
	go func() { write.CloseWithError(speakTo(ctx, write, all, audio.Format(r.Format))) }()
	return &localBody{PipeReader: read, stop: stop, format: r.Format}, nil
}

func speakTo(ctx context.Context, w io.Writer, all []*localvoice.Speech, f audio.Format) error {
	e, err := audio.NewEncoder(w, f, localvoice.Rate, 1)
	if err != nil {
		return err
	}
	for _, s := range all {
		for piece, err := range s.Chunks(ctx) {
			if err != nil {
				return err
			}
			if err := e.Write(piece.Samples); err != nil {
				return err
			}
		}
	}
	return e.Close()
}

// localBody is the sound being synthesized.
type localBody struct {
	*io.PipeReader
	stop   context.CancelFunc
	format client.AudioFormat
}

func (b *localBody) Format() client.AudioFormat { return b.format }
func (b *localBody) Dropped() []failure.Refusal { return nil }

func (b *localBody) Close() error {
	b.stop()
	return b.PipeReader.Close()
}
