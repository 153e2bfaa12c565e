package failure

import (
	"slices"
	"strings"

	"parlando/client/fieldname"
)

// rule assigns a kind to errors whose status satisfies where, whose text contains one of words, and
// for which is returns true. Conditions that are nil always hold.
type rule struct {
	kind  Kind
	where func(status int) bool
	words []string
	is    func(f ErrorBody, text string) bool
}

// firstKind returns the kind of the first matching rule; "" if none matches. text is the complete
// text of the error in lower case.
func firstKind(rules []rule, f ErrorBody, text string) Kind {
	for _, r := range rules {
		if (r.where == nil || r.where(f.status)) && (r.words == nil || says(text, r.words...)) &&
			(r.is == nil || r.is(f, text)) {
			return r.kind
		}
	}
	return ""
}

// at returns a condition that holds for the given statuses; except returns the opposite.
func at(statuses ...int) func(int) bool {
	return func(status int) bool { return slices.Contains(statuses, status) }
}

func except(statuses ...int) func(int) bool {
	return func(status int) bool { return !slices.Contains(statuses, status) }
}

func below500(status int) bool { return status < 500 }

// clientError reports whether a status is below 500 and not 409, which reports an error of the
// service.
func clientError(status int) bool { return status < 500 && status != 409 }

func from500(status int) bool { return status >= 500 }

// without returns a condition for errors whose text contains none of the words.
func without(words ...string) func(ErrorBody, string) bool {
	return func(_ ErrorBody, text string) bool { return !says(text, words...) }
}

// lasts reports whether a limit will not reset soon: the error specifies no wait, and the limit is
// not per minute.
func (f ErrorBody) lasts(text string) bool {
	return !f.waits && !f.tellsWait() && !says(text, perMinuteWords...)
}

// tellsWait reports whether the error body specifies a wait. The headers do not count, because some
// services send a wait in the headers of every response.
func (f ErrorBody) tellsWait() bool { return f.wait != "" || waitInText(f.Message) > 0 }

// tooLong reports whether the prompt is longer than the model accepts. An error about tokens per
// minute counts only if a single request exceeds that limit.
func (f ErrorBody) tooLong(text string) bool {
	if says(text, "throttl") {
		return false
	}
	if says(text, "per minute", "per min", "per day", "tpm", "rate_limit_exceeded") || f.status == 429 {
		return says(text, "request too large for", "tokens must be reduced", "reduce your message size",
			"context_length", "context length", "prompt is too long")
	}
	if room, known := f.room(); known && f.sentField(fieldname.MaxTokens) != nil {
		return room < minReply
	}
	return says(text, tooLongWords...) && !f.namesSetting()
}

// noModel reports whether the model does not exist, no longer exists, or does not support chat.
func (f ErrorBody) noModel(text string) bool {
	return says(text, noModelWords...) || says(text, "model") &&
		(says(text, "does not exist", "not found, try pulling", "is not found") ||
			f.status < 500 && (says(text, " not found") || says(text, goneModelWords...) && !f.namesSetting()))
}

// leadsNowhere reports whether the address is wrong, as opposed to an unknown model.
func (f ErrorBody) leadsNowhere(text string) bool {
	switch {
	case !f.isJSON, says(text, wrongAddressWords...):
		return true
	case says(text, "model", "no endpoints found", "deployment", "engine"):
		return false
	}
	return f.Message == "" || says(text, "resource not found", "url", "route", "path", "page", "endpoint", "no handler") ||
		slices.Contains([]string{"not found", "gone"}, strings.ToLower(strings.Trim(f.Message, ". "))) ||
		strings.HasPrefix(f.Message, "{")
}

// pageRules classify an error that is a web page by its status, because its text is a web server's.
var pageRules = []rule{
	{Auth, at(401), nil, nil},
	{Forbidden, at(403), nil, nil},
	{Timeout, at(408, 504, 524), nil, nil},
	{TooLarge, at(413), nil, nil},
	{RateLimit, at(429), nil, nil},
	{WrongAddress, at(501), nil, nil},
	{Server, from500, nil, nil},
	{WrongAddress, nil, nil, nil},
}

// pictureRules classify errors about a picture.
var pictureRules = []rule{
	{TooLarge, except(401, 402, 429), pictureSizeWords, nil},
	{NoVision, except(401, 402, 429), noVisionWords, nil},
	{BadPicture, except(401, 402, 429), badPictureWords, nil},
}

// rules classify all other errors. The order matters: unambiguous phrases come first.
var rules = []rule{
	{TooLong, except(401, 402), nil, ErrorBody.tooLong},
	{ContentFilter, except(401, 402, 429), filterWords, nil},
	{Credit, at(402), nil, nil},
	{Quota, at(429), creditWords, func(f ErrorBody, _ string) bool { return !f.tellsWait() }},
	{Quota, at(429), append([]string{"billing"}, quotaWords...), ErrorBody.lasts},
	{RateLimit, at(429), nil, nil},
	{Credit, except(401, 404), creditWords, without("rate limit", "rate_limit")},
	{Quota, at(400, 403), quotaWords, ErrorBody.lasts},
	{Quota, at(500), quotaWords, func(f ErrorBody, text string) bool { return f.guessed && f.lasts(text) }},
	{Forbidden, at(401), shutOutWords, nil},
	{Auth, at(401), nil, nil},
	{Auth, clientError, authWords, func(f ErrorBody, text string) bool { return f.isJSON && !says(text, "model") }},
	{WrongAddress, at(404, 410), nil, ErrorBody.leadsNowhere},
	{NotFound, at(404, 410), nil, nil},
	{WrongAddress, at(405, 426), nil, nil},
	{WrongAddress, below500, wrongAddressWords, nil},
	{Timeout, at(408, 499, 504, 524), nil, nil},
	{TooLarge, at(413), nil, nil},
	{RateLimit, at(498), nil, nil}, // Groq
	{Auth, except(409), authWords, nil},
	{RateLimit, at(403), nil, func(f ErrorBody, _ string) bool { return f.waits || f.tellsWait() }},
	{RateLimit, except(409), rateWords, nil},
	{Loading, at(409, 425, 500, 502, 503), loadingWords, without(crashWords...)},
	{Server, at(409, 424, 425), nil, nil},
	{Server, nil, crashWords, nil},
	{Template, nil, templateWords, nil},
	{NotFound, nil, nil, ErrorBody.noModel},
	{Forbidden, at(403), nil, nil},
	{Forbidden, below500, forbiddenWords, nil},
	{Server, from500, nil, nil},
}
