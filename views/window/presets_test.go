package window

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/words"
)

// lastAsked is how the last reply of the open chat was asked for, from the disk.
func (p *user) lastAsked() chat.Parameters {
	p.t.Helper()
	return p.lastReply().Request.Params
}

func (p *user) lastReply() chat.Message {
	p.t.Helper()
	heads, err := p.History.Thread(p.t.Context(), p.open().ID)
	if err != nil || len(heads) == 0 {
		p.t.Fatal(heads, err)
	}
	ms, err := p.History.Messages(p.t.Context(), []chat.ID{heads[len(heads)-1].ID})
	if err != nil || ms[0].Request == nil {
		p.t.Fatal(ms, err)
	}
	return ms[0]
}

func TestDialsAreSavedAsAPresetAndAnotherIsPicked(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.clicks("Adjust replies")
		p.clicks("Preset: None")
		p.clicks("Precise")
		p.sees("Preset “Precise” is on.")
		p.clicks("Undo")
		p.has("Preset: None")
		if !p.open().Params.IsZero() {
			t.Errorf("Undo leaves %+v", p.open().Params)
		}

		p.clicks("Preset: None")
		p.clicks("Short answers")
		p.has("Preset: Short answers")
		p.adjust.OnChange(func() chat.Parameters { v := p.open().Params; n := 300; v.MaxTokens = &n; return v }())
		p.adjust.Set(p.open().Params)
		p.has("Preset: Short answers (changed)")
		p.clicks("Preset: Short answers (changed)")
		p.clicks("Save as preset…")
		p.presses(fyne.KeyReturn)
		p.sees("Enter a name for the preset.")
		p.types("Letters")
		p.presses(fyne.KeyReturn)
		p.sees("Saved preset “Letters”.")
		p.has("Preset: Letters")

		p.sends("One")
		p.readsToTheEnd()
		if got := p.lastAsked(); got.MaxTokens == nil || *got.MaxTokens != 300 || !strings.HasPrefix(got.Instructions, "Answer in one to three") {
			t.Errorf("asked with %+v", got)
		}

		p.holds(fyne.KeyP)
		p.clicks("Precise")
		p.sends("Two")
		p.readsToTheEnd()
		if got := p.lastAsked(); got.MaxTokens != nil || got.Instructions != "" || got.Temperature == nil || *got.Temperature != 0.2 {
			t.Errorf("asked with %+v", got)
		}
		p.quit()

		p = h.start()
		p.has("Preset: Precise")
		if first := p.Settings.Get().Presets[0]; first.Name != "Letters" || *first.Parameters.MaxTokens != 300 {
			t.Errorf("kept %+v", first)
		}
		// A new chat begins with what new chats begin with.
		p.holds(fyne.KeyN)
		p.has("Preset: None")
	})
}

func TestAPresetIsUpdatedDeletedAndBroughtBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.clicks("Adjust replies")
		p.clicks("Preset: None")
		p.clicks("Creative")
		p.drain()
		was := p.open().Params
		p.adjust.OnChange(func() chat.Parameters { v := was.Clone(); n := int64(7); v.Seed = &n; return v }())
		p.adjust.Set(p.open().Params)
		p.clicks("Preset: Creative (changed)")
		p.clicks("Update “Creative”")
		p.clicks("Update")
		p.sees("Updated “Creative”.")
		p.has("Preset: Creative")
		mine := p.open().Params.Preset
		if got, _ := p.Settings.Get().Preset(mine); mine == settings.Creative || got.BuiltIn || got.Parameters.Seed == nil || got.Name != "Creative" {
			t.Errorf("the person's own is %+v", got)
		}
		p.clicks("Undo")
		p.has("Preset: Creative (changed)")
		p.clicks("Preset: Creative (changed)")
		p.clicks("Update “Creative”")
		p.clicks("Update")

		p.clicks("Preset: Creative")
		p.clicks("Manage presets…")
		p.clicks("Restore built-in presets")
		names := func() (out []string) {
			for _, one := range words.LocalizedPresets(p.Settings.Get().Presets) {
				out = append(out, one.Name)
			}
			return out
		}
		if got := names(); len(got) != 8 || got[7] != "Creative" || got[2] != "Creative" {
			t.Errorf("brought back: %q", got)
		}
		p.clicks("Short answers")
		p.has("Preset: Short answers")
		p.clicks("Undo")
		p.has("Preset: Creative")
		p.clicks("Preset: Creative")
		p.clicks("Manage presets…")
		p.clicks("Delete Balanced")
		if got := names(); got[0] != "Precise" {
			t.Errorf("deleted: %q", got)
		}
		p.clicks("Rename Precise")
		p.canvas.Focused().(interface{ SetText(string) }).SetText("Exact")
		p.presses(fyne.KeyReturn)
		if got := names(); got[0] != "Exact" || p.Settings.Get().Presets[0].ID != settings.Precise {
			t.Errorf("renamed: %q", got)
		}
		p.presses(fyne.KeyEscape)
		p.seesNot("Drag to reorder")
		p.clicks("Undo")
		if got := names(); got[0] != "Balanced" || len(got) != 8 {
			t.Errorf("after Undo: %q", got)
		}
		p.has("Preset: Creative")
	})
}

