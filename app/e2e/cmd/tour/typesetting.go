package main

import (
	"context"
	"fmt"
	"time"

	"parlando/app/e2e"
)

// typesetting are the steps with formulas, tables, code and large text.
var typesetting = []step{
	{"141-formulas", all(
		defaultWidth,
		converse("Practice writer", "A few formulas, a table and some code"),
		wheel(-60),
		point("Copy formula"),
	)},
	{"142-formula-copied", all(
		click("Copy formula"),
		see("Copied."),
		pause(time.Second/2), // scrolling is animated
	)},
	{"143-formulas-twice-as-large", all(
		enlarge,
		wheelTo("Copy formula"),
	)},
	{"144-table-twice-as-large", wheelTo("Counted")},
	{"145-code-twice-as-large", wheelTo("Copy code")},
	{"145-as-large-as-before", key("ctrl+0")},
}

// defaultWidth restores the default width of the text. It clicks to the left of Wide, because two
// settings have a choice Normal.
var defaultWidth = all(
	key("Escape", "Escape"),
	openSection("Appearance"),
	at("=Wide", func(ctx context.Context, t *tourist, wide e2e.Rect) error {
		return t.running.ClickAt(ctx, wide.X-wide.Width/2, wide.Y+wide.Height/2)
	}),
	key("Escape"),
)

// wheelTo scrolls from the top of the chat until the element called name is in the upper half of
// the window, or the end is reached.
func wheelTo(name string) action {
	return func(ctx context.Context, t *tourist) error {
		if err := wheel(-60)(ctx, t); err != nil {
			return err
		}
		last := e2e.Rect{}
		for range 200 {
			at, here, err := t.running.Where(name)
			if err != nil || here && (at.Y < t.look.height/2 || at == last) {
				return err
			}
			last = at
			if err := wheel(1)(ctx, t); err != nil {
				return err
			}
		}
		return fmt.Errorf("no wheel leads to %q", name)
	}
}
