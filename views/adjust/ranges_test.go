package adjust

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/views/widgets"
)

func TestTypedNumbersAreClamped(t *testing.T) {
	test.NewTempApp(t)
	p := New()
	p.SetExpanded(true)
	var got chat.Parameters
	p.OnChange = func(c chat.Parameters) { got = c }
	for text, want := range map[string]float64{"0,8": 0.8, "7": 2, "-1": 0, "1.25": 1.25} {
		lineOf(p, "Creativity").number.done(text)
		if got.Temperature == nil || *got.Temperature != want {
			t.Errorf("%q: %v, want %v", text, got.Temperature, want)
		}
	}
	lineOf(p, "Repeat less").number.done("−9")
	if got.FrequencyPenalty == nil || *got.FrequencyPenalty != -2 {
		t.Errorf("a true minus sign: %v", got.FrequencyPenalty)
	}
	lineOf(p, "Creativity").number.done("")
	if got.Temperature != nil {
		t.Errorf("empty does not leave it to the model: %v", *got.Temperature)
	}
}

func TestShowingAChatTellsNobodyAndKeepsItsParameters(t *testing.T) {
	test.NewTempApp(t)
	p := New()
	p.SetExpanded(true)
	p.OnChange = func(chat.Parameters) { t.Error("Set called OnChange") }
	v, n := 0.8, 500
	p.Set(chat.Parameters{Temperature: &v, MaxTokens: &n, Instructions: "Briefly."})
	p.OnChange = nil
	other := chat.Parameters{}
	p.OnChange = func(c chat.Parameters) { other = c }
	lineOf(p, "Choice of words").number.done("0.5")
	if other.Temperature == nil || *other.Temperature != 0.8 || *other.MaxTokens != 500 || other.Instructions != "Briefly." {
		t.Errorf("a change of one dial lost others: %+v", other)
	}
	if v != 0.8 || n != 500 {
		t.Error("the caller's values were changed")
	}
	controlOf[*widgets.Button](p, "Reset all").Tapped(nil)
	if !other.IsZero() {
		t.Errorf("reset left %+v", other)
	}
}
