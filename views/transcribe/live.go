package transcribe

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/recordings"
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
	l.stop = widgets.NewButton(lang.L("Stop"), widgets.Primary, r.Record).SetIcon("square").SetSmall()
	l.discard = widgets.NewButton(lang.L("Throw away"), widgets.Secondary, r.Discard).SetSmall()
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
		title = lang.L("Opening the microphone…")
	case recordings.Hearing:
		title = lang.L("Recording · {{.Elapsed}}", map[string]any{"Elapsed": words.Clock(now.Elapsed)})
		if now.DigitalSilence {
			trouble = lang.L("I hear nothing: is the microphone muted?")
		} else if now.Instead {
			trouble = lang.L("The chosen microphone is not there. {{.Device}} is used instead.", map[string]any{"Device": now.Device})
		}
	case recordings.Closing:
		title = lang.L("Keeping what was heard…")
	case recordings.Failed:
		title = lang.L("The recording has ended")
		failed := words.ForDictation(now.Problem.Kind, now.Kept)
		trouble = failed.Title + " " + failed.Safe
	case recordings.Idle:
	}
	l.title.SetText(title)
	l.level.Set(now.Level)
	stop := lang.L("Stop")
	if now.Phase == recordings.Failed {
		stop = lang.L("Close")
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
