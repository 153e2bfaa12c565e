package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// step is one thing the tourist does; its picture is taken when do has returned.
type step struct {
	name string
	do   func(context.Context, *tourist) error
}

// steps are all of them, in order. Each leaves the window so that the next one can begin with a key.
var steps = slices.Concat(first, pages, troubles, more, listening, speaking, transcribing, dictating, pictures, photographing, connecting, comforts, window, typesetting, sizes)

// first are the steps of somebody who looks around.
var first = []step{
	{"01-first-run", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.start(ctx) },
			func() error { _, err := t.running.WaitFor(ctx, "Welcome to Parley"); return err },
		)
	}},
	{"02-empty-chat", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Try it now") },
			func() error { _, err := t.running.WaitFor(ctx, "Write a message…"); return err },
		)
	}},
	{"03-a-photo-attached", func(ctx context.Context, t *tourist) error {
		return all(
			// A few chats before, so that the sidebar has something to show.
			func() error { return t.ask(ctx, "Trip to Lisbon in March, in short") },
			func() error { return t.replied(ctx) },
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.ask(ctx, "A letter to the landlord, in short") },
			func() error { return t.replied(ctx) },
			func() error { return t.newChat(ctx, "Practice eyes") },
			func() error { return t.attach(ctx) },
			func() error { return t.running.Type(ctx, "What do you see in this photo?") },
		)
	}},
	{"04-what-it-saw", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.replied(ctx) },
		)
	}},
	{"04-the-whole-reply", func(ctx context.Context, t *tourist) error {
		return t.running.Resize(ctx, t.look.width, t.look.height+taller)
	}},
	{"05-writing", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Fill(ctx, t.look.width, t.look.height) },
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.ask(ctx, "How do I look after an oak tree?") },
			func() error { return t.begun(ctx) },
			func() error { return wait(ctx, 3*time.Second) },
		)
	}},
	{"06-stopped", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Stop") },
			func() error { return t.answered(ctx) },
		)
	}},
	{"07-second-answer", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Try again") },
			func() error { return t.begun(ctx) },
			// Out of the way, so that no hint lies over the reply.
			func() error { return t.running.MoveTo(ctx, t.look.width/2, t.look.height-20) },
			func() error { return t.answered(ctx) },
			func() error { _, err := t.running.WaitFor(ctx, "2 of 2"); return err },
		)
	}},
	{"08-adjust", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Adjust") },
			func() error { return t.slide(ctx, "Creativity", 0.4) },
			func() error { _, err := t.running.WaitFor(ctx, "0.8"); return err },
		)
	}},
	{"09-next-time", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+j") },
			func() error { return t.running.Quit(ctx) },
			func() error { return t.start(ctx) },
			func() error { _, err := t.running.WaitFor(ctx, "2 of 2"); return err },
		)
	}},
	{"10-the-reply-above", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.wheel(ctx, -6) },
			func() error { _, err := t.running.WaitFor(ctx, "Latest"); return err },
		)
	}},
}

// pages are what lies over the window or beside the conversation.
var pages = []step{
	{"11-search", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.search(ctx, "photo") },
			func() error { _, err := t.running.WaitFor(ctx, "What do you see"); return err },
		)
	}},
	{"12-shortcuts", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "Escape", "ctrl+slash") },
			func() error { _, err := t.running.WaitFor(ctx, "Keyboard shortcuts"); return err },
		)
	}},
	{"13-settings", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+comma") },
			func() error { _, err := t.running.WaitFor(ctx, "Appearance"); return err },
		)
	}},
	{"14-models", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+n") },
			func() error { return t.running.Key(ctx, "ctrl+m") },
			func() error { _, err := t.running.WaitFor(ctx, "Practice trouble"); return err },
		)
	}},
	{"15-rename", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "Escape") },
			func() error { return t.search(ctx, "photo") },
			func() error { _, err := t.running.WaitFor(ctx, "What do you see"); return err },
			// Tab leaves the search for the list; F2 renames what the keyboard is at.
			func() error { return t.running.Key(ctx, "Escape", "Escape") },
			func() error {
				return t.withSidebar(ctx, func() error { return t.running.Click(ctx, "=Search everything") })
			},
			func() error { return t.running.Key(ctx, "Tab", "Down", "F2") },
		)
	}},
	{"16-menu", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+a") },
			func() error { return t.running.Type(ctx, "A photo of a meadow") },
			// A focused list is called like the row the keyboard is at.
			func() error { return t.running.Key(ctx, "Return", "ctrl+l") },
			func() error { return t.secondary(ctx, "A photo of a meadow") },
			func() error { _, err := t.running.WaitFor(ctx, "Delete"); return err },
		)
	}},
	{"17-deleted", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Delete") },
			func() error { _, err := t.running.WaitFor(ctx, "=Undo"); return err },
		)
	}},
	{"18-undone", func(ctx context.Context, t *tourist) error {
		return all(
			// In a narrow window the sidebar lies over the toast.
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.running.Click(ctx, "=Undo") },
			func() error {
				return t.withSidebar(ctx, func() error { return t.running.Click(ctx, "=A photo of a meadow") })
			},
			func() error { _, err := t.running.WaitFor(ctx, "Practice eyes ·"); return err },
		)
	}},
	{"19-enlarged", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.wheel(ctx, -30) },
			func() error { return t.running.Click(ctx, "Show the picture meadow.jpg") },
		)
	}},
}

