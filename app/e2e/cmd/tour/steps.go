package main

import (
	"context"
	"slices"
	"strings"
	"time"
)

// step is a step of the tour. Its screenshot is taken after do.
type step struct {
	name string
	do   action
}

// steps are all steps in order. After each step, the next one can start with a key.
var steps = slices.Concat(first, pages, problems, more, listening, speaking, transcribing, dictating, pictures, photographing, connecting, comforts, window, typesetting, sizes, tools, costs)

// first are the first steps of a new user.
var first = []step{
	{"01-first-run", all(start, see("Welcome to Parlando"))},
	{"01-the-form-of-a-service", all(click("=Connect to a service"), see("=Get a key"))},
	{"01-models-on-this-computer", all(click("=Back"), click("=AI on this computer"), see("=Back"))},
	{"01-back", all(click("=Back"), see("Welcome to Parlando"))},
	{"02-empty-chat", all(click("Try it now"), see("Write a message…"))},
	{"03-a-photo-attached", all(
		// Create a few chats first, so that the sidebar is not empty.
		ask("Trip to Lisbon in March, in short"),
		replied,
		converse("Practice writer", "A letter to the landlord, in short"),
		newChat("Practice eyes"),
		attach,
		write("How do I make the coffee in this photo at home?"),
	)},
	{"04-what-it-saw", all(key("Return"), replied)},
	{"04-the-whole-reply", showWholeReply},
	{"05-writing", all(
		fillScreen,
		newChat("Practice writer"),
		ask("How do I look after an oak tree?"),
		begun,
		pause(3*time.Second),
	)},
	{"06-stopped", all(click("=Stop"), answered)},
	{"07-second-answer", all(
		click("Try again"),
		begun,
		// Move the pointer, so that no tooltip covers the reply.
		func(ctx context.Context, t *tourist) error {
			return t.running.MoveTo(ctx, t.look.width/2, t.look.height-20)
		},
		answered,
		see("2 of 2"),
	)},
	{"08-adjust", all(click("=Adjust replies"), slide("Creativity", 0.4), see("0.8"))},
	{"09-next-time", all(
		key("ctrl+j"),
		func(ctx context.Context, t *tourist) error { return t.running.Quit(ctx) },
		start,
		see("2 of 2"),
	)},
	{"10-the-reply-above", all(wheel(-6), see("To the end"))},
}

// pages are the steps with pages and sheets.
var pages = []step{
	{"11-search", all(search("photo"), see("How do I make"))},
	{"12-shortcuts", all(key("Escape", "Escape", "ctrl+slash"), see("Start a new line"))},
	{"13-settings", all(key("Escape"), openSection("Appearance"))},
	{"14-models", all(key("Escape", "ctrl+n"), key("ctrl+m"), see("Practice problems"))},
	{"15-rename", all(
		key("Escape", "Escape"),
		search("photo"),
		see("How do I make"),
		// Down moves the focus from the search to the list; F2 renames the focused row.
		key("Escape", "Escape"),
		withSidebar(click("=Search")),
		key("Down", "Down", "F2"),
	)},
	{"16-menu", all(
		key("ctrl+a"),
		write("A cup of espresso"),
		// A focused list has the name of its focused row.
		key("Return", "ctrl+l"),
		secondary("A cup of espresso"),
		see("Delete"),
	)},
	{"17-deleted", all(click("=Delete"), see("=Undo"))},
	{"18-undone", all(
		// In a narrow window the sidebar covers the toast.
		key("Escape"),
		click("=Undo"),
		withSidebar(click("=A cup of espresso")),
		see("Warm the cup"),
	)},
	{"19-enlarged", all(wheel(-30), click("Show picture espresso.jpg"), still)},
}

