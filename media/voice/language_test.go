package voice

import (
	"slices"
	"testing"

	"parlando/media/voice/voicetest"
)

func TestTheLanguageOfTheSettingsIsSpokenInItsScript(t *testing.T) {
	for _, c := range []struct{ text, language, want string }{
		{"Guten Tag", "de", "de"},
		{"Guten Tag", "", "en"},
		{"Guten Tag", "uk", "en"},
		{"Доброго дня", "uk", "uk"},
		{"Добрый день", "de", "ru"},
		{"سلام", "fa", "fa"},
		{"नमस्कार", "mr", "mr"},
		{"東京", "ja", "ja"},
		{"東京", "de", "zh"},
		{"12 + 3", "de", "de"},
		{"Hello", "'); Remove-Item x; ('", "en"},
		{"Hello", "DE", "en"},
	} {
		s, err := silent().Speak(t.Context(), "x", Settings{Voice: "echo"})
		if err != nil {
			t.Fatal(err)
		}
		s.tongue, s.language = tongueNamed(c.language), c.language
		if got := s.tongueOf(phrase{words: []string{c.text}}); got.iso != c.want {
			t.Errorf("%q in %q is spoken as %s, not %s", c.text, c.language, got.iso, c.want)
		}
	}
}

func TestTheBestVoiceOfALanguageIsTaken(t *testing.T) {
	voices := parseVoices([]byte(`Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn              (zh-cmn 5)(zh 5)
 5  de              --/M      German             gmw/de
 5  es-419          --/M      Spanish_(Latin_America) roa/es-419           (es-mx 6)(es 6)
 5  es              --/M      Spanish_(Spain)    roa/es
 5  fr-be           --/M      French_(Belgium)   roa/fr-BE            (fr 8)
 5  fr-fr           --/M      French_(France)    roa/fr               (fr 5)
 5  yue             --/M      Chinese_(Cantonese) sit/yue              (zh-yue 5)(zh 8)
`))
	for code, want := range map[string]string{"de": "de", "es": "es", "fr": "fr-fr", "zh": "cmn", "es-mx": "es-419", "nl": "", "Language": ""} {
		if got := voices[code]; got != want {
			t.Errorf("%s has the voice %q, not %q", code, got, want)
		}
	}
}

func TestTheComputerHasVoicesForManyLanguages(t *testing.T) {
	voicetest.NeedsVoice(t)
	s := espeakNG(t)
	for _, iso := range []string{"en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "sv", "nb", "zh", "ja", "uk", "fa"} {
		if !s.HasLanguage(t.Context(), iso) {
			t.Errorf("there is no voice for %s", iso)
		}
	}
	if s.HasLanguage(t.Context(), "xx") || silent().HasLanguage(t.Context(), "en") {
		t.Error("it has a voice for a language that nobody speaks, or without a voice")
	}
}

func TestGermanIsSpokenWithTheGermanVoice(t *testing.T) {
	voicetest.NeedsVoice(t)
	s := espeakNG(t)
	how := Settings{Voice: "alloy", Language: "de"}
	speech, err := s.Speak(t.Context(), "Guten Morgen.", how)
	if err != nil {
		t.Fatal(err)
	}
	u := utterance{tongue: speech.tongueOf(speech.phrases[0]), manner: speech.manner}
	if got := speech.engine.(*espeak).voiceOf(u); got != "de" || speech.Language() != "de" {
		t.Errorf("the voice is %q, the language %q", got, speech.Language())
	}
	german, english := speak(t, s, "Guten Morgen.", how), speak(t, s, "Guten Morgen.", Settings{Voice: "alloy"})
	if len(german.sound) == 0 || slices.Equal(german.sound, english.sound) {
		t.Error("it sounds as in English")
	}
}
