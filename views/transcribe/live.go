package transcribe

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/recordings"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// live is what is being recorded: how long, how loud, and what is the matter if nothing is heard.
type live struct {
	widget.BaseWidget
	title, trouble *widgets.Words
	level          *widgets.Progress
	stop, discard  *widgets.Button
	box            *widgets.Box
	column         *fyne.Container
}

func newLive(r Recordings) *live {
	l := &live{level: widgets.NewProgress()}
	l.title = widgets.NewBody("").NoWrap().Flush()
	l.trouble = widgets.NewWords("", theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush()
	l.trouble.Hide()
	l.stop = widgets.NewButton(i18n.Text("Stop"), widgets.Primary, r.Record).SetIcon("square").SetSmall()
	l.discard = widgets.NewButton(i18n.Text("Throw away"), widgets.Secondary, r.Discard).SetSmall()
	// The trouble comes and goes: the buttons above it stay under the pointer.
	l.column = container.New(&widgets.Column{Gap: 10}, l.title, l.level, container.New(&widgets.Flow{Gap: 8}, l.stop, l.discard), l.trouble)
	l.box = widgets.NewBox(l.column, theme.ColorCard, theme.ColorLine, theme.RadiusCard, 12, 12)
	l.ExtendBaseWidget(l)
	l.Hide()
	return l
}

// set shows what is heard and reports whether it is now higher, lower, or gone.
func (l *live) set(now recordings.Live) bool {
	mine := now.Purpose == recordings.Keeping && now.Phase != recordings.Idle
	changed := l.Visible() != mine
	widgets.Show(l, mine)
	if !mine {
		return changed
	}
	title, trouble := "", ""
	switch now.Phase {
	case recordings.Opening:
		title = i18n.Text("Opening the microphone…")
	case recordings.Hearing:
		title = i18n.Text("Recording · {{.Elapsed}}", map[string]any{"Elapsed": words.Clock(now.Elapsed)})
		if now.DigitalSilence {
			trouble = i18n.Text("I hear nothing: is the microphone muted?")
		} else if now.Instead {
			trouble = i18n.Text("The chosen microphone is not there. {{.Device}} is used instead.", map[string]any{"Device": now.Device})
		}
	case recordings.Closing:
		title = i18n.Text("Keeping what was heard…")
	case recordings.Failed:
		title = i18n.Text("The recording has ended")
		failed := words.ForDictation(now.Problem.Kind, now.Kept)
		trouble = failed.Title + " " + failed.Safe
	case recordings.Idle:
	}
	l.title.SetText(title)
	l.level.Set(now.Level)
	stop := i18n.Text("Stop")
	if now.Phase == recordings.Failed {
		stop = i18n.Text("Close")
	}
	l.stop.SetWords(stop)
	widgets.Show(l.discard, now.Phase == recordings.Hearing || now.Phase == recordings.Opening)
	if trouble != l.trouble.Text() {
		l.trouble.SetText(trouble)
		widgets.Show(l.trouble, trouble != "")
		changed = true
	}
	return changed
}

// CreateRenderer implements fyne.Widget.
func (l *live) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.box) }
