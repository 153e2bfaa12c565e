package client

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"parlando/client/failure"
)

// The messages are those of services and their libraries; each is about reasoning_effort.
func TestARefusalOfReasoningEffortTellsTheFieldFromItsValue(t *testing.T) {
	for _, c := range []struct{ value, body, want string }{
		{"none", `{"error":{"message":"Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'minimal', 'low', 'medium', and 'high'.","type":"invalid_request_error","param":"reasoning_effort","code":"unsupported_value"}}`, "reasoning_effort none"},
		{"low", `{"error":{"message":"Unrecognized request argument supplied: reasoning_effort","type":"invalid_request_error","param":null,"code":null}}`, "reasoning_effort any"},
		{"low", `{"error":{"message":"Unsupported parameter: 'reasoning_effort' is not supported with this model.","type":"invalid_request_error","param":"reasoning_effort","code":"unsupported_parameter"}}`, "reasoning_effort any"},
		{"low", "{\"error\":{\"message\":\"`reasoning_effort` must be one of `none` or `default`\",\"type\":\"invalid_request_error\"}}", "reasoning_effort low"},
		{"low", `{"error":{"message":"reasoning_effort is not supported with this model","type":"invalid_request_error"}}`, "reasoning_effort any"},
		{"max", `{"detail":[{"type":"literal_error","loc":["body","reasoning_effort"],"msg":"Input should be 'none', 'minimal', 'low', 'medium', 'high' or 'xhigh'","input":"max"}]}`, "reasoning_effort max"},
		{"low", `{"detail":[{"type":"extra_forbidden","loc":["body","reasoning_effort"],"msg":"Extra inputs are not permitted","input":"low"}]}`, "reasoning_effort any"},
		{"none", `{"error":{"message":"Reasoning is mandatory for this endpoint and cannot be disabled.","code":400}}`, "reasoning_effort none"},
		{"none", `{"error":{"code":400,"message":"Budget 0 is invalid. This model only works in thinking mode.","status":"INVALID_ARGUMENT"}}`, "reasoning_effort none"},
		{"high", `{"error":{"message":"\"llama3.2\" does not support thinking","type":"api_error"}}`, "reasoning_effort any"},
		{"low", `{"error":{"message":"Thinking is not supported by this model."}}`, "reasoning_effort any"},
		// About something else.
		{"low", `{"error":{"message":"messages: at least one message is required"}}`, ""},
		{"low", `{"error":{"message":"I was thinking of a number. temperature is invalid","param":"temperature"}}`, ""},
	} {
		q := failure.Request{Fields: []failure.Field{
			{Name: "reasoning_effort", Value: []byte(`"` + c.value + `"`)}, {Name: "stream", Value: []byte("true")},
		}}
		if got := refusalText(refused(q, 400, c.body).Refusal); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.body, got, c.want)
		}
	}
}

// If a model refuses an effort, the nearest one that it accepts is sent, and without any the field
// is left out. What was refused is not sent again.
func TestTheNearestReasoningEffortIsSent(t *testing.T) {
	for _, c := range []struct {
		effort   ReasoningEffort
		accepted []string
		want     string // the values sent, "-" for none
	}{
		{EffortNone, []string{"none", "low"}, "none"},
		{EffortNone, []string{"low", "high"}, "none minimal low"},
		{EffortLow, []string{"medium"}, "low minimal medium"},
		{EffortHigh, []string{"low", "medium"}, "high max medium"},
		{EffortHigh, []string{"default"}, "high max medium -"},
		{"", nil, "-"},
	} {
		var tried []string
		g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
			value, there := body["reasoning_effort"].(string)
			if !there {
				value = "-"
			}
			tried = append(tried, value)
			if there && !slices.Contains(c.accepted, value) {
				refuseJSON(w, 400, `{"error":{"message":"Unsupported value: 'reasoning_effort' does not support '`+value+`' with this model.","param":"reasoning_effort","code":"unsupported_value"}}`)
				return
			}
			_, _ = io.WriteString(w, goodStream)
		})
		r := hello()
		r.ReasoningEffort = c.effort
		s, err := g.Chat(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for s.Next() {
		}
		_ = s.Close()
		if got := strings.Join(tried, " "); got != c.want || s.Err() != nil {
			t.Errorf("%s: sent %q, want %q (%v)", c.effort, got, c.want, s.Err())
		}
		last := tried[len(tried)-1]
		tried, r.Omit = nil, failure.RefusedFields(s.Dropped())
		if got := collect(g.Client, t.Context(), r); got.err != nil || !slices.Equal(tried, []string{last}) {
			t.Errorf("%s again: sent %q, want %q (%v)", c.effort, tried, last, got.err)
		}
	}
}

func TestTheListTellsWhichModelsThink(t *testing.T) {
	for entry, want := range map[string]string{
		`{"id":"m","supported_parameters":["max_tokens","include_reasoning","reasoning"]}`: "yes",
		`{"id":"m","supported_parameters":["max_tokens","temperature"]}`:                   "no",
		`{"id":"m","supported_features":["tools","reasoning"]}`:                            "yes",
		`{"id":"m","model_info":{"supports_reasoning":true}}`:                              "yes",
		`{"id":"m","model_info":{"supports_reasoning":false}}`:                             "no",
		`{"id":"m","capabilities":{"reasoning":true}}`:                                     "yes",
		`{"id":"m","capabilities":["completion","tools","thinking"]}`:                      "yes",
		`{"id":"m"}`: "unknown",
	} {
		models, ok := readModels([]byte(`{"data":[` + entry + `]}`))
		if !ok || len(models) != 1 {
			t.Fatal(entry)
		}
		got := "unknown"
		if thinks := models[0].Thinks; thinks != nil && *thinks {
			got = "yes"
		} else if thinks != nil {
			got = "no"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", entry, got, want)
		}
	}
}
