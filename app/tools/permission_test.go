package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
)

const search = "search_my_chats"

// answer is the result of Ask.
type answer struct {
	allowed bool
	err     error
}

// askInBackground asks in a goroutine of its own, inside a synctest bubble.
func askInBackground(ctx context.Context, tools *Tools, r chat.ToolRequest) <-chan answer {
	result := make(chan answer, 1)
	go func() {
		allowed, err := tools.Ask(ctx, r)
		result <- answer{allowed, err}
	}()
	synctest.Wait()
	return result
}

func expect(t *testing.T, what string, got <-chan answer, want answer) {
	t.Helper()
	synctest.Wait()
	select {
	case a := <-got:
		if a.allowed != want.allowed || !errors.Is(a.err, want.err) {
			t.Errorf("%s: %+v, want %+v", what, a, want)
		}
	default:
		t.Errorf("%s still waits", what)
	}
}

func expectWaiting(t *testing.T, tools *Tools, want ...string) {
	t.Helper()
	var calls []string
	for _, r := range tools.Waiting("conversation") {
		calls = append(calls, r.Call.ID)
	}
	if !slices.Equal(calls, want) {
		t.Errorf("waiting: %v, want %v", calls, want)
	}
}

func TestAToolThatReadsNothingIsNotAskedAbout(t *testing.T) {
	tools := open(t, t.TempDir())
	for _, name := range []string{"calculator", "date_and_time"} {
		if ok, err := tools.Ask(t.Context(), request("r", "1", name, "{}")); !ok || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	if ok, err := tools.Ask(t.Context(), request("r", "1", "unknown", "{}")); ok || !errors.Is(err, ErrUnknownTool) {
		t.Errorf("%v, %v", ok, err)
	}
	expectWaiting(t, tools)
}

// Threat 19: one call, two windows.
func TestThreat19TheFirstDecisionWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		one := askInBackground(t.Context(), tools, request("r", "1", search, `{"query":"a"}`))
		two := askInBackground(t.Context(), tools, request("r", "2", search, `{"query":"b"}`))
		expectWaiting(t, tools, "1", "2")
		if marks := tools.o.Marks.Take(); !slices.Contains(marks, changes.Change{Topic: changes.ToolRequests, ID: "conversation"}) {
			t.Errorf("marks: %v", marks)
		}
		var won atomic.Int32
		var windows sync.WaitGroup
		for _, v := range []Verdict{AllowOnce, AllowOnce} {
			windows.Go(func() {
				switch err := tools.Decide("r", "1", Decision{Verdict: v}); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, ErrDecided):
					t.Errorf("error %v", err)
				}
			})
		}
		windows.Wait()
		if won.Load() != 1 {
			t.Errorf("%d decisions held", won.Load())
		}
		expect(t, "the first call", one, answer{allowed: true})
		expectWaiting(t, tools, "2")
		if marks := tools.o.Marks.Take(); len(marks) != 1 {
			t.Errorf("marks: %v", marks)
		}
		if err := tools.Decide("r", "2", Decision{}); err != nil {
			t.Error(err)
		}
		if err := tools.Decide("r", "2", Decision{Verdict: AllowOnce}); !errors.Is(err, ErrDecided) {
			t.Errorf("error %v", err)
		}
		expect(t, "the second call", two, answer{})
		if _, err := tools.Run(t.Context(), request("r", "2", search, `{"query":"b"}`)); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("a denied call: %v", err)
		}
		if _, err := tools.Run(t.Context(), request("r", "1", search, `{"query":"a"}`)); err != nil {
			t.Error(err)
		}
		if _, err := tools.Run(t.Context(), request("r", "1", search, `{"query":"a"}`)); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("a call that was allowed once ran twice: %v", err)
		}
		if err := tools.Decide("another", "1", Decision{Verdict: AllowOnce}); !errors.Is(err, ErrDecided) {
			t.Errorf("error %v", err)
		}
	})
}

// Threat 14: nothing is allowed by habit for longer than the answer, nor for anything but what was
// shown.
func TestThreat14AllowingLastsNoLongerThanTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		first := askInBackground(ctx, tools, request("r", "1", search, `{}`))
		second := askInBackground(ctx, tools, request("r", "2", search, `{}`))
		other := askInBackground(ctx, tools, request("other", "1", search, `{}`))
		if err := tools.Decide("r", "1", Decision{Verdict: AllowForAnswer}); err != nil {
			t.Fatal(err)
		}
		expect(t, "the call", first, answer{allowed: true})
		expect(t, "the one beside it", second, answer{allowed: true})
		expectWaiting(t, tools, "1")
		expect(t, "a later one", askInBackground(ctx, tools, request("r", "3", search, `{}`)), answer{allowed: true})

		elsewhere := request("r", "4", search, `{}`)
		elsewhere.Connection = "home"
		connection := askInBackground(ctx, tools, elsewhere)
		expectWaiting(t, tools, "1", "4")

		if err := tools.Save(OwnTool{Name: "mine", Parameters: `{"type":"object"}`}, ""); err != nil {
			t.Fatal(err)
		}
		mine := askInBackground(ctx, tools, request("r", "5", "mine", `{}`))
		expectWaiting(t, tools, "1", "4", "5")

		tools.DropPermissions("r")
		after := askInBackground(ctx, tools, request("r", "6", search, `{}`))
		if _, err := tools.Run(ctx, request("r", "3", search, `{}`)); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("a call was run after its answer: %v", err)
		}
		expectWaiting(t, tools, "1", "4", "5", "6")
		cancel()
		for what, got := range map[string]<-chan answer{"another reply": other, "another connection": connection, "another tool": mine, "after the answer": after} {
			expect(t, what, got, answer{err: context.Canceled})
		}
		expectWaiting(t, tools)
		if err := tools.Decide("r", "6", Decision{Verdict: AllowOnce}); !errors.Is(err, ErrDecided) {
			t.Errorf("error %v", err)
		}
	})
}

