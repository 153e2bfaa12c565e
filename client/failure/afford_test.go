package failure

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestAReplyThatIsTooLongForTheCreditIsToldFromNoCredit holds what OpenRouter says, as public
// reports quote it (can1357/oh-my-pi#9569, Taewan-P/gpt_mobile#284, QwenLM/qwen-code#73,
// newo-ether/Agora#8, continuedev/continue#11154, anomalyco/opencode#12219).
func TestAReplyThatIsTooLongForTheCreditIsToldFromNoCredit(t *testing.T) {
	const (
		start = "This request requires more credits, or fewer max_tokens. You requested up to "
		pay   = ". To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account"
	)
	for _, c := range []struct {
		message, sent, asked string
		most                 float64 // 0 if there is no credit left
	}{
		{start + "65536 tokens, but can only afford 30104" + pay, "", "65536", 30000},
		{start + "64000 tokens, but can only afford 30104" + pay, "64000", "64000", 30000},
		{start + "16384 tokens, but can only afford 3919" + pay, "", "16384", 3900},
		{start + "225702 tokens, but can only afford 92985. To increase, visit https://openrouter.ai/settings/credits and add more credits", "", "225702", 92000},
		{start + "4096 tokens, but can only afford 4000" + pay, "4096", "4096", 4000},
		{"402 " + start + "65,536 tokens, but can only afford 10,114" + pay, "", "65536", 10000},
		{start + "4096 tokens, but can only afford 222" + pay, "", "", 0},
		{start + "32000 tokens, but can only afford 0. To increase, visit https://openrouter.ai/settings/keys and create a key with a higher monthly limit", "", "", 0},
		{"Insufficient credits. Add more using https://openrouter.ai/settings/credits", "64000", "", 0},
	} {
		q := Request{}
		if c.sent != "" {
			q.Fields = []Field{{"max_tokens", json.RawMessage(c.sent)}}
		}
		quoted, err := json.Marshal(c.message)
		if err != nil {
			t.Fatal(err)
		}
		answered := func(status int, body string) *Error {
			return q.NewStatusError(&http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))})
		}
		for name, e := range map[string]*Error{
			"answer":   answered(http.StatusPaymentRequired, `{"error":{"message":`+string(quoted)+`,"code":402,"metadata":{"provider_name":null}},"user_id":"user_1"}`),
			"detail":   answered(http.StatusPaymentRequired, `{"detail":`+string(quoted)+`}`),
			"upstream": answered(http.StatusPaymentRequired, `{"error":{"message":"Provider returned error","code":402,"metadata":{"raw":`+string(quoted)+`}}}`),
			"stream":   q.NewBodyError(ParseErrorBody([]byte(`{"error":{"message":`+string(quoted)+`,"code":402}}`)), ""),
		} {
			switch r := e.Refusal; {
			case c.most == 0:
				if e.Kind != Credit || r != nil {
					t.Errorf("%s %q: %s %+v, want no credit", name, c.message, e.Kind, r)
				}
			case e.Kind != Credit || r == nil || r.Max == nil:
				t.Errorf("%s %q: %s %+v", name, c.message, e.Kind, r)
			case *r.Max != c.most || r.Value != c.asked || r.Field != "max_tokens" || !r.ThisRequestOnly || !r.Unaffordable || r.CanOmit():
				t.Errorf("%s %q: %v of %+v, want %v of %s", name, c.message, *r.Max, r, c.most, c.asked)
			}
		}
	}
}
