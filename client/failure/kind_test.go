package failure

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestAChatThatTheTemplateRefusesIsNoFaultOfTheServer holds what programs with chat templates say:
// mistralai/mistral-vibe#1006, eclipse-theia/theia#17104, ggml-org/llama.cpp#19851,
// anomalyco/opencode#5034, sgl-project/sglang#892, 0xku/kon#5, nomic-ai/gpt4all#3291.
func TestAChatThatTheTemplateRefusesIsNoFaultOfTheServer(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		want   Kind
	}{
		{500, `{"error":{"code":500,"message":"\n------------\nWhile executing CallExpression at line 189, column 32 in source:\n...== 0) %}↵            {{- raise_exception('After the optional system message, con...\n                                           ^\nError: Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.","type":"server_error"}}`, Template},
		{500, `{"error":{"code":500,"message":"After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results. at row 189, column 164:","type":"server_error"}}`, Template},
		{400, `{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"BadRequestError","code":400}`, Template},
		{500, `{"error":{"code":500,"message":"Only user, assistant and tool roles are supported, got system. at row 201, column 42","type":"server_error"}}`, Template},
		{500, `{"detail":"System role not supported"}`, Template},
		{500, `{"error":{"code":500,"message":"Jinja Exception: Unexpected message role.","type":"server_error"}}`, Template},
		{400, `{"error":"Error rendering prompt with jinja template: \"Conversation roles must alternate user/assistant/user/assistant/...\""}`, Template},
		{500, `{"error":{"code":500,"message":"The server had an error while processing your request.","type":"server_error"}}`, Server},
		{503, `{"error":{"message":"overloaded, roles are being moved"}}`, Server},
		{429, `{"error":{"message":"roles must alternate; too many requests"}}`, RateLimit},
	} {
		e := Request{}.NewStatusError(&http.Response{StatusCode: c.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(c.body))})
		if e.Kind != c.want || c.want == Template && (e.Retryable() || e.AutoRetryable()) {
			t.Errorf("%d %s: %s, want %s", c.status, c.body, e.Kind, c.want)
		}
	}
}

// TestErrorVariants holds error bodies that the corpus does not have.
func TestErrorVariants(t *testing.T) {
	for _, c := range []struct {
		status int
		images bool
		body   string
		want   Kind
		param  string
	}{
		{400, false, `{"error":{"message":"Unrecognized request argument supplied: seed"}}`, UnsupportedParam, "seed"},
		{400, false, `{"error":{"message":"Unsupported value: 'temperature' does not support 0.7 with this model.","param":"temperature","code":"unsupported_value"}}`, UnsupportedParam, "temperature"},
		{400, false, `{"error":"json: unknown field \"stream_options\""}`, UnsupportedParam, "stream_options"},
		{422, false, `{"detail":[{"loc":["body","seed"],"msg":"extra fields not permitted","type":"value_error.extra"}]}`, UnsupportedParam, "seed"},
		{400, false, `{"error":{"message":"Unknown upstream problem"}}`, BadRequest, ""},
		{400, false, `{"error":{"message":"temperature must be at most 1","param":"temperature"}}`, BadRequest, ""},
		{400, false, `{"error":{"message":"demo is not a valid model ID","code":400}}`, NotFound, ""},
		{400, false, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}`, Credit, ""},
		{400, false, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, TooLong, ""},
		{400, true, `{"error":{"message":"Invalid content type. image_url is only supported by certain models."}}`, NoVision, ""},
		{404, true, `{"error":{"message":"No endpoints found that support image input","code":404}}`, NoVision, ""},
		{404, false, `{"detail":"Not Found"}`, WrongAddress, ""},
		{404, false, `{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}`, NotFound, ""},
		{404, false, `{"error":{"message":"model \"x\" not found, try pulling it first"}}`, NotFound, ""},
		{404, false, ``, WrongAddress, ""},
		{413, false, `<html><title>413</title></html>`, TooLarge, ""},
		{429, false, `{"error":{"message":"You have too many tokens per minute","code":"rate_limit_exceeded"}}`, RateLimit, ""},
		{451, false, `{"error":{"message":"Not here"}}`, BadRequest, ""},
		{500, false, `{"error":{"message":"{\"error\":{\"message\":\"inner\",\"code\":\"context_length_exceeded\"}}"}}`, TooLong, ""},
		{503, false, `no healthy upstream`, Server, ""},
		{504, false, `<html></html>`, Timeout, ""},
		{501, false, `<html><title>Unsupported method ('POST')</title></html>`, WrongAddress, ""},
	} {
		e := Request{HasImages: c.images}.NewStatusError(answered(c.status, c.body))
		if e.Kind != c.want || e.Param != c.param {
			t.Errorf("%d %s: %s %q, want %s %q", c.status, c.body, e.Kind, e.Param, c.want, c.param)
		}
	}
}

// answered is an answer with this status and body.
func answered(status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
	}
}

// Some services put the sentence where the name of the field belongs: it is shown, not the JSON.
func TestASentenceInTheFieldIsShown(t *testing.T) {
	const said = "That is not supported here."
	e := Request{}.NewStatusError(answered(400, `{"error":{"code":"unsupported_parameter","param":"`+said+`"}}`))
	if e.Kind != BadRequest || e.Detail != said || e.Param != "" {
		t.Errorf("%s %q, %q", e.Kind, e.Detail, e.Param)
	}
}
