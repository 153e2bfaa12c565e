package deleted

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// addRow adds an item and its actions.
func (p *page) addRow(item entry) {
	look, icon := i18n.Text("View"), "eye"
	if item.sounds() {
		look, icon = i18n.Text("Play"), "play"
		if item.ID == p.state.Playing {
			look, icon = i18n.Text("Pause"), "pause"
		}
	}
	button := func(name, words, icon string, do func(entry)) *widgets.Button {
		return p.ButtonCalled(name, words, widgets.Secondary, func() { widgets.CallWith(do, item) }).SetIcon(icon).SetSmall()
	}
	column := p.Group(&widgets.Column{Gap: 2}, func() {
		p.Add(widgets.NewText(item.Title, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{Bold: true}).Truncate().NoMargin())
		p.Muted(format.Facts(item.kindWords(), i18n.Text("Deleted: {{.When}}", map[string]any{"When": words.TimeText(item.At, p.state.Now)}), stays(item.At, p.state.Now)))
		p.Add(widgets.Gap(4))
		buttons := []fyne.CanvasObject{
			button("restore", i18n.Text("Restore"), "undo-2", p.OnPutBack), button("delete", i18n.Text("Delete forever"), "trash-2", p.OnDelete).SetDanger(true),
		}
		if item.Kind != aProject {
			look := button("look", look, icon, p.OnLook)
			look.SetDisabled(item.Empty)
			buttons = slices.Insert(buttons, 0, fyne.CanvasObject(look))
		}
		p.firsts = append(p.firsts, buttons[0].(*widgets.Button))
		p.AddRow(buttons...)
	})
	sign := container.New(layout.NewCustomPaddedLayout(2, 0, 0, 0), widgets.NewIcon(item.icon(), 0))
	p.Add(widgets.NewBox(container.New(&beside{gap: 12}, sign, column), theme.ColorCard, theme.ColorLine, theme.RadiusCard, 12, 10))
}

// stays returns a sentence about how long a deleted item can still be restored.
func stays(at, now time.Time) string {
	const day = 24 * time.Hour
	days := int((at.Add(chat.DeletedRetention).Sub(now) + day - 1) / day)
	if days < 1 {
		return i18n.Text("Will be deleted the next time you open Parlando")
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
	case aProject:
		return i18n.Text("Project")
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
	case aProject:
		return "folder"
	case wholeChat, someMessages:
	}
	return "messages-square"
}

// beside places the second object beside the first and gives it the remaining width.
type beside struct{ gap, width float32 }

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
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
