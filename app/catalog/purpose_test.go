package catalog_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlando/app/catalog"
)

// openAI has the IDs of a list without purposes.
const openAI = "gpt-6-luna gpt-4o-transcribe dall-e-3 whisper-1 tts-1 tts-1-hd gpt-4o-mini-tts gpt-transcribe gpt-4o-realtime-preview gpt-live-transcribe gpt-4o-transcribe-diarize"

func list(ids string) (all []catalog.Model) {
	for id := range strings.FieldsSeq(ids) {
		all = append(all, catalog.Model{ID: id})
	}
	return all
}

func TestAModelIsKnownByItsNameWhereTheListSaysNothing(t *testing.T) {
	for id, want := range map[string]catalog.Purpose{
		"tts-1": "speech", "gpt-4o-mini-tts": "speech", "canopylabs/orpheus-v1-english": "speech", "hexgrad/Kokoro-82M": "speech",
		"voxtral-mini-tts-3-0": "speech", "google/gemini-3-flash-tts": "speech", "speech-2.8-hd": "speech", "deepgram/aura-2": "speech",
		"whisper-1": "transcription", "openai/whisper-large-v3-turbo": "transcription", "gpt-transcribe": "transcription",
		"voxtral-mini-transcribe-2": "transcription", "qwen3-asr-flash": "transcription", "nvidia/parakeet-tdt-0.6b-v3": "transcription",
		"scribe_v2": "transcription", "ibm/granite-speech-to-text": "transcription",
		"gpt-live-transcribe": "other", "gpt-realtime-2.1-mini": "other", "gpt-4o-realtime-preview": "other",
		"gpt-6-luna": "", "llama-4-maverick": "", "olive-13b": "", "laura-7b": "", "embarkation-2": "", "mistral-large": "", "aspire": "", "basrah-8b": "", "deliverance": "",
	} {
		c := load(t, t.TempDir())
		c.SetListed("s", []catalog.Model{{ID: id}})
		for _, p := range []catalog.Purpose{catalog.PurposeSpeech, catalog.PurposeTranscription} {
			all := c.ModelsFor("s", p)
			if got := len(all) == 1; got != (want == p) || got && !all[0].Guessed {
				t.Errorf("%s for %s: %+v", id, p, all)
			}
		}
	}
}

func TestAListOfIDsOffersItsOwnModels(t *testing.T) {
	c := load(t, t.TempDir())
	if id, known := c.Recommended("s", catalog.PurposeSpeech); id != "tts-1" || known {
		t.Errorf("%s, %v", id, known)
	}
	c.SetListed("s", list(openAI))
	check := func(when, speech, transcription string) {
		t.Helper()
		if got := ids(c.ModelsFor("s", catalog.PurposeSpeech)); got != speech {
			t.Errorf("%s, for speech:\n%s, not\n%s", when, got, speech)
		}
		if got := ids(c.ModelsFor("s", catalog.PurposeTranscription)); got != transcription {
			t.Errorf("%s, for transcripts:\n%s, not\n%s", when, got, transcription)
		}
	}
	// Those with times come first.
	check("listed", "tts-1 tts-1-hd gpt-4o-mini-tts", "whisper-1 gpt-4o-transcribe-diarize gpt-4o-transcribe gpt-transcribe")
	// What happens corrects the guess: a model that answered without times, one that was refused.
	c.LearnTranscriptFormat("s", "gpt-4o-transcribe-diarize", "json")
	c.LearnServes("s", "tts-1", catalog.PurposeSpeech, catalog.No)
	c.LearnServes("s", "gpt-4o-mini-tts", catalog.PurposeSpeech, catalog.Yes)
	check("used", "gpt-4o-mini-tts tts-1-hd tts-1", "whisper-1 gpt-4o-transcribe gpt-transcribe gpt-4o-transcribe-diarize")
	if all := c.ModelsFor("s", catalog.PurposeSpeech); all[0].Guessed || !all[1].Guessed || !all[2].Refused {
		t.Errorf("%+v", all)
	}
	// A model that was typed once stays, also with a new list.
	if got := c.AddTypedFor("s", ` "my-ears" `, catalog.PurposeTranscription); got != "my-ears" {
		t.Errorf("%q", got)
	}
	c.SetListed("s", list(openAI))
	check("typed", "gpt-4o-mini-tts tts-1-hd tts-1", "whisper-1 my-ears gpt-4o-transcribe gpt-transcribe gpt-4o-transcribe-diarize")
	if got := ids(c.Models("s")); strings.Contains(got, "my-ears") || !strings.Contains(got, "gpt-6-luna") {
		t.Errorf("to chat with: %s", got)
	}
	c.LearnServes("s", "my-ears", catalog.PurposeTranscription, catalog.No)
	check("refused", "gpt-4o-mini-tts tts-1-hd tts-1", "whisper-1 gpt-4o-transcribe gpt-transcribe gpt-4o-transcribe-diarize my-ears")
	if got, _ := c.Recommended("s", catalog.PurposeTranscription); got != "whisper-1" {
		t.Errorf("recommended: %s", got)
	}
}

