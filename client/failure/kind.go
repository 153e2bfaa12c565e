package failure

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Kind is a class of error; each has one sentence and one button in the window.
type Kind string

// The kinds of error.
const (
	Auth             Kind = "auth"              // 401
	Credit           Kind = "credit"            // 402
	Quota            Kind = "quota"             // 429 that waiting does not mend
	Forbidden        Kind = "forbidden"         // 403
	NotFound         Kind = "not_found"         // 404 naming the model
	WrongAddress     Kind = "wrong_address"     // a web page, a plain 404, 405, a redirect
	NoModelList      Kind = "no_model_list"     // 404 or 405 of the catalog: no alarm
	BadRequest       Kind = "bad_request"       // 400, 415, 422
	UnsupportedParam Kind = "unsupported_param" // Param is the field
	TooLong          Kind = "too_long"          // more than the context takes
	TooLarge         Kind = "too_large"         // 413
	ContentFilter    Kind = "content_filter"
	RateLimit        Kind = "rate_limit" // 429, RetryAfter
	Timeout          Kind = "timeout"    // 408, 504, 524, no answer in time
	Server           Kind = "server"     // 409, 5xx, 529
	Network          Kind = "network"    // no connection, or it was lost
	TLS              Kind = "tls"        // the certificate is not valid
	// the proxy cannot be reached, or did not let it through
	Proxy       Kind = "proxy"
	ProxyLogin  Kind = "proxy_login" // 407: the proxy wants a name and a password
	Truncated   Kind = "truncated"   // ended without end mark
	Silent      Kind = "silent"      // the watchdog: nothing came
	EmptyReply  Kind = "empty_reply"
	BadReply    Kind = "bad_reply" // not understood
	BadToolCall Kind = "bad_tool_call"
	NoVision    Kind = "no_vision" // the model takes no pictures
	// a picture is damaged, or of a format that is not known
	BadPicture Kind = "bad_picture"
)

// statusInText finds the status that a gateway repeats from the service behind it: "Error code:
// 429 - {…}".
var statusInText = regexp.MustCompile(`(?i)(?:error code|status code|status_code|statuscode|` +
	`http status|http error|http|status)['"]?\s*[:=]?\s*\(?([45]\d\d)\b`)

// kind returns the Kind of a fault; param is the refused field of UnsupportedParam. What the
// service says counts more than its status, since gateways pass errors on with another one.
func (f Fault) kind() (k Kind, param string) {
	text := f.text()
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	if f.list && (f.status == 404 || f.status == 405 || f.status == 501) {
		return NoModelList, ""
	}
	if f.isHTML {
		return f.page(), ""
	}
	f.status = f.meant()
	waits := f.wait != "" || waitInText(f.Message) > 0 || f.waits
	if f.images && f.status != 401 && f.status != 402 && f.status != 429 &&
		has("image", "picture", "vision", "multimodal", "mmproj", "base64",
			"content must be a string", "图") {
		switch {
		case has(pictureSizeWords...):
			return TooLarge, ""
		case has(noVisionWords...):
			return NoVision, ""
		case has(badPictureWords...):
			return BadPicture, ""
		}
	}
	format := f.formatConflict()
	if format == nil {
		format = f.formatRefusal()
	}
	switch {
	case f.status == 407:
		return ProxyLogin, ""
	case f.refusesTools():
		return UnsupportedParam, "tools"
	case f.status != 401 && f.status != 402 && f.status != 429 && (f.conflict() != nil || f.refusedTool() != ""):
		return BadRequest, ""
	case format != nil && (format.Field == "tools" || format.Value == RefusedSchema):
		return BadRequest, ""
	case format != nil:
		return UnsupportedParam, format.Field
	case f.status != 401 && f.status != 402 && f.tooLong(has):
		return TooLong, ""
	case f.status != 401 && f.status != 402 && f.status != 429 && has(filterWords...):
		return ContentFilter, ""
	case f.status == 402:
		return Credit, ""
	case f.status == 429:
		told := f.wait != "" || waitInText(f.Message) > 0
		if !told && has(creditWords...) ||
			!waits && !has(perMinuteWords...) &&
				has(slices.Concat(quotaWords, []string{"billing"})...) {
			return Quota, "" // a wait in the headers alone may be there whatever happened
		}
		return RateLimit, ""
	case f.status != 401 && f.status != 404 && !has("rate limit", "rate_limit") && has(creditWords...):
		return Credit, ""
	case (f.status == 400 || f.status == 403 || f.status == 500 && f.guessed) && !waits &&
		!has(perMinuteWords...) && has(quotaWords...):
		return Quota, ""
	case f.status == 401 && has(shutOutWords...):
		return Forbidden, ""
	case f.status == 401:
		return Auth, ""
	case f.status != 409 && f.status < 500 && f.isJSON && !has("model") && has(authWords...):
		return Auth, ""
	case f.status == 404 || f.status == 410:
		return f.notFound(has), ""
	case f.status == 405 || f.status == 426, has(wrongAddressWords...) && f.status < 500:
		return WrongAddress, ""
	case f.status == 408 || f.status == 499 || f.status == 504 || f.status == 524:
		return Timeout, ""
	case f.status == 413:
		return TooLarge, ""
	case f.status == 498:
		return RateLimit, "" // Groq
	case has(authWords...) && f.status != 409:
		return Auth, ""
	case f.status == 403 && waits, f.status != 409 && has(rateWords...):
		return RateLimit, ""
	case f.status == 409 || f.status == 424 || f.status == 425 || has(crashWords...):
		return Server, ""
	case f.noModel(has):
		return NotFound, ""
	case f.status == 403, f.status < 500 && has(forbiddenWords...):
		return Forbidden, ""
	case f.status >= 500:
		return Server, ""
	}
	return f.refused(has)
}

