package client

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
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
	KindNoVision         Kind = "no_vision"   // the model takes no pictures
	KindBadPicture       Kind = "bad_picture" // a picture is damaged, or of a format that is not known
)

// The words by which errors are known, in lower case: codes, types and phrases of services' messages.
var (
	tooLongWords = []string{
		"context_length", "context length", "context_window", "context window", "contextwindow",
		"too many tokens", "prompt is too long", "input is too long", "prompt too long",
		"input too long", "reduce the length", "string_above_max_length", "exceeds the context",
		"exceed the context", "maximum prompt length", "input length and", "max_prompt_tokens",
		"context size", "exceed_context", "tokens_limit_reached",
		"maximum number of tokens allowed", "longer than the model's context", "exceeds max length",
		"exceeded model token limit", "range of input length", "max_new_tokens` must be",
		"maximum context", "context the overflows", "prompt token count", "input token count",
		"input tokens exceed", "tokens in the prompt cannot exceed", "token limit exceeded",
		"too large for model", "request too large for", "exceeds the model's max",
		"exceeds the maximum allowed input length", "`inputs` must have less than", "上下文长度", "输入过长",
		"超长", "超过最大长度",
	}
	filterWords = []string{
		"content_filter", "content_policy", "content policy", "content management policy",
		"moderation", "responsibleai", "flagged", "safety system", "data_inspection_failed",
		"datainspectionfailed", "content filter", "contentfilter", "sensitive_words",
		"inappropriate content", "prohibited_content", "content exists risk", "blocked by safety",
		"safety filter", "usage policies", "usage policy", "guardrail", "sensitive content",
		"new_sensitive", "sensitive_content", "unsafe content", "content violat", "violates our",
		"prompt blocked", "security configurations", "敏感", "违规", "不安全",
	}
	creditWords = []string{
		"insufficient_quota", "insufficient balance", "insufficient_balance",
		"insufficient account balance", "balance is insufficient", "balance is not enough",
		"not enough balance", "quota is not enough", "insufficient credit", "insufficient_credit",
		"insufficient_user_quota", "insufficient funds", "insufficient_funds", "arrearage",
		"out of credit", "no credits", "any credits", "all available credits", "credit balance",
		"credit limit", "credits exhausted", "payment required", "payment_required",
		"billing_hard_limit", "billing_not_active", "billing hard limit", "spending limit",
		"spend limit", "budget has been exceeded", "budget_exceeded", "exceededbudget",
		"key limit exceeded", "in arrears", "overdue", "credits_balance", "payment instrument",
		"payment_instrument", "freetieronly", "exceeded_current_quota", "account balance",
		"requires more credits", "add more credits", "top up", "余额不足", "欠费", "额度不足", "额度已用尽",
		"余额已用尽", "充值", "剩余额度",
	}
	quotaWords = []string{
		"exceeded your current quota", "quota_exceeded", "quota exceeded", "quota has been",
		"quota exhausted", "quota limit", "monthly limit", "usage limit", "plan limit",
		"limit for this month", "daily limit", "daily request limit", "daily free",
		"free-models-per-day", "calls / month", "per month", "inference limit", "setlimitexceeded",
		"使用上限",
	}
	authWords = []string{
		"invalid_api_key", "invalid api key", "invalid api-key", "api key not valid",
		"api_key_invalid", "incorrect api key", "invalid x-api-key", "api key is invalid",
		"apikey is invalid", "invalid apikey", "invalidapikey", "no auth credentials",
		"invalid_authentication", "invalid authentication", "authentication_error",
		"authenticationerror", "missing api key", "no api key", "api key expired",
		"api key has expired", "expired api key", "invalid token", "token is invalid",
		"token_expired", "invalid_token", "unauthenticated", "unauthorized",
		"not authorized to access this api", "invalid subscription key", "authentication fails",
		"authentication failed", "api key is missing", "api secret key", "login fail",
		"user not found", "invalid credentials", "invalid bearer", "didn't provide an api key",
		"authentication error", "key expected", "api key not found", "pass a valid api key",
		"unregistered callers", "reported as leaked", "use another api key",
		"credentials were not provided", "security token included", "access token invalid",
		"authfailure", "credentials could not be validated", "api key doesn't exist", "无效的令牌",
		"令牌已过期", "令牌状态不可用", "未提供令牌", "令牌验证失败", "身份验证失败", "令牌不正确", "api key 无效",
	}
	rateWords = []string{
		"rate limit", "rate_limit", "ratelimit", "rate-limit", "too many requests",
		"too_many_requests", "toomanyrequests", "throttl", "requests per minute",
		"tokens per minute", "requests per day", "qps request limit", "concurrency limit",
		"concurrent requests", "resource_exhausted", "resource exhausted",
		"resource has been exhausted", "limit_requests", "qps limit", "call rate limit", "速率限制",
		"频率", "频繁", "限流", "请求过多", "并发",
	}
	forbiddenWords = []string{
		"unsupported_country", "location is not supported", "not available in your",
		"region is not supported", "country, region", "account_deactivated", "account is suspended",
		"account has been suspended", "organization has been disabled", "has been deactivated",
		"has been banned", "permission_denied", "permission denied", "permission_error",
		"accessdenied", "access denied", "has been restricted", "organization_restricted",
		"not have access to", "no permission", "blocked by", "已被禁用", "已被封禁", "无权",
	}
	noModelWords = []string{
		"model_not_found", "modelnotfound", "not a valid model", "invalid model", "invalid_model",
		"unknown model", "unknown_model", "model not found", "model_not_exist", "model not exist",
		"model does not exist", "no such model", "model_not_supported", "model is not supported",
		"model_decommissioned", "has been decommissioned", "no endpoints found",
		"no available channel", "no models loaded", "model is not available", "model_not_available",
		"unsupported model", "no healthy deployments", "no deployments available",
		"deploymentnotfound", "无可用渠道", "模型不存在", "no model loaded", "model not loaded",
		"no keys found", "on-demand throughput isn", "model is invalid",
	}
	wrongAddressWords = []string{
		"invalid url", "unknown request url", "unexpected endpoint", "no route", "route not found",
		"unknown endpoint", "endpoint not found", "cannot post", "cannot get",
		"plain http request was sent", "no static resource", "unknown_url", "unknown url",
		"no such endpoint", "could not route", "path not found", "invalid endpoint",
	}
	serverWords = []string{
		"overloaded", "engine_overloaded", "server error", "server_error", "internal error",
		"internal_error", "service unavailable", "server busy", "server is busy", "upstream",
		"no capacity", "at capacity", "insufficient_system_resource", "bad gateway", "负载", "系统繁忙",
	}
	crashWords = []string{
		"has crashed", "failed to load model", "model loading was stopped",
		"not ready for inference",
	}
	shutOutWords = []string{
		"deactivated", "ip_not_authorized", "model_access_denied", "not allowed to access model",
		"has been suspended", "has been banned",
	}
	perMinuteWords = []string{"per minute", "per second", "per hour", "per min"}
	noVisionWords  = []string{
		"image input is not", "does not support image", "not support image",
		"doesn't support image", "do not support image", "support for image",
		"images are not supported", "image_not_supported", "not a multimodal model",
		"support image input", "image input not supported", "image inputs are not",
		"at most 0 image", "unknown variant `image", "does not support vision",
		"not support vision", "vision is not", "no vision", "without vision", "vision model",
		"only supported by certain models", "text-only", "text only", "does not accept image",
		"not accept image", "not capable of image", "image content is not",
		"images are not allowed", "required for image input", "not support multimodal",
		"does not support multimodal", "not multimodal", "content must be a string",
		"image_url is not supported", "'image_url' is not", "expected `text`", "mmproj",
		"invalid content type. image_url", "does not support the image",
		"unsupported content type: image", "image_url' is not", "cannot process images",
		"cannot read images", "不支持图片", "不支持图像", "does not take pictures", "takes no pictures",
	}
	badPictureWords = []string{
		"not a valid png", "not a valid jpeg", "not a valid image", "not a valid webp",
		"not a valid gif", "invalid image", "invalid_image", "image_parse_error",
		"could not process image", "unable to process input image", "unable to process image",
		"failed to decode image", "failed to decode the image", "cannot decode image",
		"cannot identify image", "cannot open image", "failed to load image",
		"failed to process image", "unsupported image", "image is corrupt", "corrupt image",
		"corrupted image", "truncated image", "image file is truncated", "damaged image",
		"image is damaged", "image does not match", "provided media type", "invalid base64",
		"incorrect padding", "error while downloading", "failed to download image",
		"failed to fetch image", "image data is not", "does not represent a valid image",
		"unable to decode image", "image could not be", "image cannot be", "failed to parse image",
		"broken image", "illegal base64", "failed to load bitmap", "bad image", "image format",
		"image is not a valid", "is not valid image", "not a picture",
	}
	pictureSizeWords = []string{
		"image exceeds", "image dimensions", "image size", "image is too large", "image too large",
		"images exceed", "image file size",
	}
)

