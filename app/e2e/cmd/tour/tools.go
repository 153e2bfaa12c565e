package main

import (
	"context"
	"time"

	"parlando/app/e2e"
)

// tools are the steps with tool calls.
var tools = []step{
	{"150-tools", all(
		key("Escape", "Escape", "ctrl+0"),
		converse("Practice writer", "My landlord is called Ostermann, in short"),
		newChat("Practice hands"),
		click("=Tools"),
		click("=Calculator"),
		click("=Search my chats and transcripts"),
		see("=Also search my chats with other services"),
	)},
	{"151-calculated", all(key("Escape"), ask("What is 17% of 1,250?"), replied, click("Calculated 17%"), see("Copy result"))},
	{"152-may-it-search", all(ask("Search my chats for Ostermann"), see("Allow once"))},
	{"153-my-own-tool", all(
		permit("Allow once"),
		answered,
		addOwnTool,
		write("weather"),
		key("Tab"),
		write("The weather of a city today"),
		click("=Name of value 1"),
		write("City"),
		click("=Add"),
		write("Day"),
	)},
	{"154-it-asks-me", all(click("=Save"), see("=Change…"), key("Escape"), ask("What is the weather in Lisbon?"), see("Answer…"))},
	{"155-largest-permission", all(permit("Don't answer"), answered, enlarge, ask("Search my chats for Ostermann"), see("Allow once"))},
	{"156-largest-searched", all(permit("Allow once"), answered, wheelTo("Searched your other chats"), click("Searched your other chats"), see("Copy result"))},
	{"157-largest-tools", all(click("=Tools"), see("=Add your own tool…"))},
	{"158-largest-my-own-tool", all(click("=Add your own tool…"), see("=Save"))},
	{"158-as-large-as-before", key("Escape", "Escape", "ctrl+0")},
	{"159-searched-the-web", all(
		newChat("Practice hands"),
		click("=Search the web"),
		ask("How old does an oak get?"),
		replied,
		see("3 sources"),
	)},
}

// toolStates are further states of tool calls.
var toolStates = []step{
	{"160-first-messages-with-tools", all(newChat("Practice writer"), see("=Calculate"))},
	{"161-permission-as-json", all(
		click("Find something I wrote"),
		key("Return"),
		see("Allow once"),
		click("Details"),
	)},
	{"162-not-allowed-and-stopped", all(
		permit("Don't allow"),
		answered,
		ask("Search my chats for Ostermann"),
		see("Allow once"),
		click("=Stop"),
		gone("Allow once"),
		answered,
	)},
	{"163-allowed-for-this-answer", all(
		ask("Search my chats for a submarine"),
		permit("Allow until this reply is done"),
		answered,
		click("Searched your other chats for “submarine”"),
		see("Copy result"),
		// a toast that may cover the result
		gone("This chat now uses Practice hands, which supports tools."),
	)},
	{"164-schema-behind-more", all(addOwnTool, write("Ask my wife"), click("=More: identifier, JSON Schema"), see("=Identifier"))},
	{"164-no-name", all(key("Escape"), click("=Add your own tool…"), see("=Save"), key("ctrl+a", "BackSpace"), click("=Save"), see("Enter a name."))},
	{"165-all-on", all(
		key("Escape", "Escape"),
		newChat("Practice hands"),
		click("=Tools"),
		click("=Date and time"),
		click("=Calculator"),
		click("=Search my chats and transcripts"),
		click("=weather"),
	)},
	{"166-my-result", all(
		key("Escape"),
		ask("What is the weather in Lisbon?"),
		permit("Answer…"),
		write("Sunny, 21 degrees"),
	)},
	{"167-used", all(click("=Answer"), replied, click("Used weather"), see("Copy result"))},
	{"168-ten-rounds", all(withCalculator("practice-trouble/tool-rounds"), ask("Calculate in 12 rounds"), see("Continue"))},
	{"169-failed", all(
		permit("Stop here"),
		answered,
		choose("practice-trouble/tool-arguments"),
		ask("Calculate something else"),
		answered,
		choose("practice-trouble/tool-unknown"),
		ask("Open the garage"),
		answered,
	)},
	{"170-answered-without", all(withCalculator("practice-trouble/tool-refused"), ask("In short: what is 17 % of 1,250?"), replied)},
	{"171-no-tools", all(click("=Tools"), see("=Try anyway"))},
	{"172-not-this-tool", all(
		key("Escape"),
		withCalculator("practice-trouble/tool-schema"),
		ask("In short: what is 17 % of 1,250?"),
		replied,
		click("=Tools"),
		see("=Try again"),
	)},
	{"172-closed", key("Escape")},
}

// permit presses a button of the permission card until it works: its buttons are enabled a moment
// after the card has appeared.
func permit(button string) action {
	return at(button, func(ctx context.Context, t *tourist, r e2e.Rect) error {
		for found := true; found; {
			if err := t.running.ClickAt(ctx, r.X+r.Width/2, r.Y+r.Height/2); err != nil {
				return err
			}
			if err := e2e.Wait(ctx, time.Second); err != nil {
				return err
			}
			var err error
			if r, found, err = t.running.Where(button); err != nil {
				return err
			}
		}
		return nil
	})
}

// addOwnTool opens the form for a custom tool.
var addOwnTool = all(click("=Tools"), click("=Add your own tool…"), see("=Save"))

// withCalculator starts a chat with a model and enables the calculator.
func withCalculator(model string) action {
	return all(newChat(model), click("=Tools"), click("=Calculator"), key("Escape"))
}
