package words_test

import (
	"testing"

	"parlando/app/chat"
	"parlando/views/words"
)

func TestEachSliderHasItsTexts(t *testing.T) {
	sliders := words.SliderTexts()
	for _, n := range chat.NumberParameters {
		if sliders[n.Name] == (words.SliderText{}) {
			t.Errorf("%s has no texts", n.Name)
		}
	}
	if len(sliders) != len(chat.NumberParameters) {
		t.Errorf("texts of %d sliders, but there are %d", len(sliders), len(chat.NumberParameters))
	}
}
