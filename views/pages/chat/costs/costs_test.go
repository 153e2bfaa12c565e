package costs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/history"
	"parlando/app/ledger"
	"parlando/app/limits"
	"parlando/app/settings"
	"parlando/client"
	"parlando/views/composer"
	"parlando/views/monthlylimit"
	"parlando/views/uithread"
	"parlando/views/words"
)

// prices knows the prices of some models.
type prices map[string]cost.Price

func (p prices) Price(_ chat.ID, model string) (cost.Price, bool, bool) {
	price, ok := p[model]
	return price, true, ok
}

// room is a controller with a chat and a true ledger.
type room struct {
	*Controller
	t          *testing.T
	ledger     *ledger.Ledger
	library    *history.Store
	thread     *uithread.Thread
	log        strings.Builder
	costs      settings.Costs
	open       chat.Conversation
	background int
	draft      chat.Draft
	free       bool
	// notice is the notice shown, under the costs shown by request; notices and chats count the
	// notices and the new chats.
	notice         composer.Notice
	under          map[chat.ID]cost.Sum
	notices, chats int
	// limit is the monthly limit, nil for none. said has the messages and questions, asked is the
	// last question, changed counts the forms opened for another limit.
	limit   *limits.Status
	told    bool
	said    []string
	asked   monthlylimit.Question
	changed int
}

func (r *room) Status(chat.ID) (limits.Status, bool) {
	if r.limit == nil {
		return limits.Status{}, false
	}
	return *r.limit, true
}

func (r *room) Pass(chat.ID) { r.limit.Passed = true }

func (r *room) TakeWarning(chat.ID) bool {
	first := r.limit.IsNear() && !r.told
	r.told = r.told || first
	return first
}

