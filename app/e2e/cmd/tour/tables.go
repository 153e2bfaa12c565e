package main

// tables are the steps with answers as tables.
var tables = []step{
	{"180-columns", all(
		key("Escape", "Escape", "ctrl+0"),
		newChat("practice-trouble/format-unfit"),
		click("Reply as a table"),
		click("=Column name"),
		write("Shop, Date, Total"),
		click("=Name of this table format"),
		write("Receipts"),
	)},
	{"181-the-form-above-the-message", all(click("=Use this table"), keep("Table: Receipts"))},
	{"182-cells-that-do-not-fit", all(ask("Put these receipts into a table"), answered, see("3 cells need checking"))},
	{"183-asked-again", all(click("Ask for these 3 cells again"), answered, gone("3 cells need checking"), see("12 rows"))},
	{"183-other-columns", all(click("Change columns…"), see("Ask again with this table"))},
	{"184-save-the-table", all(key("Escape"), click("Save as…"), see("Save table"))},
	{"185-forms", all(key("Escape"), click("=Table: Receipts"), see("New table…"))},
	{"186-cut", all(key("Escape"), choose("practice-trouble/format-cut"), ask("Once more"), answered, see("Ended early, after 7 rows"))},
	{"187-asked-in-words", all(choose("practice-trouble/format-object"), ask("And again"), see("3 rows"), answered, gone("it was described to the model in words"))},
	{"188-json-schema", all(click("=Table: Receipts"), click("=JSON…"), see("Reply as JSON"))},
	{"189-json", all(click("=Use this format"), keep("JSON"), choose("Practice writer"), ask("Tell me about lighthouses"), answered)},
	{"190-largest-table", all(
		click("=JSON"), click("=Table: Receipts"), choose("practice-trouble/format-unfit"), enlarge, ask("The same in large"), answered, see("3 cells need checking"),
	)},
	{"191-largest-columns", all(click("=Table: Receipts"), click("=Change this format…"), see("Use this table"))},
	{"191-as-large-as-before", key("Escape", "Escape", "ctrl+0")},
}

// keep makes the format of the next message the format of the chat.
func keep(format string) action {
	return all(click("="+format+" · for this message"), click("=Keep for this chat"), see("="+format))
}
