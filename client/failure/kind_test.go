package failure

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

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
