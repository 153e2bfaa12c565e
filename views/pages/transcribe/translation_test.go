package transcribe

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/app/translations"
	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/transcript"
)

// oneLine is a transcript whose changes wait until they are canceled, or fail.
type oneLine struct{ waits bool }

func (oneLine) Get(chat.ID) (transcripts.Transcript, bool) { return transcripts.Transcript{}, true }

func (oneLine) Lines(context.Context, chat.ID) ([]transcripts.Line, error) {
	return []transcripts.Line{{ID: 1, Text: "Um dia", Translation: "One day"}}, nil
}

func (l oneLine) Edit(ctx context.Context, _ chat.ID, _ transcripts.Edit) error {
	if l.waits {
		<-ctx.Done()
		return ctx.Err()
	}
	return errors.New("the disk is full")
}

// noDraft is the draft of a form that nobody has typed in.
func noDraft(id string) *form.Draft { return form.Open(formtest.Store{}, id) }

func TestATranslationThatDoesNotGoOnSaysSo(t *testing.T) {
	for want, line := range map[string]oneLine{
		"Translation into German stopped.":                    {},
		"Translation into German stopped. Lines done: 0 of 1": {waits: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
			made := &translator{id: "t", view: transcript.New(transcript.Options{Editor: &lineEditor{}, Playback: &soundPlayer{}, Actions: &openTranscript{}, Draft: noDraft})}
			made.Translations = translations.New(translations.Options{Transcripts: line})
			w := test.NewTempWindow(t, made.view)
			w.Resize(fyne.NewSize(700, 500))
			made.view.Set(transcripts.Transcript{ID: "t", State: transcripts.Done, Lines: 1}, true)
			if err := made.Translations.Start(t.Context(), "t", translations.Request{Language: "German", Model: "m", Anew: true}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if line.waits {
				made.Translations.Cancel("t")
				synctest.Wait()
			}
			made.show()
			text := strings.Join(seen.Texts(w.Canvas()), " ")
			if !strings.Contains(text, want) || !slices.Contains(seen.Texts(w.Canvas()), "Continue") {
				t.Errorf("it says %q, want %q", text, want)
			}
			if err := made.Translations.Close(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}
