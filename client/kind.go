package client

import (
	"slices"
	"strings"
)

// Kind is a class of error; each has one sentence and one button in the window.
type Kind string

// The kinds of error.
const (
	KindAuth             Kind = "auth"              // 401
	KindCredit           Kind = "credit"            // 402
	KindQuota            Kind = "quota"             // 429 that waiting does not mend
	KindForbidden        Kind = "forbidden"         // 403
	KindNotFound         Kind = "not_found"         // 404 naming the model
	KindWrongAddress     Kind = "wrong_address"     // a web page, a plain 404, 405, a redirect
	KindNoModelList      Kind = "no_model_list"     // 404 or 405 of the catalogue: no alarm
	KindBadRequest       Kind = "bad_request"       // 400, 415, 422
	KindUnsupportedParam Kind = "unsupported_param" // Param is the field
	KindTooLong          Kind = "too_long"          // more than the context takes
	KindTooLarge         Kind = "too_large"         // 413
	KindContentFilter    Kind = "content_filter"
	KindRateLimit        Kind = "rate_limit"  // 429, RetryAfter
	KindTimeout          Kind = "timeout"     // 408, 504, 524, no answer in time
	KindServer           Kind = "server"      // 409, 5xx, 529
	KindNetwork          Kind = "network"     // no connection, or it was lost
	KindTLS              Kind = "tls"         // the certificate is not valid
	KindProxy            Kind = "proxy"       // the proxy cannot be reached, or did not let it through
	KindProxyLogin       Kind = "proxy_login" // 407: the proxy wants a name and a password
	KindTruncated        Kind = "truncated"   // ended without end mark
	KindSilent           Kind = "silent"      // the watchdog: nothing came
	KindEmptyReply       Kind = "empty_reply"
	KindBadReply         Kind = "bad_reply" // not understood
	KindBadToolCall      Kind = "bad_tool_call"
	KindNoVision         Kind = "no_vision" // the model takes no pictures
)

// kind sorts a fault into a Kind; param is the refused field of KindUnsupportedParam.
func (f fault) kind() (k Kind, param string) {
	text := strings.ToLower(f.code + " " + f.typ + " " + f.message)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	if f.list && (f.status == 404 || f.status == 405 || f.status == 501) {
		return KindNoModelList, ""
	}
	if f.status != 401 && f.status != 429 && has("context_length", "context length", "context_window", "context window", "too many tokens",
		"prompt is too long", "input is too long", "prompt too long", "reduce the length", "string_above_max_length",
		"exceeds the context", "maximum prompt length", "input length and", "exceed the context", "max_prompt_tokens") {
		return KindTooLong, ""
	}
	if f.status != 401 && f.status != 429 && has("content_filter", "content_policy", "content policy", "content management policy", "moderation",
		"responsibleai", "flagged", "safety system", "data_inspection_failed", "content filter", "sensitive_words") {
		return KindContentFilter, ""
	}
	switch f.status {
	case 401:
		return KindAuth, ""
	case 402:
		return KindCredit, ""
	case 403:
		switch {
		case has("insufficient balance", "insufficient_quota", "insufficient credit", "insufficient_user_quota", "arrearage"):
			return KindCredit, ""
		case has("invalid_api_key", "invalid api key", "api key not valid", "incorrect api key", "invalid authentication"):
			return KindAuth, ""
		}
		return KindForbidden, ""
	case 404:
		return f.notFound(has), ""
	case 405:
		return KindWrongAddress, ""
	case 407:
		return KindProxyLogin, ""
	case 408, 504, 524:
		return KindTimeout, ""
	case 413:
		return KindTooLarge, ""
	case 429:
		if has("insufficient_quota", "exceeded your current quota", "billing", "insufficient balance", "insufficient credit",
			"out of credit", "credit balance", "quota_exceeded", "insufficient_user_quota") {
			return KindQuota, ""
		}
		return KindRateLimit, ""
	case 409:
		return KindServer, ""
	}
	if f.status >= 500 {
		return KindServer, ""
	}
	return f.refused(has)
}

// notFound tells an unknown model from an address that leads nowhere.
func (f fault) notFound(has func(...string) bool) Kind {
	switch {
	case f.isHTML, !f.isJSON:
		return KindWrongAddress
	case f.images && has("image"):
		return KindNoVision
	case has("model", "no endpoints found", "deployment", "engine"):
		if has("invalid url", "unknown request url", "no route") {
			return KindWrongAddress
		}
		return KindNotFound
	case f.message == "" || has("resource not found", "invalid url", "url", "route", "path", "page", "endpoint", "no handler"),
		strings.EqualFold(strings.Trim(f.message, ". "), "not found"):
		return KindWrongAddress
	}
	return KindNotFound
}

