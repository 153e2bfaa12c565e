package deleted

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// key identifies a row.
type key struct {
	kind kind
	id   chat.ID
}

// itemRow shows an item and its actions.
type itemRow struct {
	item                   entry
	object                 fyne.CanvasObject
	title, about           *widgets.Text
	look, putBack, removal *widgets.Button
	actions                *fyne.Container // the buttons
}

func newRow(p *page, item entry) *itemRow {
	r := &itemRow{about: widgets.NewMuted("").NoMargin()}
	r.title = widgets.NewText("", fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{Bold: true}).Truncate().NoMargin()
	button := func(words, icon string, do *func(entry)) *widgets.Button {
		return widgets.NewButton(words, widgets.Secondary, func() {
			if *do != nil {
				(*do)(r.item)
			}
		}).SetIcon(icon).SetSmall()
	}
	r.look = button(i18n.Text("View"), "eye", &p.OnLook)
	r.putBack = button(i18n.Text("Restore"), "undo-2", &p.OnPutBack)
	r.removal = button(i18n.Text("Delete now"), "trash-2", &p.OnDelete).SetDanger(true)
	r.actions = container.New(&widgets.Flow{Gap: 8}, r.look, r.putBack, r.removal)
	column := container.New(&widgets.Column{Gap: 2}, r.title, r.about, widgets.Gap(4), r.actions)
	icon := container.New(layout.NewCustomPaddedLayout(2, 0, 0, 0), widgets.NewIcon(item.icon(), 0))
	inside := container.New(&beside{gap: 12}, icon, column)
	r.object = widgets.NewBox(inside, theme.ColorCard, theme.ColorLine, theme.RadiusCard, 12, 10)
	return r
}

func (r *itemRow) key() key { return key{r.item.Kind, r.item.ID} }

// buttons returns the buttons of the row in order.
func (r *itemRow) buttons() []*widgets.Button { return []*widgets.Button{r.look, r.putBack, r.removal} }

func (r *itemRow) set(item entry, now time.Time) {
	r.item = item
	r.title.SetText(item.Title)
	r.about.SetText(strings.Join([]string{
		item.kindWords(), i18n.Text("Deleted: {{.When}}", map[string]any{"When": words.TimeText(item.At, now)}), stays(item.At, now),
	}, " · "))
	if r.look.Disabled() != (item.Empty != "") {
		r.look.SetDisabled(item.Empty)
	}
}

// setPlaying updates the first button of a sound: play or pause.
func (r *itemRow) setPlaying(playing chat.ID) {
	if !r.item.sounds() {
		return
	}
	does, icon := i18n.Text("Play"), "play"
	if r.item.ID == playing {
		does, icon = i18n.Text("Pause"), "pause"
	}
	if r.look.AccessibilityLabel() == does {
		return
	}
	r.look.SetText(does)
	r.look.SetIcon(icon)
	r.actions.Refresh() // the button has another width
}

// stays returns how long a deleted item can still be restored.
func stays(at, now time.Time) string {
	const day = 24 * time.Hour
	days := int((at.Add(chat.DeletedRetention).Sub(now) + day - 1) / day)
	if days < 1 {
		return i18n.Text("Will be deleted at the next start")
	}
	return i18n.Plural("{{.N}} days left", days)
}

// sounds reports whether the item is played rather than read.
func (i entry) sounds() bool { return i.Kind == aRecording || i.Kind == aSoundFile }

func (i entry) kindWords() string {
	switch i.Kind {
	case aTranscript:
		return i18n.Text("Transcript")
	case aRecording:
		return i18n.Text("Recording")
	case aSoundFile:
		return i18n.Text("Audio file")
	case someMessages:
		return i18n.Text("{{.Messages}} from “{{.Chat}}”", map[string]any{"Messages": words.MessageCount(i.Count), "Chat": words.ShortName(i.Chat, words.MaxNameInSentence)})
	case wholeChat:
	}
	return i18n.Text("Chat")
}

func (i entry) icon() string {
	switch i.Kind {
	case aTranscript:
		return "scroll-text"
	case aRecording:
		return "mic"
	case aSoundFile:
		return "audio-lines"
	case wholeChat, someMessages:
	}
	return "messages-square"
}

// beside places the second object beside the first and gives it the remaining width.
type beside struct{ gap, width float32 }

// MinSize implements fyne.Layout. The height is that of the width it was last laid out in.
func (b *beside) MinSize(objects []fyne.CanvasObject) fyne.Size {
	first := objects[0].MinSize()
	left := first.Width + b.gap
	return fyne.NewSize(left, max(first.Height, widgets.HeightAt(objects[1], b.width-left)))
}

// Layout implements fyne.Layout.
func (b *beside) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	b.width = size.Width
	first := objects[0].MinSize()
	left := first.Width + b.gap
	widgets.Place(objects[0], 0, 0, first.Width, first.Height)
	widgets.Place(objects[1], left, 0, size.Width-left, size.Height)
}
