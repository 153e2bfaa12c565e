package adjust

import (
	"strings"
	"testing"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

func TestOnlyAModelThatThinksHasTheSettingForIt(t *testing.T) {
	s := show(t, theme.Light, 1400)
	for _, thinks := range []catalog.Tristate{catalog.Unknown, catalog.Yes, catalog.No} {
		s.SetModel(catalog.Model{ID: "m", Thinks: thinks}, nil)
		if there := controlOf[*widgets.Dropdown](s.Panel, "Thinking: ") != nil; there != (thinks == catalog.Yes) {
			t.Errorf("thinks is %v: the setting is there: %t", thinks, there)
		}
	}
}

func TestASettingThatAModelIgnoresWhileItThinksSaysSo(t *testing.T) {
	s := show(t, theme.Light, 1400)
	warm := 0.5
	for _, c := range []struct {
		model, effort string
		set           *float64
		want          bool
	}{
		{"deepseek/deepseek-v4", "", &warm, true},
		{"deepseek/deepseek-v4", chat.EffortHigh, &warm, true},
		{"deepseek/deepseek-v4", chat.EffortNone, &warm, false},
		{"deepseek/deepseek-v4", "", nil, false},
		{"qwen3", "", &warm, false},
	} {
		s.SetModel(catalog.Model{ID: c.model, Thinks: catalog.Yes}, nil)
		s.Set(chat.Parameters{Temperature: c.set, ReasoningEffort: c.effort})
		said := strings.Contains(strings.Join(seen.Texts(s.window.Canvas()), " "), "This model ignores “Creativity” while it thinks.")
		if said != c.want {
			t.Errorf("%+v: said: %t", c, said)
		}
	}
}