// noon is 21 November 2026.
func TestAModelThatEndsComesLastAndSaysSo(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	day := func(days int) time.Time { return time.Date(2026, 11, 21+days, 0, 0, 0, 0, time.UTC) }
	c.SetListed("s", []catalog.Model{
		{ID: "whisper-1", Ends: day(10)},
		{ID: "whisper-2", Ends: day(40)},
		{ID: "gpt-transcribe"},
		{ID: "whisper-0", Ends: day(-1)},
		{ID: "old-chat", Ends: day(3)},
		{ID: "new-chat"},
	})
	c.RecordUse("s", "old-chat")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*catalog.Catalog{c, load(t, dir)} {
		if got := ids(c.ModelsFor("s", catalog.PurposeTranscription)); got != "whisper-2 gpt-transcribe whisper-1 whisper-0" {
			t.Errorf("for transcripts: %s", got)
		}
		if got := c.Default("s"); got != "new-chat" {
			t.Errorf("a new chat begins with %s", got)
		}
		for model, want := range map[string]catalog.Offer{
			"whisper-1": {Ends: day(10), Instead: "whisper-2"}, "whisper-2": {}, "whisper-0": {Ends: day(-1), Instead: "whisper-2"}, "nobody": {}, "": {},
		} {
			if got := c.Offer("s", model, catalog.PurposeTranscription); got != want {
				t.Errorf("%s: %+v, not %+v", model, got, want)
			}
		}
		if got, want := c.Offer("s", "old-chat", catalog.PurposeChat), (catalog.Offer{Ends: day(3), Instead: "new-chat"}); got != want {
			t.Errorf("%+v", got)
		}
	}
}

