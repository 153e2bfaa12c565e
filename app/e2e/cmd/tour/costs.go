package main

// costs are the steps that show costs.
var costs = []step{
	{"192-costs-in-settings", all(converse("Practice writer", "A word of thanks, in short"), openSection("Costs"), see("Show costs…"))},
	{"193-what-it-cost", all(click("Show costs…"), see("=Group by: By model"))},
	{"194-by-chat", all(wheelTo("=Group by: By model"), click("=Group by: By model"), click("=By chat"), wheelTo("=Group by: By chat"))},
	{"195-prices", all(key("Escape"), click("Set prices…"), see("Prices"))},
	{"196-a-price", all(click("=Practice writer"), see("=Paste prices from a web page"))},
	{"197-cost-under-a-reply", all(
		key("Escape", "Escape"),
		click("=Show costs under replies and transcripts"),
		key("Escape"),
		ask("What is a lighthouse for?"),
		answered,
		see("Practice writer"),
	)},
	{"198-the-form-of-a-limit", all(openSection("Costs"), click("Set a limit…"), see("Limit for a month, in Practice credits"))},
	{"199-a-limit-in-settings", all(write("0.001"), click("=Save"), see("=Change…"))},
	{"200-a-limit-that-is-reached", all(click("Show costs…"), see("=Group by: By model"))},
	{"201-a-message-at-the-limit", all(key("Escape", "Escape"), ask("And who pays the keeper?"), see("=Continue this month"))},
	// Steps that follow send messages, too.
	{"202-continued", all(click("=Continue this month"), answered)},
}
