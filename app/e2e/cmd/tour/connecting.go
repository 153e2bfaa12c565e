package main

import (
	"context"
	"net/http/httptest"
	"time"

	"parlando/client/practice"
)

// connecting are the steps with several services.
var connecting = []step{
	{"115-settings-connections", all(key("Escape", "ctrl+n", "ctrl+comma"), see("=Add connection"))},
	{"116-connections", all(click("Connections and proxy"), see("=More about Practice"))},
	{"117-connection", all(click("=Practice"), see("=Test"))},
	{"118-connection-tested", all(
		wheelTo("=Test"),
		click("=Test"),
		see("The connection works and offers"),
		click("=Ask a quick question"),
		pause(3*time.Second),
	)},
	{"119-add-a-connection", all(key("Escape"), click("=Add connection"), gone("Looking for AI programs"))},
	{"120-pasted-curl-line", all(click("=Address of the service"), pasteCurl, see("The address and key were filled in"))},
	{"121-connections-menu", all(
		click("=Connect"),
		see("What can I help with?"),
		ask("What is a lighthouse for, in short?"),
		replied,
		key("ctrl+shift+m"),
		see("All connections…"),
	)},
	{"122-models-of-all", all(key("Escape", "ctrl+m"), write("writer"), key("Down"))},
	{"122-three-connections", all(
		key("Escape", "ctrl+comma"),
		click("Connections and proxy"),
		func(ctx context.Context, t *tourist) error { return see("=More about "+t.more)(ctx, t) },
		// The current connection, which is below the other one, has the focus.
		rename("My own gateway"),
		key("Up"),
		rename("At work"),
	)},
	{"123-forgotten", all(click("=More about My own gateway"), click("=Remove"), see("=Undo"))},
	{"124-connection-gone", all(
		key("Escape", "Escape"),
		click("Write a message…"),
		write("And a foghorn?"),
		see("=Choose another"),
	)},
	{"124-connection-chosen", all(
		click("=Choose another"),
		click("=Practice"),
		see("This chat now uses Practice."),
		// Practice is the new default connection, as its last request succeeded most recently.
		key("ctrl+a", "BackSpace"),
	)},
}

// pasteCurl serves a second gateway on this computer for the rest of the tour, and pastes a request
// to it.
func pasteCurl(ctx context.Context, t *tourist) error {
	server := httptest.NewServer(practice.New(practice.Options{Repeatable: true}))
	t.more = server.Listener.Addr().String()
	line := "curl " + server.URL + "/v1/chat/completions \\\n  -H \"Authorization: Bearer " + practice.Key + "\" \\\n  -d '{\"model\":\"practice-writer\"}'"
	return pasteHere(line)(ctx, t)
}

// rename renames the focused connection.
func rename(name string) action {
	return all(key("F2", "ctrl+a"), enter(name), see("=More about "+name))
}
