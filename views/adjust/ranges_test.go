package adjust

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
)

func TestTypedNumbersAreClamped(t *testing.T) {
	test.NewTempApp(t)
	p := New()
	var got chat.Parameters
	p.OnChange = func(c chat.Parameters) { got = c }
	for text, want := range map[string]float64{"0,8": 0.8, "7": 2, "-1": 0, "1.25": 1.25} {
		p.dials[0].typed(text)
		if got.Temperature == nil || *got.Temperature != want {
			t.Errorf("%q: %v, want %v", text, got.Temperature, want)
		}
	}
	p.dials[2].typed("−9")
	if got.FrequencyPenalty == nil || *got.FrequencyPenalty != -2 {
		t.Errorf("a true minus sign: %v", got.FrequencyPenalty)
	}
	p.dials[0].typed("")
	if got.Temperature != nil {
		t.Errorf("empty does not leave it to the model: %v", *got.Temperature)
	}
}

func TestShowingAChatTellsNobodyAndKeepsItsParameters(t *testing.T) {
	test.NewTempApp(t)
	p := New()
	p.OnChange = func(chat.Parameters) { t.Error("Set called OnChange") }
	v, n := 0.8, 500
	p.Set(chat.Parameters{Temperature: &v, MaxTokens: &n, Instructions: "Briefly."})
	p.OnChange = nil
	other := chat.Parameters{}
	p.OnChange = func(c chat.Parameters) { other = c }
	p.dials[1].typed("0.5")
	if other.Temperature == nil || *other.Temperature != 0.8 || *other.MaxTokens != 500 || other.Instructions != "Briefly." {
		t.Errorf("a change of one dial lost others: %+v", other)
	}
	if v != 0.8 || n != 500 {
		t.Error("the caller's values were changed")
	}
	p.reset.Tapped(nil)
	if !other.IsZero() {
		t.Errorf("reset left %+v", other)
	}
}
