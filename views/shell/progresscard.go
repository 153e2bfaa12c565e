package shell

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// RunWithProgress runs work in the background under a card with its progress and Stop, and then
// calls done on the window's thread with the error of work: context.Canceled if it was stopped.
// Work calls progress with the completed share, from 0 to 1.
func RunWithProgress(ctx context.Context, c fyne.Canvas, t *uithread.Thread, title string, work func(ctx context.Context, progress func(share float64)) error, done func(error)) {
	ctx, cancel := context.WithCancel(ctx)
	bar, stop := widgets.NewProgress(), widgets.NewButton(i18n.Text("Stop"), widgets.Secondary, cancel)
	bar.Hide() // until work reports progress
	card := widgets.ShowOverlay(c, container.New(&widgets.Column{Gap: 12}, widgets.NewHeading(title).NoMargin(), bar, container.New(&widgets.EndRow{}, stop)), true, widgets.Centered(440))
	card.SetSticky(true)
	card.OnEscape = func() bool {
		cancel()
		return true
	}
	c.Focus(stop)
	shown := 0
	t.Go(func() func() {
		err := work(ctx, func(share float64) {
			if percent := int(share * 100); percent > shown {
				shown = percent
				t.Do(func() {
					bar.Set(min(share, 1))
					bar.Show()
					card.Relayout()
				})
			}
		})
		return func() {
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			cancel()
			card.Hide()
			done(err)
		}
	})
}