// Threat 14: the zero decision, and one that is not known, deny.
func TestThreat14OnlyAllowingAllows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		for _, v := range []Verdict{Deny, 7, -1} {
			got := askInBackground(t.Context(), tools, request("r", "1", search, `{}`))
			if err := tools.Decide("r", "1", Decision{Verdict: v}); err != nil {
				t.Error(err)
			}
			expect(t, fmt.Sprint(v), got, answer{})
		}
	})
}

func TestAskEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		began := time.Now()
		got := askInBackground(ctx, tools, request("r", "1", search, `{}`))
		<-ctx.Done()
		expect(t, "the call", got, answer{err: context.DeadlineExceeded})
		if took := time.Since(began); took != time.Hour {
			t.Errorf("waited %v", took)
		}
		if ok, err := tools.Ask(ctx, request("r", "1", search, `{}`)); ok || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, %v", ok, err)
		}
		expectWaiting(t, tools)
	})
}

// Only the call that was shown is run.
func TestThreat19ACallThatChangedIsNotRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		shown := request("r", "1", search, `{"query":"holiday"}`)
		for what, change := range map[string]func(*chat.ToolRequest){
			"arguments":    func(r *chat.ToolRequest) { r.Call.Arguments = `{"query":"password"}` },
			"connection":   func(r *chat.ToolRequest) { r.Connection = "cloud" },
			"conversation": func(r *chat.ToolRequest) { r.Conversation = "b" },
		} {
			got := askInBackground(t.Context(), tools, shown)
			if err := tools.Decide("r", "1", Decision{Verdict: AllowOnce}); err != nil {
				t.Fatal(err)
			}
			expect(t, what, got, answer{allowed: true})
			changed := shown
			change(&changed)
			if _, err := tools.Run(t.Context(), changed); !errors.Is(err, ErrChanged) {
				t.Errorf("%s: %v", what, err)
			}
			if _, err := tools.Run(t.Context(), shown); !errors.Is(err, ErrNotAllowed) {
				t.Errorf("%s: the permission outlived the attempt: %v", what, err)
			}
		}
		if _, err := tools.Run(t.Context(), request("r", "never asked", search, `{"query":"a"}`)); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("error %v", err)
		}
	})
}

func TestTheUserTypesTheResultOfAnOwnTool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		if err := tools.Save(OwnTool{Name: "mine", Parameters: `{"type":"object"}`}, ""); err != nil {
			t.Fatal(err)
		}
		r := request("r", "1", "mine", `{"a":1}`)
		got := askInBackground(t.Context(), tools, r)
		if err := tools.Decide("r", "1", Decision{Verdict: AllowForAnswer, Result: "x"}); !errors.Is(err, ErrOnlyOnce) {
			t.Errorf("error %v", err)
		}
		expectWaiting(t, tools, "1")
		if err := tools.Decide("r", "1", Decision{Verdict: AllowOnce, Result: " typed\n"}); err != nil {
			t.Fatal(err)
		}
		expect(t, "the call", got, answer{allowed: true})
		if err := tools.Remove("mine"); err != nil {
			t.Fatal(err)
		}
		if result, err := tools.Run(t.Context(), r); err != nil || result != " typed\n" {
			t.Errorf("%q, %v", result, err)
		}
	})
}

func TestGoingOnIsAskedEachTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		goOn := func(ctx context.Context) <-chan answer {
			result := make(chan answer, 1)
			go func() {
				allowed, err := tools.AskToContinue(ctx, request("r", "ignored", search, `{}`))
				result <- answer{allowed, err}
			}()
			synctest.Wait()
			expectWaiting(t, tools, "")
			return result
		}
		for _, v := range []Verdict{AllowOnce, Deny} {
			got := goOn(t.Context())
			if err := tools.Decide("r", "", Decision{Verdict: AllowForAnswer}); !errors.Is(err, ErrOnlyOnce) {
				t.Errorf("error %v", err)
			}
			if err := tools.Decide("r", "", Decision{Verdict: v}); err != nil {
				t.Fatal(err)
			}
			expect(t, "going on", got, answer{allowed: v == AllowOnce})
		}
		if _, err := tools.Run(t.Context(), request("r", "", "", "")); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("error %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		got := goOn(ctx)
		cancel()
		expect(t, "going on", got, answer{err: context.Canceled})
	})
}

// Threat 15: a flood of calls is bounded, and one id waits once.
func TestThreat15AFloodOfCallsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := open(t, t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		for i := range maxWaiting {
			askInBackground(ctx, tools, request("r", fmt.Sprint(i), search, `{}`))
		}
		if ok, err := tools.Ask(ctx, request("r", "more", search, `{}`)); ok || err == nil {
			t.Errorf("%v, %v", ok, err)
		}
		other := askInBackground(ctx, tools, request("other", "1", search, `{}`))
		if ok, err := tools.Ask(ctx, request("other", "1", search, `{}`)); ok || err == nil {
			t.Errorf("%v, %v", ok, err)
		}
		cancel()
		expect(t, "another reply", other, answer{err: context.Canceled})
		synctest.Wait()
		expectWaiting(t, tools)
	})
}
