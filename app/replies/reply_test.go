package replies

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client"
	"parlando/client/failure"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func waiting0() *reply {
	return newReply(chat.Message{
		ID: "reply", Role: chat.Assistant, State: chat.Waiting,
		Request: &chat.Request{ID: "request", Asked: "asked", Started: noon},
	}, true)
}

func delta(d client.Delta) client.Chunk {
	return client.Chunk{ID: "chatcmpl-1", Model: "served", Choices: []client.Delta{d}}
}

func kinds(m chat.Message) (out []chat.PartKind) {
	for _, p := range m.Parts {
		out = append(out, p.Kind)
	}
	return out
}

func TestAReplyGoesFromWaitingOverWritingToDone(t *testing.T) {
	r := waiting0()
	if got := r.Message().State; got != chat.Waiting {
		t.Fatalf("begins as %q", got)
	}
	r.Apply(delta(client.Delta{Reasoning: "Hm. "}), noon)
	if got := r.Message().State; got != chat.Writing {
		t.Fatalf("after the first chunk it is %q", got)
	}
	r.Apply(delta(client.Delta{Reasoning: "Yes.", Text: "Hel"}), noon)
	r.Apply(delta(client.Delta{Text: "lo"}), noon)
	r.Apply(delta(client.Delta{Images: []string{"https://example.org/a.png"}}), noon)
	r.Apply(delta(client.Delta{Images: []string{"https://example.org/a.png"}, FinishReason: "stop"}), noon)
	r.Apply(client.Chunk{Usage: &client.Usage{Prompt: 3, Completion: 4, Total: 7}}, noon)
	r.End(nil, noon.Add(time.Second))
	m := r.Message()
	want := []chat.Part{
		{Kind: chat.PartReasoning, Text: "Hm. Yes."},
		{Kind: chat.PartText, Text: "Hello"},
		{Kind: chat.PartRemoteImage, Text: "https://example.org/a.png"},
	}
	if m.State != chat.Done || m.Finish != chat.FinishStop || !reflect.DeepEqual(m.Parts, want) {
		t.Errorf("got %+v", m)
	}
	q := m.Request
	if q.Served != "served" || q.ReplyID != "chatcmpl-1" || q.HTTPID != "" ||
		*q.Usage != (chat.Usage{Prompt: 3, Completion: 4, Total: 7}) ||
		!q.Ended.Equal(noon.Add(time.Second)) || q.Problem != nil {
		t.Errorf("request %+v", q)
	}
}

func TestHowARepliesEndIsTold(t *testing.T) {
	cut := &failure.Error{Kind: failure.Truncated, Status: 200}
	for name, c := range map[string]struct {
		chunks []client.Delta
		err    error
		state  chat.State
		finish chat.FinishReason
		kind   problem.Kind
	}{
		"too long is done":           {[]client.Delta{{Text: "a", FinishReason: "length"}}, nil, chat.Done, chat.FinishLength, ""},
		"filtered is done":           {[]client.Delta{{Text: "a"}, {FinishReason: "content_filter"}}, nil, chat.Done, chat.FinishContentFilter, ""},
		"a refusal is an answer":     {[]client.Delta{{Refusal: "No."}}, nil, chat.Done, "", ""},
		"nothing at all fails":       {nil, nil, chat.Failed, "", problem.Empty},
		"a call alone wants a tool":  {[]client.Delta{{FinishReason: "tool_calls", ToolCalls: []client.ToolCall{{Name: "get_weather"}}}}, nil, chat.Failed, "tool_calls", problem.WantsTool},
		"a thought before a call":    {[]client.Delta{{Reasoning: "a", ToolCalls: []client.ToolCall{{Name: "get_weather"}}}}, nil, chat.CutOff, "", problem.WantsTool},
		"words beside a call":        {[]client.Delta{{Text: "a", ToolCalls: []client.ToolCall{{Name: "get_weather"}}}}, nil, chat.Done, chat.FinishToolCalls, ""},
		"a call that ends with stop": {[]client.Delta{{Text: "a", ToolCalls: []client.ToolCall{{Name: "get_weather"}}}, {FinishReason: "stop"}}, nil, chat.Done, chat.FinishToolCalls, ""},
		"too long beside a call":     {[]client.Delta{{Text: "a", ToolCalls: []client.ToolCall{{Name: "get_weather"}}}, {FinishReason: "length"}}, nil, chat.Done, chat.FinishLength, ""},
		"cut before a word fails":    {nil, cut, chat.Failed, "", problem.CutOff},
		"cut after a word is cut":    {[]client.Delta{{Text: "a"}}, cut, chat.CutOff, "", problem.CutOff},
		"cut after a thought is cut": {[]client.Delta{{Reasoning: "a"}}, cut, chat.CutOff, "", problem.CutOff},
		"refused key fails":          {nil, &failure.Error{Kind: failure.Auth, Status: 401}, chat.Failed, "", problem.KeyRejected},
		"filtered midway keeps text": {[]client.Delta{{Text: "a"}, {FinishReason: "error"}}, &failure.Error{Kind: failure.ContentFilter}, chat.CutOff, chat.FinishContentFilter, problem.Filtered},
		"the program ends":           {nil, interrupted(), chat.CutOff, "", problem.Interrupted},
		"canceled from elsewhere":    {nil, context.Canceled, chat.CutOff, "", problem.Interrupted},
	} {
		r := waiting0()
		text := ""
		for _, d := range c.chunks {
			r.Apply(delta(d), noon)
			text += d.Text
		}
		r.End(c.err, noon)
		m := r.Message()
		var kind problem.Kind
		if m.Request.Problem != nil {
			kind = m.Request.Problem.Kind
		}
		if m.State != c.state || m.Finish != c.finish || kind != c.kind || m.Text() != text {
			t.Errorf("%s: %q, finish %q, trouble %q, text %q", name, m.State, m.Finish, kind, m.Text())
		}
	}
}

