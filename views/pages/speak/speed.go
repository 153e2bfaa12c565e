package speak

import (
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// speedSlider is the slider for the speed that the service is asked for.
type speedSlider struct {
	panel  *panel
	slider *widgets.Slider
	value  *widgets.Text
	// line is the label of the slider, with value at its right end.
	line fyne.CanvasObject
	// refusal shows that the model has refused the speed.
	refusal *widgets.RefusalNote
}

func newSpeedSlider(p *panel) speedSlider {
	s := speedSlider{panel: p, slider: widgets.NewSlider(i18n.Text("Speed"), settings.MinRequestSpeed, settings.MaxRequestSpeed, 0.05)}
	s.value = widgets.NewText("", theme.ColorMuted, fynetheme.SizeNameText, fyne.TextStyle{}).NoWrap().NoMargin()
	s.line = beside(widgets.NewBody(i18n.Text("Speed")).NoWrap().NoMargin(), s.value)
	s.refusal = widgets.NewRefusalNote(func() { p.Voice.ForgetRefusals("speed") })
	s.slider.OnChanged = func(v float64) { p.chosen.Speed = v; s.show(v); p.Voice.ChooseSpeed(v) }
	return s
}

func (s speedSlider) show(v float64) {
	shown := fmt.Sprintf("%.1f×", v)
	if v != float64(int(v*10+0.5))/10 {
		shown = fmt.Sprintf("%.2f×", v)
	}
	s.value.SetText(shown)
	s.line.Refresh() // its right end moves with the width of the words
	said, loud := words.KnownRefusals(s.panel.chosen.Refusals, []string{"speed"}, func(string) (string, bool) {
		return strconv.FormatFloat(v, 'f', -1, 64), v != 1 // 1 is not sent
	})
	if s.refusal.Set(said, loud) {
		s.panel.relayout()
	}
}