// troubles are all that can go wrong, as the practice service plays them.
var troubles = []step{
	trouble("20-cut-off", "cut off"),
	trouble("21-key-refused", "key"),
	trouble("22-busy", "busy"),
	trouble("23-server", "server"),
	trouble("24-too-long", "too long"),
	trouble("25-not-understood", "gibberish"),
	trouble("26-no-such-model", "unknown"),
	trouble("27-filtered", "filter"),
	trouble("28-length", "length"),
	trouble("29-credit", "credit"),
	trouble("30-empty", "empty"),
	{"31-silent", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.newChat(ctx, "Practice trouble") },
			func() error { return t.ask(ctx, "Please show me: silent") },
			func() error { _, err := t.running.WaitFor(ctx, "Nothing has come for 10 seconds."); return err },
		)
	}},
	{"32-two-troubles", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Stop") },
			func() error { return t.answered(ctx) },
			func() error { return t.newTrouble(ctx, "cut off") },
			func() error { return t.ask(ctx, "And now the key") },
			func() error { return t.answered(ctx) },
			func() error { return t.running.Click(ctx, "Details") },
		)
	}},
	{"33-cannot-see", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.attach(ctx) },
		)
	}},
	{"34-no-network", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.deadService(ctx) },
			func() error { return t.ask(ctx, "Is anybody there?") },
			func() error { return t.answered(ctx) },
		)
	}},
}

// letter is a long message.
var letter = strings.Repeat("Dear Sir or Madam, on the first of February the rent of my flat shall rise by 4.2 per cent. I have lived here for eleven years and ask you to say what has become better.\n\n", 8)

// more are messages of other kinds.
var more = []step{
	{"40-thinking", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+comma") },
			func() error { return t.running.Click(ctx, "All ") },
			func() error { return t.running.Click(ctx, "=Use") },
			func() error { return t.running.Key(ctx, "Escape", "Escape") },
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.ask(ctx, "Think about it first, in one sentence: what is an oak?") },
			func() error { _, err := t.running.WaitFor(ctx, "Thinking…"); return err },
		)
	}},
	{"41-thoughts", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.answered(ctx) },
			func() error { return t.running.Click(ctx, "Thought for") },
		)
	}},
	{"42-edited", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+l", "Up") },
			func() error { return t.running.Key(ctx, "End") },
			func() error { return t.running.Type(ctx, " And an elm?") },
		)
	}},
	{"43-a-branch", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { _, err := t.running.WaitFor(ctx, "2 of 2"); return err },
			func() error { return t.replied(ctx) },
		)
	}},
	{"44-many-scripts", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error {
				return t.paste(ctx, "In one sentence: مرحبا بالعالم، كيف حالك؟\nשלום עולם, מה שלומך?\n你好，世界！こんにちは 안녕하세요\nnaïve café, Ελληνικά, Привет 🙂👍🌳")
			},
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.replied(ctx) },
		)
	}},
	{"45-a-long-letter", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.paste(ctx, letter) },
		)
	}},
	{"46-sent", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.replied(ctx) },
			func() error { return t.wheel(ctx, -60) },
		)
	}},
	{"47-latest", func(ctx context.Context, t *tourist) error { return t.running.Click(ctx, "Latest") }},
	{"48-a-hint", func(ctx context.Context, t *tourist) error { return t.point(ctx, "=Send") }},
	{"49-a-hint-under-a-reply", func(ctx context.Context, t *tourist) error { return t.point(ctx, "Try again") }},
	{"50-pointed-at", func(ctx context.Context, t *tourist) error {
		return t.withSidebar(ctx, func() error { return t.point(ctx, "=Is anybody there?") })
	}},
	{"51-keyboard", func(ctx context.Context, t *tourist) error {
		return all(
			func() error {
				if t.look.narrow() {
					return t.running.Key(ctx, "Escape")
				}
				return nil
			},
			func() error { return t.running.Key(ctx, "ctrl+l", "Tab") },
		)
	}},
}

// sizes are the sizes of text other than the usual one, over the chat of the first steps.
var sizes = []step{
	size("60-very-large", "Very large"),
	{"61-very-large-adjust", func(ctx context.Context, t *tourist) error { return t.running.Key(ctx, "ctrl+j") }},
	{"62-very-large-settings", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+j") },
			func() error { return t.running.Key(ctx, "ctrl+comma") },
		)
	}},
	{"63-very-large-trouble", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.newTrouble(ctx, "key") },
			func() error { return t.running.Click(ctx, "Details") },
		)
	}},
	size("64-small", "Small"),
}

// size chooses a size of text in Settings and opens the first chat.
func size(name, words string) step {
	return step{name, func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+comma") },
			func() error { return t.running.Click(ctx, "="+words) },
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.search(ctx, "oak tree") },
			func() error { _, err := t.running.WaitFor(ctx, "How do I look"); return err },
			func() error { return t.running.Key(ctx, "Return") },
			func() error { _, err := t.running.WaitFor(ctx, "8 words"); return err },
			func() error { return t.running.Key(ctx, "ctrl+k", "Escape", "Escape") },
		)
	}}
}

// trouble asks the model that fails on purpose for one kind of failure.
func trouble(name, word string) step {
	return step{name, func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.newTrouble(ctx, word) },
		)
	}}
}

func all(actions ...func() error) error {
	for i, do := range actions {
		if err := do(); err != nil {
			return fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return nil
}
