package main

import (
	"context"
	"path/filepath"
	"time"

	"parlando/app/e2e"
)

// answering is the time for a few lines of a reply.
const answering = 3 * time.Second

// window are the steps with display settings and window features.
var window = []step{
	{"133-simple-view", all(
		key("Escape", "Escape"),
		converse("Practice writer", "How high is a lighthouse? In short"),
		choice("Appearance", "Simple view"),
	)},
	{"134-simple-view-on", all(key("ctrl+comma"), see("Text size"))},
	{"135-largest-text", all(
		click("=Simple view"),
		key("Escape"),
		enlarge,
	)},
	{"136-largest-settings", key("ctrl+comma")},
	{"137-shift-enter-sends", all(
		key("Escape", "ctrl+0"),
		choice("Shortcuts", "Shift+Enter or Ctrl+Enter"),
		key("ctrl+l"),
		enter("One line"),
		write("and another"),
		see("Shift+Enter to send"),
	)},
	{"138-keys-told", key("ctrl+slash")},
	{"139-wide", all(key("Escape", "ctrl+l", "ctrl+a", "Delete"), choice("Shortcuts", "Enter"), choice("Appearance", "Entire window"))},
	{"140-behind-the-quick-window", all(
		choice("Appearance", "Narrow"),
		func(ctx context.Context, t *tourist) error {
			_, err := t.screen.Run(ctx, t.program, "--data-dir", t.library, "--quick")
			return err
		},
		func(ctx context.Context, t *tourist) error { return t.screen.WaitActive(ctx, "Quick question") },
		enter("What is a lighthouse for? In short"),
		begunQuickly,
		func(ctx context.Context, t *tourist) error {
			return t.screen.SaveScreenshot(filepath.Join(t.out, "140-quick-window.png"))
		},
		key("Escape"),
	)},
}

// choice opens a section of Settings and clicks the control with this name.
func choice(section, name string) action {
	return all(openSection(section), click("="+name), key("Escape"))
}

// openSection opens a section of Settings with the list of sections, or with their menu where the
// list has no room.
func openSection(name string) action {
	return all(key("ctrl+comma"), see("Section: "), func(ctx context.Context, t *tourist) error {
		_, listed, err := t.running.Where("=" + name)
		if err != nil {
			return err
		}
		if listed {
			return click("="+name)(ctx, t)
		}
		return all(click("Section: "), click("="+name))(ctx, t)
	})
}

// begunQuickly waits until the chat of the quick window is stored.
func begunQuickly(ctx context.Context, t *tourist) error {
	if t.look.narrow() {
		return e2e.Wait(ctx, answering) // the list is collapsed
	}
	return all(see("What is a lighthouse"), pause(answering))(ctx, t)
}