func TestWordsToStopAtASeedAnIdAndSeveralRepliesReachTheService(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(1280, 1400)
		p := h.looksAround()
		p.clicks("Adjust replies")
		p.hasNot("Choose a random number")
		p.clicks("More settings")
		p.clicks("Choose a random number")
		seed := p.open().Params.Seed
		if seed == nil || !p.Settings.Get().MoreOpen {
			t.Fatalf("seed %v, open %v", seed, p.Settings.Get().MoreOpen)
		}
		p.clicks("Stop at these words")
		p.types("the")
		p.presses(fyne.KeyReturn)
		p.clicks("Your code name for the service")
		p.types("reader-7")
		p.clicks("Use for new chats")
		ask := func() chat.Message {
			p.sends("Tell me about the lighthouse.")
			p.readsToTheEnd()
			return p.lastReply()
		}
		first := ask()
		if got := first.Request.Params; !slices.Equal(got.Stop, []string{"the"}) || *got.Seed != *seed || got.User != "reader-7" {
			t.Errorf("kept with the request: %+v", got)
		}
		if strings.Contains(first.Text(), "the") || first.Finish != chat.FinishStop || first.Text() == "" {
			t.Errorf("the reply did not stop: %q", first.Text())
		}
		p.quit()

		p = h.start()
		p.has("Choose a random number") // "More" is as it was left
		p.holds(fyne.KeyN)
		three := p.open().Params
		three.Stop, three.Replies = nil, new(int)
		*three.Replies = 3
		p.adjust.Set(three)
		p.adjust.OnChange(three)
		p.sends("Tell me about the lighthouse.")
		p.readsToTheEnd()
		p.sees("1 of 3")
		one := p.lastReply()
		p.clicks("Next reply")
		p.sees("2 of 3")
		p.wait(time.Second)
		two := p.lastReply()
		if two.Request.ID != one.Request.ID || two.Choice != 1 || two.Text() == "" || *two.Request.Params.Seed != *seed {
			t.Errorf("the second: %+v, %+v", two, two.Request)
		}
	})
}

func TestAPassageIsQuotedWithTheKeyAndFromTheMenu(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.sends("Which program runs a lighthouse?")
		p.readsToTheEnd()
		p.composer.FocusText()
		p.types("You said:")
		p.canvas.Focus(p.view)
		p.view.TypedShortcut(&fyne.ShortcutSelectAll{})
		p.holds(fyne.KeyU)
		words := p.written()
		if !strings.HasPrefix(words, "You said:\n\n> ") || !strings.HasSuffix(words, "\n\n") || !strings.Contains(words, "\n> You wrote 5 words.") || !strings.Contains(words, "\n> ```\n> package main") {
			t.Errorf("written: %q", words)
		}
		p.types("Why?")
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		ms, err := p.History.Messages(t.Context(), []chat.ID{p.lastReply().Parent})
		if err != nil || !strings.HasSuffix(ms[0].Text(), "\n\nWhy?") || !strings.Contains(ms[0].Text(), "\n> ") {
			t.Errorf("sent %q, %v", ms[0].Text(), err)
		}
	})
}
