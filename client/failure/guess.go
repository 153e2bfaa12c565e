package failure

import (
	"strconv"
	"strings"

	"parlando/client/lazyregexp"
)

// statusInText matches the upstream status that a gateway repeats: "Error code: 429 - {…}".
var statusInText = lazyregexp.New(`(?i)(?:error code|status code|status_code|statuscode|` +
	`http status|http error|http|status)['"]?\s*[:=]?\s*\(?([45]\d\d)\b`)

// guessStatus returns the status that an error inside a 200 response should have had.
func (f ErrorBody) guessStatus() int {
	if f.codeStatus != 0 {
		return f.codeStatus
	}
	// FastAPI reports an unknown field as extra_forbidden, which is not about permissions.
	text := strings.ReplaceAll(strings.ToLower(f.Code+" "+f.typ), "extra_forbidden", "validation")
	if found := statusInText().FindStringSubmatch(f.Message); found != nil {
		status, _ := strconv.Atoi(found[1])
		return status
	}
	for _, guess := range []struct {
		status int
		words  []string
	}{
		{401, []string{"invalid_api_key", "authentication", "unauthorized", "unauthenticated"}},
		{402, []string{"insufficient_credit", "payment_required", "insufficient_balance"}},
		{429, []string{
			"rate_limit", "ratelimit", "too_many_requests", "toomanyrequests", "insufficient_quota",
			"resource_exhausted", "tokens_per", "throttl",
		}},
		{404, []string{"model_not_found", "not_found"}},
		{403, []string{"permission", "forbidden"}},
		{504, []string{"timeout", "timed_out", "deadline"}},
		{413, []string{"request_too_large"}},
		{400, []string{
			"invalid_request", "validation", "bad_request", "badrequest", "invalid_argument",
			"unsupported_", "invalid_parameter", "invalidparameter",
		}},
		{500, []string{"error", "overloaded", "server", "upstream", "exception"}},
	} {
		if says(text, guess.words...) {
			return guess.status
		}
	}
	message := strings.ToLower(f.Message)
	switch {
	case f.toolRefusal() != nil, f.formatConflict() != nil, f.formatRefusal() != nil:
		return 400
	case says(message, rateWords...):
		return 429
	case says(message, serverWords...):
		return 503
	case says(message, "timed out", "timeout", "time out"):
		return 504
	case f.refusedParam(message) != "",
		f.refusedField("") != nil && valueWords().MatchString(message):
		return 400
	case strings.HasPrefix(message, "invalid"), says(message, tooLongWords...), says(message, filterWords...),
		says(message, wrongAddressWords...), says(message, noVisionWords...), says(message, badPictureWords...):
		return 400
	}
	return 500
}
