package catalog

import (
	"slices"
	"testing"

	"parlando/client/failure"
)

func TestTheVoicesOfAModelAreItsOwnWhereTheyAreKnown(t *testing.T) {
	c, err := Load(t.TempDir(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	check := func(what, model string, want []string, wantOwn bool) {
		t.Helper()
		if got, own := c.Voices("a", model); !slices.Equal(got, want) || own != wantOwn {
			t.Errorf("%s: %q, %v", what, got, own)
		}
	}
	c.SetListed("a", []Model{{ID: "flux", Voices: []string{"Zoe", "Max"}}, {ID: "tts-1"}, {ID: "orpheus"}})
	check("in the list", "flux", []string{"Zoe", "Max"}, true)
	check("unknown", "tts-1", DefaultVoices(), false)
	refusal := func(value string, allowed ...string) {
		c.LearnRefusals("a", "orpheus", []failure.Refusal{{Field: "voice", Value: value, Allowed: allowed}})
	}
	refusal("nova", "tara", "leah")
	check("named by a refusal", "orpheus", []string{"tara", "leah"}, true)
	c.SetListed("a", []Model{{ID: "flux"}, {ID: "tts-1"}, {ID: "orpheus"}})
	check("a list without them", "flux", DefaultVoices(), false)
	check("after the list was read again", "orpheus", []string{"tara", "leah"}, true)

	for _, v := range []struct {
		model, chosen, want string
		exact               bool
	}{
		{"tts-1", "nova", "nova", false},
		{"tts-1", "mine", "mine", true},
		{"orpheus", "nova", "tara", false},
		{"orpheus", "Leah", "leah", false},
		{"orpheus", "mine", "mine", true},
	} {
		if got, exact := c.Voice("a", v.model, v.chosen); got != v.want || exact != v.exact {
			t.Errorf("%+v: %q, %v", v, got, exact)
		}
	}
	refusal("mine", "tara", "zoe")
	check("by a newer refusal", "orpheus", []string{"tara", "zoe"}, true)
}

func TestTheFormatOfASoundIsOneThatTheModelHas(t *testing.T) {
	c, err := Load(t.TempDir(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetListed("a", []Model{{ID: "listed", Formats: []string{"opus", "pcm"}}, {ID: "gemini"}, {ID: "odd"}})
	c.LearnRefusals("a", "gemini", []failure.Refusal{{Field: "response_format", Value: "mp3", Allowed: []string{"pcm", "wav"}}})
	c.LearnRefusals("a", "odd", []failure.Refusal{{Field: "response_format", Value: "mp3"}})
	for model, want := range map[string]string{"tts-1": "mp3", "listed": "pcm", "gemini": "wav", "odd": "wav"} {
		if got := c.SoundFormat("a", model, "mp3", "wav", "pcm"); got != want {
			t.Errorf("%s: %q, want %q", model, got, want)
		}
	}
}
