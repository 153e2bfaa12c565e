package replies_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/client/practice"
)

// thinkingMembers are the members of an assistant message in which reasoning goes back.
var thinkingMembers = []string{"reasoning_content", "reasoning", "reasoning_details", "thinking_blocks"}

// thoughts returns the reasoning in the assistant messages of a request, each as JSON, "-" for a
// message without any.
func thoughts(body []byte) (out []string) {
	var r struct {
		Messages []map[string]json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return []string{err.Error()}
	}
	for _, m := range r.Messages {
		if string(m["role"]) != `"assistant"` {
			continue
		}
		var all []string
		for _, name := range thinkingMembers {
			if raw, there := m[name]; there {
				all = append(all, name+"="+string(raw))
			}
		}
		out = append(out, strings.Join(append(all, "-")[:max(len(all), 1)], " "))
	}
	return out
}

// The shapes are those of DeepSeek and Kimi, of vLLM and Groq, of OpenRouter, and of LiteLLM.
func TestReasoningGoesBackInTheShapeItCameIn(t *testing.T) {
	for name, shape := range map[string]struct {
		deltas []string
		want   string
	}{
		"text": {
			[]string{`{"reasoning_content":"A <b> & "}`, `{"reasoning_content":"\u00e9\n"}`},
			`reasoning_content="A <b> & é\n"`,
		},
		"other name": {[]string{`{"reasoning":"First"}`, `{"reasoning":" this."}`}, `reasoning="First this."`},
		"details": {
			[]string{
				`{"reasoning":"Let","reasoning_details":[{"type":"reasoning.text","text":"Let","format":"anthropic-claude-v1","index":0}]}`,
				`{"reasoning":" me","reasoning_details":[{"type":"reasoning.text","text":" me","format":"anthropic-claude-v1","index":0}]}`,
				`{"reasoning_details":[{"type":"reasoning.text","signature":"Eq+/<x>==","format":"anthropic-claude-v1","index":0}]}`,
				`{"reasoning_details":[{"type":"reasoning.encrypted","data":"gAAA","id":"rs_1","format":"google-gemini-v1","index":0}]}`,
			},
			`reasoning="Let me" reasoning_details=[{"format":"anthropic-claude-v1","index":0,"signature":"Eq+/<x>==","text":"Let me","type":"reasoning.text"},` +
				`{"type":"reasoning.encrypted","data":"gAAA","id":"rs_1","format":"google-gemini-v1","index":0}]`,
		},
		"blocks": {
			[]string{
				`{"reasoning_content":"One","thinking_blocks":[{"type":"thinking","thinking":"One","signature":null}]}`,
				`{"reasoning_content":" two","thinking_blocks":[{"type":"thinking","thinking":" two","signature":null}]}`,
				`{"thinking_blocks":[{"type":"thinking","thinking":"","signature":"sig1=="}]}`,
				`{"thinking_blocks":[{"type":"redacted_thinking","data":"EmwK"}]}`,
				`{"reasoning_content":"Three","thinking_blocks":[{"type":"thinking","thinking":"Three","signature":"sig2=="}]}`,
			},
			`reasoning_content="One twoThree" thinking_blocks=[{"signature":"sig1==","thinking":"One two","type":"thinking"},` +
				`{"type":"redacted_thinking","data":"EmwK"},{"type":"thinking","thinking":"Three","signature":"sig2=="}]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			toolStory(t, "", func(t *testing.T, d *desk) {
				reply, c := d.send("What is 1 + 2?")
				for _, delta := range shape.deltas {
					fmt.Fprintf(c.w, "data: {\"id\":\"7\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":%s}]}\n\n", delta)
				}
				c.wants(`1 add {"a":1}`)
				c = d.call()
				same(t, "the second request", thoughts(c.body), []string{shape.want})
				c.think("Now I know.")
				c.say("It is 3.")
				c.done()
				m := d.ended(reply, chat.Done)
				if m.Text() != "It is 3." {
					t.Errorf("the text is %q", m.Text())
				}
				_, c = d.send("Thanks")
				same(t, "the next turn", thoughts(c.body), []string{shape.want, `reasoning_content="Now I know."`})
				c.think("Polite.")
				c.say("You are welcome.")
				c.done()
				synctest.Wait()
				_, c = d.send("Bye")
				same(t, "a turn without calls sends none", thoughts(c.body), []string{shape.want, `reasoning_content="Now I know."`, "-"})
				c.done()
				synctest.Wait()
			})
		})
	}
}

func TestAWholeReplyKeepsItsReasoningToTheByte(t *testing.T) {
	toolStory(t, "", func(t *testing.T, d *desk) {
		details := `[{"type":"reasoning.text","text":"A < B & C > \u2028é","signature":"x+/<&>=","index":0}]`
		d.service.answer = func(r *http.Request) *http.Response {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), `"tool"`) && strings.Contains(string(body), "tool_call_id") {
				return response(http.StatusOK, "application/json", text(`{"choices":[{"index":0,"message":{"role":"assistant","content":"Done."},"finish_reason":"stop"}]}`))
			}
			return response(http.StatusOK, "application/json", text(`{"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,`+
				`"reasoning_details":`+details+`,"tool_calls":[{"id":"1","type":"function","function":{"name":"add","arguments":"{}"}}]}}]}`))
		}
		d.send("Go")
		c := d.call()
		same(t, "the second request", thoughts(c.body), []string{"reasoning_details=" + details})
		synctest.Wait()
	})
}

