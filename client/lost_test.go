package client

import "testing"

func TestNoToolCallIsHandedOverWhenAPartOfTheReplyIsLost(t *testing.T) {
	const call = `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"pay","arguments":"{\"sum\":1}"}}]}}]}` + "\n\n"
	const broken = `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"argu` + "\n\n"
	const end = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"
	for body, want := range map[string]int{call + end: 1, call + broken + end: 0} {
		got := collect(memoryClient([]byte(body), nil), t.Context(), hello())
		if n := len(got.choices[0].ToolCalls); n != want || got.complete != (want == 1) {
			t.Errorf("%d calls, complete %v, %v", n, got.complete, got.err)
		}
	}
}
