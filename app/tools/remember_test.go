package tools

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"parlando/app/chat"
	"parlando/app/memories"
)

const lift = `{"text":"The new flat has no lift."}`

// lease marks a turn in which the model has read a file.
func lease(r chat.ToolRequest) chat.ToolRequest {
	r.Outside = []chat.OutsideText{{Kind: chat.PartPasted, Name: "Lease.txt"}}
	return r
}

func decide(t *testing.T, tools *Tools, call string, v Verdict, want error) {
	t.Helper()
	if err := tools.Decide("r", call, Decision{Verdict: v}); !errors.Is(err, want) {
		t.Errorf("deciding %s: %v", call, err)
	}
}

func TestRememberAsksOnceEver(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, dir)
		denied := askInBackground(t.Context(), tools, request("r", "1", Remember, lift))
		decide(t, tools, "1", AllowForAnswer, ErrOnlyOnce)
		decide(t, tools, "1", Deny, nil)
		expect(t, "denied", denied, answer{})
		if tools.RemembersUnasked() {
			t.Error("a no counts as a yes")
		}
		allowed := askInBackground(t.Context(), tools, request("r", "2", Remember, lift))
		decide(t, tools, "2", AllowOnce, nil)
		expect(t, "allowed", allowed, answer{allowed: true})
		if _, err := tools.Run(t.Context(), request("r", "2", Remember, lift)); err != nil {
			t.Error(err)
		}
		expect(t, "from then on", askInBackground(t.Context(), tools, request("r", "3", Remember, lift)), answer{allowed: true})
		if err := tools.Close(); err != nil {
			t.Fatal(err)
		}
		tools = open(t, dir)
		expect(t, "after a start", askInBackground(t.Context(), tools, request("r", "4", Remember, lift)), answer{allowed: true})
		if err := tools.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestThreat1AfterTextFromOutsideEachCallIsAskedAbout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		defer func() { _ = tools.Close() }()
		outside := askInBackground(t.Context(), tools, lease(request("r", "1", Remember, lift)))
		decide(t, tools, "1", AllowOnce, nil)
		expect(t, "allowed", outside, answer{allowed: true})
		if tools.RemembersUnasked() {
			t.Error("a yes after reading a file holds for later chats")
		}
		tools.remembersFromNowOn()
		askInBackground(t.Context(), tools, lease(request("r", "2", Remember, lift)))
		expectWaiting(t, tools, "2")
		if _, err := tools.Run(t.Context(), lease(request("r", "2", Remember, lift))); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("run while it waits: %v", err)
		}
		decide(t, tools, "2", Deny, nil)

		// A permission for the whole answer was given before the file was read.
		trusted := askInBackground(t.Context(), tools, request("r", "3", search, `{"query":"a"}`))
		decide(t, tools, "3", AllowForAnswer, nil)
		expect(t, "search", trusted, answer{allowed: true})
		read := askInBackground(t.Context(), tools, lease(request("r", "4", search, `{"query":"a"}`)))
		expectWaiting(t, tools, "4")
		decide(t, tools, "4", AllowForAnswer, ErrOnlyOnce)
		decide(t, tools, "4", AllowOnce, nil)
		expect(t, "search after reading", read, answer{allowed: true})
		expect(t, "a tool that reads nothing", askInBackground(t.Context(), tools, lease(request("r", "5", Calculator, `{"expression":"1"}`))), answer{allowed: true})
	})
}

func TestTheModelLearnsWhyNothingWasRemembered(t *testing.T) {
	for want, failed := range map[string]error{
		"Remembered. The user can see it and undo it.":                           nil,
		"This was remembered before.":                                            memories.ErrKnown,
		"This is a temporary chat, of which nothing is remembered.":              ErrTemporary,
		"The list is full: it has 50 sentences. The user must remove one first.": memories.ErrFull,
		"text must have at most 200 characters. Shorten it.":                     memories.ErrTooLong,
		"It could not be stored. Nothing was remembered.":                        errors.New("disk"),
	} {
		o := options(t, t.TempDir())
		o.Remember = func(context.Context, chat.ToolRequest, string) error { return failed }
		tools, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		tools.remembersFromNowOn()
		result, err := tools.Run(t.Context(), request("r", "1", Remember, lift))
		if err != nil {
			result = err.Error()
		}
		if result != want {
			t.Errorf("%v: %q, want %q", failed, result, want)
		}
	}
}