// statusInText finds the status that a gateway repeats from the service behind it: "Error code: 429 - {…}".
var statusInText = regexp.MustCompile(`(?i)(?:error code|status code|status_code|statuscode|` +
	`http status|http error|http|status)['"]?\s*[:=]?\s*\(?([45]\d\d)\b`)

// kind returns the Kind of a fault; param is the refused field of KindUnsupportedParam. What the
// service says counts more than its status, since gateways pass errors on with another one.
func (f fault) kind() (k Kind, param string) {
	text := strings.ToLower(f.code + " " + f.typ + " " + f.message + " " + f.inner)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	if f.list && (f.status == 404 || f.status == 405 || f.status == 501) {
		return KindNoModelList, ""
	}
	if f.isHTML {
		return f.page(), ""
	}
	f.status = f.meant(text)
	waits := f.wait != "" || waitInText(f.message) > 0 || f.waits
	if f.images && f.status != 401 && f.status != 402 && f.status != 429 &&
		has("image", "picture", "vision", "multimodal", "mmproj", "base64",
			"content must be a string", "图") {
		switch {
		case has(pictureSizeWords...):
			return KindTooLarge, ""
		case has(noVisionWords...):
			return KindNoVision, ""
		case has(badPictureWords...):
			return KindBadPicture, ""
		}
	}
	switch {
	case f.status == 407:
		return KindProxyLogin, ""
	case f.status != 401 && f.status != 402 && f.tooLong(has):
		return KindTooLong, ""
	case f.status != 401 && f.status != 402 && f.status != 429 && has(filterWords...):
		return KindContentFilter, ""
	case f.status == 402:
		return KindCredit, ""
	case f.status == 429:
		told := f.wait != "" || waitInText(f.message) > 0
		if !told && has(creditWords...) ||
			!waits && !has(perMinuteWords...) &&
				has(slices.Concat(quotaWords, []string{"billing"})...) {
			return KindQuota, "" // a wait in the headers alone may be there whatever happened
		}
		return KindRateLimit, ""
	case f.status != 401 && f.status != 404 && !has("rate limit", "rate_limit") && has(creditWords...):
		return KindCredit, ""
	case (f.status == 400 || f.status == 403 || f.status == 500 && f.guessed) && !waits &&
		!has(perMinuteWords...) && has(quotaWords...):
		return KindQuota, ""
	case f.status == 401 && has(shutOutWords...):
		return KindForbidden, ""
	case f.status == 401:
		return KindAuth, ""
	case f.status == 404:
		return f.notFound(has), ""
	case f.status == 405 || f.status == 426, has(wrongAddressWords...) && f.status < 500:
		return KindWrongAddress, ""
	case f.status == 408 || f.status == 499 || f.status == 504 || f.status == 524:
		return KindTimeout, ""
	case f.status == 413:
		return KindTooLarge, ""
	case f.status == 498:
		return KindRateLimit, "" // Groq
	case has(authWords...) && f.status != 409:
		return KindAuth, ""
	case f.status == 403 && waits, f.status != 409 && has(rateWords...):
		return KindRateLimit, ""
	case f.status == 409 || f.status == 424 || f.status == 425 || has(crashWords...):
		return KindServer, ""
	case f.noModel(has):
		return KindNotFound, ""
	case f.status == 403, f.status < 500 && has(forbiddenWords...):
		return KindForbidden, ""
	case f.status >= 500:
		return KindServer, ""
	}
	return f.refused(has)
}