func TestTextThatTurnsOutToBeReasoningIsShownAsThat(t *testing.T) {
	r := waiting0()
	r.Apply(delta(client.Delta{Reasoning: "Hm. "}), noon)
	r.Apply(delta(client.Delta{Text: "I won"}), noon)
	r.written(r.tails())
	r.Apply(delta(client.Delta{Text: "der"}), noon)
	r.Apply(delta(client.Delta{TextWasReasoning: true, Reasoning: ".", Text: "Hello"}), noon)
	r.written(r.tails())
	r.Apply(delta(client.Delta{Text: ", world", FinishReason: "stop"}), noon)
	r.End(nil, noon)
	want := []chat.Part{{Kind: chat.PartReasoning, Text: "Hm. I wonder."}, {Kind: chat.PartText, Text: "Hello, world"}}
	if m := r.Message(); m.State != chat.Done || !reflect.DeepEqual(m.Parts, want) {
		t.Errorf("got %+v", m.Parts)
	}
}

// The time that the model thinks lasts from the first thought to the first text or call.
func TestTheTimeThatTheModelThinksIsKeptWithItsReasoning(t *testing.T) {
	at := func(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }
	r := waiting0()
	r.tools = []chat.ToolDefinition{{Name: "calculate"}}
	r.Apply(delta(client.Delta{Reasoning: "Hm. "}), at(3))
	r.Apply(delta(client.Delta{Reasoning: "Yes."}), at(8))
	if tails := r.tails(); len(tails) != 1 || tails[0].Took != 5*time.Second {
		t.Errorf("while it thinks, written is %+v", tails)
	}
	r.Apply(delta(client.Delta{Text: "Hello"}), at(10))
	r.Apply(delta(client.Delta{Text: ", you"}), at(15))
	r.Apply(delta(client.Delta{Reasoning: "Now the sum."}), at(20))
	r.Apply(delta(client.Delta{PreparingTool: "calculate"}), at(22))
	r.Apply(delta(client.Delta{PreparingTool: "calculate"}), at(25))
	r.Apply(delta(client.Delta{ToolCalls: []client.ToolCall{{ID: "1", Name: "calculate"}}, FinishReason: "tool_calls"}), at(30))
	r.End(nil, at(40))
	var took []time.Duration
	for _, p := range r.Message().Parts {
		took = append(took, p.Took)
	}
	if want := []time.Duration{7 * time.Second, 0, 2 * time.Second, 0}; !slices.Equal(took, want) {
		t.Errorf("took %v, not %v", took, want)
	}
	continued := newReply(r.Message(), true)
	continued.Apply(delta(client.Delta{Reasoning: "More."}), at(60))
	if got := continued.Message().Parts[0].Took; got != 7*time.Second {
		t.Errorf("after Continue, it took %s", got)
	}
}

