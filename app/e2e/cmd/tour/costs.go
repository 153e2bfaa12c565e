package main

import (
	"context"

	"parlando/app/e2e"
)

// costs are the steps that show costs.
var costs = []step{
	{"192-costs-in-settings", all(converse("Practice writer", "A word of thanks, in short"), key("ctrl+comma"), click("=Costs"), see("Show costs…"))},
	{"193-what-it-cost", all(click("Show costs…"), see("=Group by: By purpose"))},
	{"194-by-chat", all(click("=Group by: By purpose"), click("=By chat"), see("=Group by: By chat"))},
	{"195-prices", all(key("Escape"), click("Set prices…"), see("Prices"))},
	{"196-a-price", all(click("=Practice writer"), see("=Paste prices from a web page"))},
	{"197-cost-under-a-reply", all(
		key("Escape", "Escape"),
		at("Show costs under replies", func(ctx context.Context, t *tourist, label e2e.Rect) error {
			// Click the switch On below the label, as other switches have the same name.
			return t.running.ClickAt(ctx, label.X+92, label.Y+label.Height+25)
		}),
		key("Escape"),
		ask("What is a lighthouse for?"),
		answered,
		see("Practice writer"),
	)},
}