// meant is the status that the error is about, which may be another than the one it came with.
func (f fault) meant(text string) int {
	told := f.codeStatus
	if found := statusInText.FindStringSubmatch(text); told == 0 && found != nil {
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
func (f fault) page() Kind {
	switch {
	case f.status == 401:
		return KindAuth
	case f.status == 403:
		return KindForbidden
	case f.status == 407:
		return KindProxyLogin
	case f.status == 408 || f.status == 504 || f.status == 524:
		return KindTimeout
	case f.status == 413:
		return KindTooLarge
	case f.status == 429:
		return KindRateLimit
	case f.status >= 500:
		return KindServer
	}
	return KindWrongAddress
}

// tooLong reports whether the question is longer than the model accepts. "Too many tokens per
// minute" is different, unless one question alone exceeds it.
func (f fault) tooLong(has func(...string) bool) bool {
	if has("throttl") {
		return false
	}
	if has("per minute", "per min", "per day", "tpm", "rate_limit_exceeded") || f.status == 429 {
		return has("request too large for", "tokens must be reduced", "reduce your message size",
			"context_length", "context length", "prompt is too long")
	}
	return has(tooLongWords...)
}

// noModel reports whether the model is not there.
func (f fault) noModel(has func(...string) bool) bool {
	return has(noModelWords...) || has("model") &&
		(has("does not exist", "not found, try pulling", "is not found") ||
			f.status < 500 && has(" not found"))
}

// notFound tells an unknown model from an address that leads nowhere.
func (f fault) notFound(has func(...string) bool) Kind {
	switch {
	case !f.isJSON, has(wrongAddressWords...):
		return KindWrongAddress
	case has("model", "no endpoints found", "deployment", "engine"):
		return KindNotFound
	case f.message == "" || has("resource not found", "url", "route", "path", "page", "endpoint", "no handler"),
		strings.EqualFold(strings.Trim(f.message, ". "), "not found"), strings.HasPrefix(f.message, "{"):
		return KindWrongAddress
	}
	return KindNotFound
}

// refused sorts what is wrong with the question itself (400, 415, 422 and their like).
func (f fault) refused(has func(...string) bool) (Kind, string) {
	if f.status != 415 {
		if param := f.refusedParam(has); param != "" {
			return KindUnsupportedParam, param
		}
	}
	return KindBadRequest, ""
}

// refusable are the fields a refusal may name.
var refusable = append([]string{"response_format", "tools", "tool_choice", "logprobs", "parallel_tool_calls"},
	slices.Sorted(maps.Keys(optional))...)

// refusedParam is the optional field a model says it does not know or take, or "".
func (f fault) refusedParam(has func(...string) bool) string {
	if !has("unsupported", "not supported", "does not support", "doesn't support", "unknown", "unrecognized", "unexpected",
		"extra inputs", "extra_forbidden", "not permitted", "not allowed", "no such", "extra fields", "unknown_parameter",
		"isn't supported", "not support", "disabled", "deprecated", "cannot be used", "cannot both", "not compatible") {
		return ""
	}
	named, _, _ := strings.Cut(f.param, ".")
	if slices.Contains(refusable, named) {
		return named
	}
	for _, field := range f.fields {
		if slices.Contains(refusable, field) {
			return field
		}
	}
	best, at := "", -1
	for _, name := range refusable {
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

// guessStatus returns the status that an error inside a 200 response should have had, for a request
// with these optional fields.
func (f fault) guessStatus(sent []Field) int {
	if f.codeStatus != 0 {
		return f.codeStatus
	}
	text := strings.ToLower(f.code + " " + f.typ)
	if found := statusInText.FindStringSubmatch(f.message); found != nil {
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
	message := strings.ToLower(f.message)
	has := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(message, w) })
	}
	switch {
	case has(rateWords):
		return 429
	case has(serverWords):
		return 503
	case strings.Contains(message, "timed out"), strings.Contains(message, "timeout"),
		strings.Contains(message, "time out"):
		return 504
	case f.refusedParam(func(words ...string) bool { return has(words) }) != "",
		f.refusedField("", sent) != nil && valueWords.MatchString(message):
		return 400
	case strings.HasPrefix(message, "invalid"), has(tooLongWords), has(filterWords),
		has(wrongAddressWords), has(noVisionWords), has(badPictureWords):
		return 400
	}
	return 500
}