func TestAModelIsGoneOnlyIfTheListLostItOrItWasRefused(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	c.SetListed("s", list("a-chat b-chat tts-1 kokoro whisper-1"))
	c.RecordUse("s", "a-chat")
	gone := func(model string, p catalog.Purpose, want catalog.Offer) {
		t.Helper()
		if got := c.Offer("s", model, p); got != want {
			t.Errorf("%s for %s: %+v, not %+v", model, p, got, want)
		}
	}
	gone("typed-by-hand", catalog.PurposeChat, catalog.Offer{}) // never in a list
	c.SetListed("s", nil)                                       // a service that is starting
	gone("a-chat", catalog.PurposeChat, catalog.Offer{})
	c.SetListed("s", list("a-chat b-chat tts-1 kokoro whisper-1"))
	c.SetListed("s", list("b-chat kokoro"))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = load(t, dir)
	gone("a-chat", catalog.PurposeChat, catalog.Offer{Gone: true, Instead: "b-chat"})
	gone("tts-1", catalog.PurposeSpeech, catalog.Offer{Gone: true, Instead: "kokoro"})
	gone("whisper-1", catalog.PurposeTranscription, catalog.Offer{Gone: true})
	if got := ids(c.ModelsFor("s", catalog.PurposeSpeech)); got != "kokoro" {
		t.Errorf("for speech: %s", got)
	}
	if got := c.Default("s"); got != "b-chat" {
		t.Errorf("a new chat begins with %s", got)
	}
	// The user keeps it; the service refuses it then, takes it again, or lists it again.
	c.KeepModel("s", "a-chat", catalog.PurposeChat)
	gone("a-chat", catalog.PurposeChat, catalog.Offer{})
	c.LearnServes("s", "a-chat", catalog.PurposeChat, catalog.No)
	gone("a-chat", catalog.PurposeChat, catalog.Offer{Gone: true, Instead: "b-chat"})
	c.LearnServes("s", "a-chat", catalog.PurposeChat, catalog.Yes)
	gone("a-chat", catalog.PurposeChat, catalog.Offer{})
	// It was asked again before the user answered, and the service took it.
	c.SetListed("s", list("a-chat b-chat kokoro"))
	c.SetListed("s", list("b-chat kokoro"))
	gone("a-chat", catalog.PurposeChat, catalog.Offer{Gone: true, Instead: "b-chat"})
	c.LearnServes("s", "a-chat", catalog.PurposeChat, catalog.Yes)
	gone("a-chat", catalog.PurposeChat, catalog.Offer{})
	c.SetListed("s", list("b-chat kokoro tts-1"))
	gone("tts-1", catalog.PurposeSpeech, catalog.Offer{})
	// What was refused while it was not listed is tried again when it is.
	c.LearnServes("s", "whisper-1", catalog.PurposeTranscription, catalog.No)
	c.SetListed("s", list("b-chat kokoro tts-1 whisper-1"))
	gone("whisper-1", catalog.PurposeTranscription, catalog.Offer{})
	// A name that never worked may be misspelled.
	c.AddTypedFor("s", "wisper", catalog.PurposeTranscription)
	c.LearnServes("s", "wisper", catalog.PurposeTranscription, catalog.No)
	gone("wisper", catalog.PurposeTranscription, catalog.Offer{Gone: true, Unknown: true, Instead: "whisper-1"})
}

func TestChatModelsTellWhichAreGone(t *testing.T) {
	c := load(t, t.TempDir())
	c.SetListed("s", list("a-chat b-chat c-chat"))
	c.RecordUse("s", "a-chat")
	c.SetListed("s", list("b-chat c-chat"))
	c.LearnServes("s", "b-chat", catalog.PurposeChat, catalog.No)
	var got []string
	for _, m := range c.Models("s") {
		got = append(got, fmt.Sprintf("%s %v %v", m.ID, m.Gone, m.Refused))
	}
	if got, want := strings.Join(got, ", "), "b-chat true true, c-chat false false, a-chat true false"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestTheNoticeOfAnEndIsClosedOnceForEachDate(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	day := func(days int) time.Time { return time.Date(2026, 11, 21+days, 0, 0, 0, 0, time.UTC) }
	c.SetListed("s", []catalog.Model{{ID: "old", Ends: day(3)}, {ID: "new"}})
	if c.Offer("s", "old", catalog.PurposeChat).EndSeen {
		t.Error("nobody has closed it")
	}
	c.CloseEnd("s", "old")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = load(t, dir)
	if o := c.Offer("s", "old", catalog.PurposeChat); !o.EndSeen || o.Ends != day(3) {
		t.Errorf("closed: %+v", o)
	}
	c.SetListed("s", []catalog.Model{{ID: "old", Ends: day(9)}, {ID: "new"}})
	if o := c.Offer("s", "old", catalog.PurposeChat); o.EndSeen || o.Ends != day(9) {
		t.Errorf("with another date: %+v", o)
	}
}

func TestWithdrawnModelsAreBounded(t *testing.T) {
	c := load(t, t.TempDir())
	for n := range 30 {
		all := list("stays")
		for m := range 100 {
			all = append(all, catalog.Model{ID: fmt.Sprintf("m%d-%d", n, m)})
		}
		c.SetListed("s", all)
	}
	if c.Offer("s", "m0-1", catalog.PurposeChat).Gone || !c.Offer("s", "m28-99", catalog.PurposeChat).Gone {
		t.Error("the newest of them are not kept")
	}
}

func TestAWeakGuessComesAfterAStrongOne(t *testing.T) {
	c := load(t, t.TempDir())
	c.SetListed("s", list("speechwriter-7b kokoro"))
	if got := ids(c.ModelsFor("s", catalog.PurposeSpeech)); got != "kokoro speechwriter-7b" {
		t.Errorf("for speech: %s", got)
	}
}