func TestReasoningGoesToTheModelThatWroteItAlone(t *testing.T) {
	toolStory(t, "", func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		c.think("Secret thoughts.")
		c.wants(`1 add {}`)
		c = d.call()
		c.say("Done.")
		c.done()
		d.ended(reply, chat.Done)
		params := chat.Parameters{Tools: []string{"add"}}
		for _, other := range []*chat.Target{{Model: "another", Params: params}, {Connection: "elsewhere", Model: "model-1", Params: params}} {
			if _, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "And now?"}), other); err != nil {
				t.Fatal(err)
			}
			c = d.call()
			if strings.Contains(string(c.body), "Secret") {
				t.Errorf("%v is sent %s", other, c.body)
			}
			c.done()
			synctest.Wait()
		}
	})
}

// rawTap keeps the bodies that reach a gateway as they are.
type rawTap struct {
	gateway http.RoundTripper
	bodies  [][]byte
}

func (w *rawTap) RoundTrip(r *http.Request) (*http.Response, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	w.bodies = append(w.bodies, data)
	r.Body = io.NopCloser(bytes.NewReader(data))
	return w.gateway.RoundTrip(r)
}

// practiceTurns sends two messages to a model of practice that thinks and calls, and returns the
// reasoning of each request and how the last reply ended.
func practiceTurns(t *testing.T, model string) (sent [][]string, last chat.Message) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{t: t, dir: t.TempDir(), conversation: chat.NewID(), marks: changes.New(), tools: &toolbox{}}
		d.catalog = loadCatalog(t, d.marks)
		tap := &rawTap{gateway: practice.New(practice.Options{TokenInterval: -1}).Transport()}
		d.openPractice(chat.Conversation{Connection: "connection-1", Model: model, Params: chat.Parameters{Tools: []string{"add", "look"}}}, tap)
		for range 2 {
			reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "Go in 2 rounds"}), nil)
			if err != nil {
				t.Fatal(err)
			}
			last = d.ended(reply, chat.Done)
		}
		d.close()
		for _, body := range tap.bodies {
			sent = append(sent, thoughts(body))
		}
	})
	return sent, last
}

func TestPracticeModelsThatWantOrRefuseTheirReasoning(t *testing.T) {
	for name, check := range map[string]func(i int, sent []string) bool{
		// no request is refused
		"tool-thinks": func(_ int, sent []string) bool { return !strings.Contains(fmt.Sprint(sent), "-") },
		// the second request is refused and sent without; none has it after that
		"tool-no-thinking": func(i int, sent []string) bool { return i == 1 || !strings.Contains(fmt.Sprint(sent), "=") },
	} {
		sent, last := practiceTurns(t, practice.FailingModel+"/"+name)
		if last.Text() == "" {
			t.Errorf("%s: %+v", name, last)
		}
		for i, s := range sent {
			if !check(i, s) {
				t.Errorf("%s: request %d has %q", name, i, s)
			}
		}
	}
}

// A model that wants reasoning back gets a stand-in for that of another model, whose own stays
// away.
func TestAModelThatWantsReasoningBackGetsOneForTheCallsOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{t: t, dir: t.TempDir(), conversation: chat.NewID(), marks: changes.New(), tools: &toolbox{}}
		d.catalog = loadCatalog(t, d.marks)
		tap := &rawTap{gateway: practice.New(practice.Options{TokenInterval: -1}).Transport()}
		d.openPractice(chat.Conversation{Connection: "connection-1"}, tap)
		for _, model := range []string{"tool-no-thinking", "tool-thinks", "tool-thinks"} {
			to := &chat.Target{Model: practice.FailingModel + "/" + model, Params: chat.Parameters{Tools: []string{"add"}}}
			reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "Go in 1 round"}), to)
			if err != nil {
				t.Fatal(err)
			}
			d.ended(reply, chat.Done)
		}
		d.close()
		short := func(body []byte) (out string) {
			for _, s := range thoughts(body) {
				switch s {
				case "-":
					out += "-"
				case `reasoning_content=" "`:
					out += "_"
				default:
					out += "r"
				}
			}
			return out
		}
		var sent []string
		for _, body := range tap.bodies {
			sent = append(sent, short(body))
		}
		// the second message is refused once for what it lacks, the third is not
		same(t, "the reasoning", sent, []string{"", "r", "-", "--", "__", "__r", "__rr", "__rrr"})
	})
}