// newRoom has two models: 1,000 output tokens of the dear one cost a dollar. cancel ends the reads.
func newRoom(t *testing.T) (r *room, cancel func()) {
	t.Helper()
	library, err := history.Open(t.Context(), t.TempDir(), history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nothing, dollar := int64(0), int64(1_000_000_000)
	l := ledger.New(ledger.Options{Database: library.Database(), Prices: prices{"dear": {Currency: "USD", Input: &nothing, Output: &dollar}}})
	t.Cleanup(func() {
		if err := errors.Join(l.Close(), library.Close()); err != nil {
			t.Error(err)
		}
	})
	r = &room{t: t, ledger: l, library: library, thread: uithread.New(func(f func()) { f() }, func() {}), open: chat.Conversation{Model: "dear"}}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	r.Controller = New(ctx, r.thread, slog.New(slog.NewTextHandler(&r.log, nil)), l, r, func() settings.Costs { return r.costs }, Chat{
		Open: func() chat.Conversation { return r.open }, Draft: func() chat.Draft { return r.draft }, Background: func() int { return r.background }, IsPaid: func() bool { return !r.free },
		ShowCosts: func(all map[chat.ID]cost.Sum) { r.under = all }, ShowNotice: func(n composer.Notice) { r.notice = n; r.notices++ },
		NewChat: func() { r.chats++ }, Connection: func() (chat.ID, string) { return "here", "Oak Cloud" },
		Say: func(sentence string) { r.said = append(r.said, sentence) },
		Ask: func(q monthlylimit.Question) {
			r.said, r.asked = append(r.said, q.Title+" "+q.Detail+" ["+q.OnceName+"]"), q
		},
		ChangeLimit: func(chat.ID) { r.changed++ },
	})
	return r, cancel
}

// do does something and waits for what is read.
func (r *room) do(f func()) { r.thread.WaitForReads(time.Minute, f) }

// charge is a request of a chat that has been answered.
func (r *room) charge(conversation, request chat.ID, in, out int) {
	ctx := cost.WithSubject(r.t.Context(), cost.Subject{Purpose: cost.Chatting, Conversation: conversation, Request: request})
	r.ledger.Meter("c").Ended(ctx, client.Charge{
		ID: uint64(in)<<32 + uint64(out), Purpose: client.PurposeChat, Model: "dear", Attempts: 1, Answered: true,
		Usage: &client.Usage{Prompt: in, Completion: out, Total: in + out, Tokens: client.Tokens{Input: in, Output: out}},
	})
	r.ledger.Flush()
}

// shown are the costs under the replies.
func (r *room) shown() string {
	var all []string
	for _, id := range []chat.ID{"one", "two"} {
		if sum, ok := r.under[id]; ok {
			all = append(all, fmt.Sprint(id, " ", words.CostText(sum)))
		}
	}
	return strings.Join(all, ", ")
}

func TestTheCostsOfTheOpenChat(t *testing.T) {
	r, cancel := newRoom(t)
	r.charge("a", "one", 10, 1000)
	r.charge("b", "two", 29_000, 999)
	const button = " [New chat]"
	each := func(cost, tokens string) string {
		return "Each message now costs about " + cost + " (" + tokens + " tokens), because the chat so far is sent with it. A new chat costs less." + button
	}
	for _, step := range []struct {
		name           string
		do             func()
		shown, noticed string
	}{
		{"not shown", func() { r.open.ID = "a"; r.Refresh() }, "", ""},
		{"switched on", func() { r.costs.UnderReplies = true; r.RefreshSettings() }, "one $1.00", ""},
		{"one more request", func() { r.charge("a", "two", 20, 500); r.Refresh() }, "one $1.00, two $0.50", ""},
		{"nothing is typed", func() { r.costs.WarnAbove = 500_000; r.RefreshSettings() }, "one $1.00, two $0.50", ""},
		{"typed", func() { r.draft.Text = "Hello"; r.RefreshEstimate() }, "one $1.00, two $0.50", each("$0.50", "520")},
		{"at no cost", func() { r.free = true; r.RefreshEstimate() }, "one $1.00, two $0.50", ""},
		{"at a cost again", func() { r.free = false; r.RefreshEstimate() }, "one $1.00, two $0.50", each("$0.50", "520")},
		{"less than the limit", func() { r.costs.WarnAbove = 500_001; r.RefreshSettings() }, "one $1.00, two $0.50", ""},
		{"a picture alone", func() {
			r.costs.WarnAbove = 1
			r.draft = chat.Draft{Parts: []chat.Part{{Kind: chat.PartText, Text: "Hello"}}}
			r.RefreshSettings()
		}, "one $1.00, two $0.50", each("$0.50", "520")},
		{"no limit", func() { r.costs.WarnAbove = 0; r.RefreshSettings() }, "one $1.00, two $0.50", ""},
		{"another chat", func() { r.costs.WarnAbove = 1; r.open.ID = "b"; r.RefreshEstimate() }, "two $1.00", each("$1.00", "30,000")},
		{"from one to another at once", func() { r.open.ID = "a"; r.Refresh(); r.open.ID = "b"; r.Refresh() }, "two $1.00", each("$1.00", "30,000")},
		{"a new chat", func() { r.open.ID = ""; r.draft.Text = "Hello"; r.RefreshEstimate() }, "", "This message will cost about $0.40 (1 token)."},
		{"at an unknown price", func() { r.open.Model = "unknown"; r.RefreshEstimate() }, "", ""},
		{"in a long chat", func() { r.draft = chat.Draft{Text: "Hello"}; r.open.ID = "b"; r.RefreshEstimate() }, "two $1.00", "This chat has become long: each message now sends about 30,000 tokens. The price isn't known." + button},
		{"in one not quite so long", func() { r.charge("b", "one", 29_000, 998); r.Refresh() }, "one $1.00, two $1.00", ""},
		{"a long message at an unknown price", func() { r.draft.Text = strings.Repeat("Hello there. ", 20_000); r.RefreshEstimate() }, "one $1.00, two $1.00", ""},
	} {
		was, notices := r.notice.Text, r.notices
		r.do(step.do)
		noticed := r.notice.Text
		if r.notices > notices && noticed == was { // the keyboard may be at its button
			t.Errorf("%s: the same notice again", step.name)
		}
		if r.notice.Button != "" {
			noticed += " [" + r.notice.Button + "]"
		}
		if r.shown() != step.shown || noticed != step.noticed || r.notice.Key != noticeKey && r.notice.Key != "" {
			t.Errorf("%s: shown %q, said %q", step.name, r.shown(), noticed)
		}
		if r.notice.Button != "" {
			before := r.chats
			if r.notice.Action(); r.chats != before+1 {
				t.Errorf("%s: the button opens %d new chats", step.name, r.chats-before)
			}
		}
	}
	if r.log.Len() > 0 {
		t.Errorf("logged %s", r.log.String())
	}
	if err := r.library.Database().Update(t.Context(), 0, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), "ALTER TABLE charge RENAME TO lost")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if r.do(r.Refresh); !strings.Contains(r.log.String(), "The costs of a chat could not be read") {
		t.Errorf("not read, it logged %q", r.log.String())
	}
	r.log.Reset()
	cancel() // Parlando closes
	if r.do(r.Refresh); r.log.Len() > 0 {
		t.Errorf("logged while closing: %s", r.log.String())
	}
}

