package words_test

import (
	"testing"
	"time"

	"parlando/app/catalog"
	"parlando/views/words"
)

func TestWhatIsSaidOfAModelThatEndsOrIsGone(t *testing.T) {
	now := time.Date(2027, 1, 27, 9, 0, 0, 0, time.UTC)
	day := func(month time.Month, day int) time.Time { return time.Date(2027, month, day, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		offer   catalog.Offer
		instead string
		want    string
	}{
		{catalog.Offer{}, "", ""},
		{catalog.Offer{Ends: day(2, 26)}, "", "whisper-1 ends on 26 February. Choose another before then."},
		{catalog.Offer{Ends: day(1, 27)}, "", "whisper-1 ends on 27 January. Choose another before then."},
		{catalog.Offer{Ends: day(1, 6)}, "", "whisper-1 was due to end on 6 January. Choose another."},
		{catalog.Offer{Ends: day(1, 6), Gone: true}, "gpt-transcribe", "whisper-1 is no longer offered. Continue with gpt-transcribe?"},
		{catalog.Offer{Gone: true}, "", "whisper-1 is no longer offered. Choose another model."},
		{catalog.Offer{Gone: true, Unknown: true}, "gpt-transcribe", "The service doesn't offer whisper-1. Continue with gpt-transcribe?"},
		{catalog.Offer{Gone: true, Unknown: true}, "", "The service doesn't offer whisper-1. Choose another model."},
	} {
		if got := words.ModelOffer(c.offer, "whisper-1", c.instead, now); got != c.want {
			t.Errorf("%+v: %q, not %q", c.offer, got, c.want)
		}
	}
	for want, m := range map[string]catalog.Model{
		"": {Ends: day(3, 1)}, "Ends on 26 February": {Ends: day(2, 26), Guessed: true}, "Was due to end on 6 January": {Ends: day(1, 6)},
		"Guessed from its name": {Guessed: true}, "Refused by the service": {Guessed: true, Refused: true, Gone: true},
		"No longer offered": {Gone: true, Ends: day(2, 26)},
	} {
		if got := words.ModelHint(m, now); got != want {
			t.Errorf("%+v: %q, not %q", m, got, want)
		}
	}
}