// A picture has its place from its first data until its file is stored, but not after the end of a
// reply without it.
func TestAPictureIsDrawingUntilItIsStored(t *testing.T) {
	r := waiting0()
	if !r.draw() || r.draw() || !r.Message().Drawing || r.Message().State != chat.Writing {
		t.Errorf("after the first data: %+v", r.Message())
	}
	r.Apply(delta(client.Delta{Text: "Text instead."}), noon)
	if r.Message().Drawing {
		t.Error("still drawing after text")
	}
	r.draw()
	r.Apply(delta(client.Delta{Images: []string{"data:image/png;base64,AAAA"}, FinishReason: "stop"}), noon)
	r.End(nil, noon)
	if !r.Message().Drawing {
		t.Error("the picture has no place before it is stored")
	}
	r.parts[1].pending, r.parts[1].blob = "", &chat.Blob{SHA256: "a"}
	if m := r.Message(); m.Drawing || len(m.Parts) != 2 {
		t.Errorf("once it is stored: %+v", m)
	}
	cut := waiting0()
	cut.draw()
	cut.Stop(noon)
	if cut.Message().Drawing {
		t.Error("drawing after the end")
	}
}

func TestWhatWasThereBeforeAContinuedReplyStaysText(t *testing.T) {
	m := waiting0().Message()
	m.Parts = []chat.Part{{Kind: chat.PartText, Text: "Once upon"}}
	r := newReply(m, true)
	r.Apply(delta(client.Delta{Text: "Go on."}), noon)
	r.Apply(delta(client.Delta{TextWasReasoning: true, Text: " a time"}), noon)
	r.End(nil, noon)
	want := []chat.Part{
		{Kind: chat.PartText, Text: "Once upon"},
		{Kind: chat.PartContinued},
		{Kind: chat.PartReasoning, Text: "Go on."},
		{Kind: chat.PartText, Text: " a time"},
	}
	if got := r.Message().Parts; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestAnEndedReplyNeverChanges(t *testing.T) {
	r := waiting0()
	r.Apply(delta(client.Delta{Text: "kept"}), noon)
	r.Stop(noon)
	before := r.Message()
	r.Apply(delta(client.Delta{Text: " late", FinishReason: "stop"}), noon)
	r.End(nil, noon.Add(time.Hour))
	r.Stop(noon.Add(time.Hour))
	if after := r.Message(); before.State != chat.Stopped || !reflect.DeepEqual(before, after) {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
}

func TestContinuedWordsComeAfterTheMark(t *testing.T) {
	first := waiting0()
	first.Apply(delta(client.Delta{Text: "one "}), noon)
	first.Stop(noon)
	m := first.Message()
	m.Request = &chat.Request{ID: "second", Continues: "request"}

	r := newReply(m, true)
	if got := r.Message(); got.State != chat.Waiting || len(got.Parts) != 1 {
		t.Fatalf("before anything came: %+v", got)
	}
	r.Apply(delta(client.Delta{Text: "tw"}), noon)
	r.Apply(delta(client.Delta{Text: "o"}), noon)
	r.End(nil, noon)
	got := r.Message()
	want := []chat.PartKind{chat.PartText, chat.PartContinued, chat.PartText}
	if got.Text() != "one two" || !reflect.DeepEqual(kinds(got), want) || got.State != chat.Done {
		t.Errorf("got %+v", got)
	}
	if m.Parts[0].Text != "one " || m.State != chat.Stopped {
		t.Errorf("the old snapshot changed: %+v", m)
	}
}

func TestAnEmptyContinuationLeavesNoMark(t *testing.T) {
	r := newReply(chat.Message{
		ID: "reply", Parts: []chat.Part{{Kind: chat.PartText, Text: "one"}}, Request: &chat.Request{},
	}, true)
	r.End(&failure.Error{Kind: failure.Server, Status: 500}, noon)
	m := r.Message()
	if len(m.Parts) != 1 || m.State != chat.CutOff || m.Request.Problem.Kind != problem.ServerError {
		t.Errorf("got %+v", m)
	}
}

func TestOnlyTheOwnChoiceIsTaken(t *testing.T) {
	second := newReply(chat.Message{ID: "b", Choice: 1, Request: &chat.Request{}}, false)
	alone := waiting0()
	for _, r := range []*reply{second, alone} {
		r.Apply(client.Chunk{Choices: []client.Delta{{Index: 0, Text: "zero"}, {Index: 1, Text: "one"}}}, noon)
	}
	if got := second.Message().Text(); got != "one" {
		t.Errorf("the second of two has %q", got)
	}
	if got := alone.Message().Text(); got != "zero" {
		t.Errorf("the only one has %q", got)
	}
	odd := waiting0()
	odd.Apply(delta(client.Delta{Index: 1, Text: "counted from one"}), noon)
	if got := odd.Message().Text(); got != "counted from one" {
		t.Errorf("a service that counts from one gave %q", got)
	}
}

func TestASnapshotIsNotChangedByWhatComesLater(t *testing.T) {
	r := waiting0()
	var shots []chat.Message
	want := ""
	for i := range 200 {
		word := fmt.Sprint(i, " ")
		want += word
		r.Apply(delta(client.Delta{Text: word}), noon)
		shots = append(shots, r.Message())
	}
	for i, m := range shots {
		if text := m.Parts[0].Text; !strings.HasPrefix(want, text) || !strings.HasSuffix(text, fmt.Sprint(i, " ")) {
			t.Fatalf("snapshot %d is %q", i, text)
		}
	}
}

// However the service cuts its answer into chunks, the same message comes out, and what was handed
// to the disk piece by piece is that message too.
func TestHowAnAnswerIsCutIntoChunksMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type textDelta struct{ kind, text string }
		var pieces []textDelta
		for range rapid.IntRange(1, 8).Draw(t, "pieces") {
			pieces = append(pieces, textDelta{
				rapid.SampledFrom([]string{"text", "reasoning", "refusal", "image"}).Draw(t, "kind"),
				rapid.StringMatching(`[a-zäß語 ]{1,20}`).Draw(t, "words"),
			})
		}
		chunk := func(kind, text string) client.Delta {
			switch kind {
			case "text":
				return client.Delta{Text: text}
			case "reasoning":
				return client.Delta{Reasoning: text}
			case "refusal":
				return client.Delta{Refusal: text}
			}
			return client.Delta{Images: []string{"https://example.org/" + text}}
		}
		whole, cut := waiting0(), waiting0()
		disk := map[int]string{}
		for _, p := range pieces {
			whole.Apply(delta(chunk(p.kind, p.text)), noon)
			rest := []rune(p.text)
			for p.kind != "image" && len(rest) > 1 && rapid.Bool().Draw(t, "split") {
				n := rapid.IntRange(1, len(rest)-1).Draw(t, "at")
				cut.Apply(delta(chunk(p.kind, string(rest[:n]))), noon)
				rest = rest[n:]
			}
			cut.Apply(delta(chunk(p.kind, string(rest))), noon)
			if rapid.Bool().Draw(t, "flush") {
				tails := cut.tails()
				for _, tail := range tails {
					disk[tail.Part] += tail.Text
				}
				cut.written(tails)
			}
		}
		for _, tail := range cut.tails() {
			disk[tail.Part] += tail.Text
		}
		whole.End(nil, noon)
		cut.End(nil, noon)
		a, b := whole.Message(), cut.Message()
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("whole %+v\ncut %+v", a, b)
		}
		for i, p := range b.Parts {
			if disk[i] != p.Text {
				t.Fatalf("part %d is %q, the disk has %q", i, p.Text, disk[i])
			}
		}
	})
}

// 20,000 chunks with a snapshot after each, as the window might take them: the cost of each must
// not grow.
func BenchmarkApply20000Chunks(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r := waiting0()
		c := delta(client.Delta{Text: "token "})
		for range 20_000 {
			r.Apply(c, noon)
			_ = r.Message()
		}
	}
}

func TestCostOfAChunkDoesNotGrowWithTheReply(t *testing.T) {
	cost := func(chunks int) float64 {
		return testing.AllocsPerRun(3, func() {
			r := waiting0()
			c := delta(client.Delta{Text: strings.Repeat("x", 50)})
			for range chunks {
				r.Apply(c, noon)
			}
		})
	}
	// A text that is copied for each chunk would allocate once a chunk; doubling its room does so
	// some dozens of times.
	if n := cost(20_000); n > 200 {
		t.Errorf("%v allocations for 20,000 chunks", n)
	}
}