// refused sorts what is wrong with the question itself (400, 415, 422 and their like).
func (f fault) refused(has func(...string) bool) (Kind, string) {
	if f.images && has("image_url", "image input", "image content", "images are not", "does not support image", "vision",
		"multimodal", "not support images", "image is not", "image_not_supported", "unknown variant `image") {
		return KindNoVision, ""
	}
	if has("api key not valid", "invalid_api_key", "api_key_invalid", "invalid api key", "incorrect api key", "invalid_authentication") {
		return KindAuth, ""
	}
	if has("credit balance", "insufficient balance", "insufficient_quota", "insufficient credit", "arrearage") {
		return KindCredit, ""
	}
	if f.status != 415 {
		if param := f.refusedParam(has); param != "" {
			return KindUnsupportedParam, param
		}
	}
	if has("model_not_found", "not a valid model", "invalid model", "unknown model", "model not found", "model_not_exist", "unknown_model", "model not exist") ||
		has("model") && has("does not exist", "not found, try pulling") {
		return KindNotFound, ""
	}
	return KindBadRequest, ""
}

// optional are the fields a refusal may name.
var optional = append([]string{"response_format", "tools", "tool_choice", "logprobs", "parallel_tool_calls"}, droppable...)

// refusedParam is the optional field a model says it does not know or take, or "".
func (f fault) refusedParam(has func(...string) bool) string {
	if !has("unsupported", "not supported", "does not support", "doesn't support", "unknown", "unrecognized", "unexpected",
		"extra inputs", "extra_forbidden", "not permitted", "not allowed", "no such", "extra fields", "unknown_parameter",
		"isn't supported", "not support", "disabled", "deprecated", "cannot be used", "not compatible") {
		return ""
	}
	named, _, _ := strings.Cut(f.param, ".")
	if slices.Contains(optional, named) {
		return named
	}
	for _, field := range f.fields {
		if slices.Contains(optional, field) {
			return field
		}
	}
	best, at := "", -1
	for _, name := range optional {
		if i := findName(f.message, name); i >= 0 && (at < 0 || i < at) {
			best, at = name, i
		}
	}
	if best == "" && (has("streaming") || findName(f.message, "stream") >= 0) && !has("stream_options") {
		return "stream"
	}
	return best
}

// findName finds a field's name standing by itself in a text, or -1. Names that are also plain words
// (stream, user, stop, n) count only in quotes.
func findName(text, name string) int {
	plainWord := !strings.Contains(name, "_")
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return -1
		}
		i += from
		before, after := byte(' '), byte(' ')
		if i > 0 {
			before = text[i-1]
		}
		if end := i + len(name); end < len(text) {
			after = text[end]
		}
		// "Unrecognized request argument supplied: seed"
		listed := strings.HasSuffix(text[:i], ": ") && !nameByte(after)
		quoted := strings.IndexByte("'`\"", before) >= 0 && strings.IndexByte("'`\"", after) >= 0
		if quoted || listed || !plainWord && !nameByte(before) && !nameByte(after) {
			return i
		}
		from = i + len(name)
	}
}

func nameByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// guessStatus gives an error inside a 200 answer the status it would have had.
func (f fault) guessStatus() int {
	if f.codeStatus != 0 {
		return f.codeStatus
	}
	text := strings.ToLower(f.code + " " + f.typ)
	for _, guess := range []struct {
		status int
		words  []string
	}{
		{401, []string{"invalid_api_key", "authentication", "unauthorized"}},
		{402, []string{"insufficient_credit", "payment_required"}},
		{429, []string{"rate_limit", "too_many_requests", "insufficient_quota", "resource_exhausted", "tokens_per"}},
		{404, []string{"model_not_found", "not_found"}},
		{403, []string{"permission", "forbidden"}},
		{408, []string{"timeout"}},
		{413, []string{"request_too_large"}},
		{400, []string{"invalid_request", "validation", "bad_request", "badrequest", "invalid_argument", "unsupported_"}},
		{500, []string{"error", "overloaded", "server", "upstream"}},
	} {
		if slices.ContainsFunc(guess.words, func(w string) bool { return strings.Contains(text, w) }) {
			return guess.status
		}
	}
	if strings.HasPrefix(strings.ToLower(f.message), "invalid") {
		return 400
	}
	return 500
}
