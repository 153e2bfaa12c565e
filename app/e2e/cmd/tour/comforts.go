package main

import (
	"context"
	"strings"
)

// comforts are the steps with presets, rarely used parameters, quotations and attached texts.
var comforts = []step{
	{"125-presets", all(newChat("Practice writer"), panel(true), click("=Preset: None"), see("=Translator"))},
	{"126-preset-picked", all(click("=Precise"), see("=Preset: Precise"))},
	{"127-preset-changed", all(
		slide("Repeat less", 0.4),
		see("=Preset: Precise (changed)"),
		click("=Preset: Precise (changed)"),
		click("=Save as preset…"),
		write("Letters to the office"),
	)},
	{"128-presets-in-order", all(
		key("Return"),
		see("=Preset: Letters to the office"),
		click("=Preset: Letters to the office"),
		click("=Manage presets…"),
		click("=Delete Balanced"),
		see("=Restore built-in presets"),
	)},
	{"129-more-dials", all(
		key("Escape"),
		scrollPanel(40),
		click("=More settings"),
		click("=Stop at these words"),
		enter(`\n\n`),
		enter("THE END"),
		click("=Choose a random number"),
	)},
	{"130-a-text-file-and-a-long-paste", all(
		key("ctrl+n"),
		panel(false),
		newFile("harbors.csv", []byte("name;depth\nWhitby;4.5\nHull;9\n")),
		pasteFiles("harbors.csv"),
		see("harbors.csv"),
		paste(strings.Repeat("The harbor master writes again. ", 150)),
		see("=Insert as text"),
		write("Which of them is the deepest, in short?"),
	)},
	{"131-sent-with-them", all(key("Return"), replied, secondary("harbors.csv"), see("=Quote message"))},
	{"132-a-quotation", all(click("=Quote message"), write("And the one after that?"))},
}

// scrollPanel turns the wheel over the panel Adjust.
func scrollPanel(steps int) action {
	return func(ctx context.Context, t *tourist) error {
		return t.running.Scroll(ctx, t.look.width-100, t.look.height/2, steps)
	}
}

// panel opens the panel Adjust, or closes it.
func panel(open bool) action {
	return func(ctx context.Context, t *tourist) error {
		_, isOpen, err := t.running.Where("=Close") // beside the title, which does not scroll
		if err != nil || isOpen == open {
			return err
		}
		if err := t.running.Key(ctx, "ctrl+j"); err != nil || open {
			return err
		}
		return t.running.WaitGone(ctx, "=Close")
	}
}