// The first message of a chat sends the files of its project, too.
func TestTheFilesOfAProjectCost(t *testing.T) {
	r, _ := newRoom(t)
	before, with := 0, 0
	r.draft.Text = "When does the notice period end?"
	_, next := r.Estimate()
	before, r.background = next.Tokens, 9000
	_, next = r.Estimate()
	if with = next.Tokens; with != before+9000 {
		t.Errorf("with the files there are %d tokens, without %d", with, before)
	}
	r.open.ID = chat.NewID()
	r.charge(r.open.ID, "one", 9100, 1)
	r.do(r.Refresh)
	if _, next = r.Estimate(); next.Tokens > 9200+before {
		t.Errorf("in the next message the files count twice: %d tokens", next.Tokens)
	}
}

// A chat counts as grown if it has more tokens than the message.
func TestANewChatIsOfferedWhereTheChatIsLongerThanTheMessage(t *testing.T) {
	r, _ := newRoom(t)
	r.costs.WarnAbove = 1
	r.draft.Text = "What is a lighthouse for?"
	message := r.ledger.EstimateMessage(cost.Counts{}, r.open, r.draft, 0).Tokens
	for more, grown := range []bool{false, true} {
		r.open.ID = chat.NewID()
		r.charge(r.open.ID, "one", message-1+more, 1)
		if r.do(r.RefreshEstimate); (r.notice.Button != "") != grown {
			t.Errorf("%d more tokens: %q", more, r.notice.Text)
		}
	}
}

// Near the limit a sentence says so once; at the limit each message asks, until the user continues
// for the month.
func TestTheMonthlyLimitIsSaidOnceAndEachMessageAsks(t *testing.T) {
	r, _ := newRoom(t)
	sent := 0
	var send func()
	send = func() {
		if r.RefreshLimit(); r.MaySend("Send this one", send) {
			sent++
		}
	}
	send() // without a limit
	const question = "The monthly limit of Oak Cloud is reached $10.00 spent this month, limit $10.00. Nothing has been sent yet. If you continue this month, Parlando doesn't ask again until next month. [Send this one]"
	usd := func(micros int64) cost.Money { return cost.Money{Micros: micros, Currency: "USD"} }
	r.limit = &limits.Status{Limit: usd(10_000_000)}
	for _, step := range []struct {
		spent int64
		sent  int
		said  string
	}{
		{7_900_000, 2, ""},
		{8_000_000, 3, "You have spent $8.00 of your monthly limit of $10.00 for Oak Cloud."},
		{9_000_000, 4, ""},
		{10_000_000, 4, question},
	} {
		r.said, r.limit.Spent = nil, usd(step.spent)
		if send(); sent != step.sent || strings.Join(r.said, "|") != step.said {
			t.Errorf("at %d: %d sent, %q", step.spent, sent, r.said)
		}
	}
	for i, step := range []struct {
		name   string
		answer func()
		asks   bool
	}{
		{"once", func() { r.asked.Once() }, true},
		{"once more", func() { r.asked.Once() }, true},
		{"another limit", func() { r.asked.Change(); sent++ }, true},
		{"the month", func() { r.asked.Month() }, false},
	} {
		step.answer()
		r.said = nil
		if send(); (len(r.said) > 0) != step.asks || sent != min(i, 3)+5+i/3 {
			t.Errorf("after %s: %d sent, %q", step.name, sent, r.said)
		}
	}
	if r.changed != 1 {
		t.Errorf("the form of the limit was opened %d times", r.changed)
	}
}
