package connections_test

import (
	"errors"
	"slices"
	"testing"

	"parlando/app/catalog"
	"parlando/app/connections"
	"parlando/app/settings"
	"parlando/client/failure"
	"parlando/client/practice"
)

func TestPracticePlaysTheChosenSceneAlsoAfterARestart(t *testing.T) {
	w := newWorld(t)
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	current, _ := w.Current()
	if current.Address != practiceScenes[0].Address {
		t.Errorf("it begins with %s", current.Address)
	}
	if err := w.Play(t.Context(), current.ID, "special"); err != nil {
		t.Fatal(err)
	}
	w.restart()
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now, _ := w.Current(); now.ID != current.ID || now.Address != practiceScenes[1].Address || len(w.List()) != 1 {
		t.Errorf("%+v", now)
	}
	// A scene of another version is not there.
	w.set.Change(func(s *settings.Settings) { s.Connections[0].Address = "http://practice.localhost/gone/v1" })
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now, _ := w.Current(); now.Address != practiceScenes[0].Address {
		t.Errorf("%+v", now)
	}
}

func TestOnlyPracticePlaysAndOnlyItsScenes(t *testing.T) {
	w := newWorld(t)
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	plays, _ := w.Current()
	service := w.connect("api.example.org", "sk-right", connections.ConnectOptions{}).Connection
	for _, c := range []struct {
		connection connections.Connection
		scene      string
	}{{service, "special"}, {connections.Connection{ID: "nobody"}, "special"}, {plays, "nothing"}, {plays, ""}} {
		if err := w.Play(t.Context(), c.connection.ID, c.scene); !errors.Is(err, connections.ErrNoConnection) {
			t.Errorf("%s plays %q: %v", c.connection.Name, c.scene, err)
		}
	}
	for _, before := range []connections.Connection{plays, service} {
		if now, _ := w.Find(before.ID); now != before {
			t.Errorf("%+v was changed to %+v", before, now)
		}
	}
	if now, _ := w.Current(); now.ID != service.ID {
		t.Errorf("%+v is used", now)
	}
	if err := w.Play(t.Context(), plays.ID, "special"); err != nil {
		t.Error(err)
	}
	if now, _ := w.Current(); now.ID != service.ID {
		t.Errorf("a scene takes over new chats: %+v", now)
	}
}

// From the everyday scene to the one without speech, the list had models that it lacks now.
func TestPracticePlaysAServiceThatLosesItsSpeech(t *testing.T) {
	w := newWorld(t)
	var scenes []connections.PracticeScene
	for _, s := range practice.Scenes() {
		scenes = append(scenes, connections.PracticeScene{ID: s.ID, Address: s.Address()})
	}
	w.stop()
	w.startWith(practice.New(practice.Options{}).Transport(), scenes, practice.Key)
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	current, _ := w.Current()
	for _, c := range []struct {
		scene                 string
		models, speech, heard int
		gone                  bool
	}{
		{practice.EverydayScene, 10, 3, 1, false},
		{practice.NoSpeechScene, 6, 0, 0, true},
		{practice.EverydayScene, 10, 3, 1, false},
		{practice.SpecialSpeechScene, 16, 5, 5, false},
		{practice.NamesOnlyScene, 12, 3, 2, true},
	} {
		if err := w.Play(t.Context(), current.ID, c.scene); err != nil {
			t.Fatal(err)
		}
		a := w.Abilities(current.ID)
		speech, heard := w.cat.ModelsFor(current.ID, catalog.PurposeSpeech), w.cat.ModelsFor(current.ID, catalog.PurposeTranscription)
		if a.Models != c.models || len(speech) != c.speech || len(heard) != c.heard {
			t.Errorf("%s: %d models, %d for speech, %d for transcripts", c.scene, a.Models, len(speech), len(heard))
		}
		if o := w.cat.Offer(current.ID, practice.VoiceModel, catalog.PurposeSpeech); o.Gone != c.gone {
			t.Errorf("%s: %+v", c.scene, o)
		}
	}
}

func TestTheModelsOfPracticeAreNamedAnew(t *testing.T) {
	w := newWorld(t)
	if err := w.RenewPractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	current, _ := w.Current()
	listed := w.cat.Models(current.ID)
	w.cat.LearnRefusals(current.ID, listed[0].ID, []failure.Refusal{{Field: "seed", Value: "7", AnyValue: true}})
	if err := w.RenewPractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := w.cat.RefusedFields(current.ID, listed[0].ID); len(got) != 1 {
		t.Errorf("without another name, the refused fields are %q", got)
	}
	renamed := slices.Clone(listed)
	for i := range renamed {
		renamed[i].Name = "named in another language"
	}
	w.cat.SetListed(current.ID, renamed)
	if err := w.RenewPractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := w.cat.Models(current.ID)[0].Name; got != listed[0].Name {
		t.Errorf("a model is called %q, not %q", got, listed[0].Name)
	}
}