// text is all that the error says, in lower case.
func (f Fault) text() string {
	return strings.ToLower(f.Code + " " + f.typ + " " + f.Message + " " + f.inner)
}

// meant is the status that the error is about, which may be another than the one it came with.
func (f Fault) meant() int {
	told := f.codeStatus
	if found := statusInText.FindStringSubmatch(f.text()); told == 0 && found != nil {
		told, _ = strconv.Atoi(found[1])
	}
	// Whoever hands on an error often gives it a status of his own.
	if vague := f.status == 200 || f.status == 400 || f.status >= 500 && f.status != 504 && f.status != 524; vague {
		switch told {
		case 401, 402, 403, 408, 413, 429, 504, 524:
			return told
		case 400, 404, 422:
			if f.status >= 500 {
				return told
			}
		}
	}
	return f.status
}

// page sorts an error that is a web page by its status: its words are those of a web server.
func (f Fault) page() Kind {
	switch {
	case f.status == 401:
		return Auth
	case f.status == 403:
		return Forbidden
	case f.status == 407:
		return ProxyLogin
	case f.status == 408 || f.status == 504 || f.status == 524:
		return Timeout
	case f.status == 413:
		return TooLarge
	case f.status == 429:
		return RateLimit
	case f.status >= 500 && f.status != 501:
		return Server
	}
	return WrongAddress
}

// tooLong reports whether the question is longer than the model accepts. "Too many tokens per
// minute" is different, unless one question alone exceeds it.
func (f Fault) tooLong(has func(...string) bool) bool {
	if has("throttl") {
		return false
	}
	if has("per minute", "per min", "per day", "tpm", "rate_limit_exceeded") || f.status == 429 {
		return has("request too large for", "tokens must be reduced", "reduce your message size",
			"context_length", "context length", "prompt is too long")
	}
	if room, known := f.room(); known && f.sentField("max_tokens") != nil {
		return room < minReply
	}
	return has(tooLongWords...) && !f.namesSetting()
}

// noModel reports whether the model is not there, not any more, or not for chats.
func (f Fault) noModel(has func(...string) bool) bool {
	return has(noModelWords...) || has("model") &&
		(has("does not exist", "not found, try pulling", "is not found") ||
			f.status < 500 && (has(" not found") || has(goneModelWords...) && !f.namesSetting()))
}

// notFound tells an unknown model from an address that leads nowhere.
func (f Fault) notFound(has func(...string) bool) Kind {
	switch {
	case !f.isJSON, has(wrongAddressWords...):
		return WrongAddress
	case has("model", "no endpoints found", "deployment", "engine"):
		return NotFound
	case f.Message == "" || has("resource not found", "url", "route", "path", "page", "endpoint", "no handler"),
		slices.Contains([]string{"not found", "gone"}, strings.ToLower(strings.Trim(f.Message, ". "))),
		strings.HasPrefix(f.Message, "{"):
		return WrongAddress
	}
	return NotFound
}

// refused sorts what is wrong with the question itself (400, 415, 422 and their like).
func (f Fault) refused(has func(...string) bool) (Kind, string) {
	if f.status != 415 {
		if param := f.refusedParam(has); param != "" {
			return UnsupportedParam, param
		}
	}
	return BadRequest, ""
}

// guessStatus returns the status that an error inside a 200 response should have had.
func (f Fault) guessStatus() int {
	if f.codeStatus != 0 {
		return f.codeStatus
	}
	// extra_forbidden is FastAPI's word for a field that it does not know.
	text := strings.ReplaceAll(strings.ToLower(f.Code+" "+f.typ), "extra_forbidden", "validation")
	if found := statusInText.FindStringSubmatch(f.Message); found != nil {
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
		if slices.ContainsFunc(guess.words, func(w string) bool { return strings.Contains(text, w) }) {
			return guess.status
		}
	}
	message := strings.ToLower(f.Message)
	has := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(message, w) })
	}
	switch {
	case f.toolRefusal() != nil, f.formatConflict() != nil, f.formatRefusal() != nil:
		return 400
	case has(rateWords):
		return 429
	case has(serverWords):
		return 503
	case strings.Contains(message, "timed out"), strings.Contains(message, "timeout"),
		strings.Contains(message, "time out"):
		return 504
	case f.refusedParam(func(words ...string) bool { return has(words) }) != "",
		f.refusedField("") != nil && valueWords.MatchString(message):
		return 400
	case strings.HasPrefix(message, "invalid"), has(tooLongWords), has(filterWords),
		has(wrongAddressWords), has(noVisionWords), has(badPictureWords):
		return 400
	}
	return 500
}