// problems are the steps with all failures that the practice service simulates.
var problems = []step{
	problem("20-cut-off", "cut off"),
	problem("21-key-refused", "key"),
	problem("22-busy", "busy"),
	problem("23-server", "server"),
	problem("24-too-long", "too long"),
	problem("25-not-understood", "gibberish"),
	problem("26-no-such-model", "unknown"),
	problem("27-filtered", "filter"),
	problem("28-length", "length"),
	problem("29-credit", "credit"),
	problem("30-empty", "empty"),
	{"31-silent", all(newChat("Practice problems"), ask("Please show me: silent"), see("Nothing has arrived for 10 seconds. You can keep waiting or stop."))},
	{"32-two-troubles", all(click("=Stop"), answered, newProblem("cut off"), ask("And now the key"), answered, click("Details"))},
	{"33-cannot-see", all(newChat("Practice writer"), attach)},
	{"34-no-network", all(deadService, ask("Is anybody there?"), answered)},
}

// letter is a long message.
var letter = strings.Repeat("Dear Sir or Madam, on the first of February the rent of my flat shall rise by 4.2 per cent. I have lived here for eleven years and ask you to say what has become better.\n\n", 8)

// scripts has words in 30 scripts, some lines mixing several.
const scripts = "مرحبا بالعالم، كيف حالك؟\nשלום עולם, מה שלומך? (3 abc)\n你好，世界！こんにちは 안녕하세요\nnaïve café, Ελληνικά, Привет 🙂👍🌳\n" +
	"Zażółć gęślą, Tiếng Việt ệ Ế 😀 | اُردُو ہے | ที่นี่ กตัญญู ฐู ปู่ | ສະບາຍດີ ຢູ່\nខ្មែរ សួស្ដី ស្ត្រី | မြန်မာ ကျွန်ုပ် | བོད་ཡིག རྒྱལ\n" +
	"नमस्ते दुनिया | বাংলা কুকুর | ਪੰਜਾਬੀ ਕੁ | ગુજરાતી કૃ | ଓଡ଼ିଆ\nதமிழ் | తెలుగు స్త్రీ | ಕನ್ನಡ ಸ್ತ್ರೀ | മലയാളം | සිංහල\n" +
	"አማርኛ | ქართული | Հայերեն | ᏣᎳᎩ | افتح الملف src/auth.ts وعدّل السطر 12 (مهم)."

// more are the steps with other kinds of messages.
var more = []step{
	{"40-thinking", all(
		key("ctrl+comma"),
		click("Connections and proxy"),
		click("=Use"),
		key("Escape", "Escape"),
		newChat("Practice writer"),
		ask("Think about it first, in one sentence: what is an oak?"),
		see("Thinking…"),
	)},
	{"41-thoughts", all(answered, click("Thought for"))},
	{"42-edited", all(key("ctrl+l", "Up"), key("End"), write(" And an elm?"))},
	{"43-a-branch", all(key("Return"), see("2 of 2"), replied)},
	{"44-many-scripts", all(
		newChat("Practice writer"),
		paste("In one sentence: "+scripts),
		key("Return"),
		replied,
	)},
	{"45-a-long-letter", all(newChat("Practice writer"), paste(letter))},
	{"46-sent", all(key("Return"), replied, wheel(-60))},
	{"47-latest", click("To the end")},
	{"48-a-hint", point("=Send")},
	{"49-a-hint-under-a-reply", point("Try again")},
	{"50-pointed-at", withSidebar(point("=Is anybody there?"))},
	{"51-keyboard", all(
		whenNarrow(key("Escape")), key("ctrl+l", "Tab"),
	)},
}

// sizes are the steps with other text sizes, in the chat of the first steps.
var sizes = []step{
	size("60-very-large", "Very large"),
	{"61-very-large-adjust", key("ctrl+j")},
	{"62-very-large-settings", all(key("ctrl+j"), openSection("Appearance"))},
	{"63-very-large-trouble", all(key("Escape"), newProblem("key"), click("Details"))},
	size("64-small", "Small"),
}

// size selects a text size in Settings and opens the first chat.
func size(name, words string) step {
	return step{name, all(choice("Appearance", words), search("oak tree"), see("How do I look"), key("Return"), see("8 words"), key("ctrl+k", "Escape", "Escape"))}
}

// problem causes one kind of failure with the model that fails on purpose.
func problem(name, word string) step {
	return step{name, all(key("Escape"), newProblem(word))}
}
