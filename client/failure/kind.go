package failure

import (
	"net/http"
	"slices"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// Kind is a class of error; each has one sentence and one button in the window.
type Kind string

// The kinds of error.
const (
	Auth             Kind = "auth"              // 401
	Credit           Kind = "credit"            // 402
	Quota            Kind = "quota"             // 429, and waiting does not help
	Forbidden        Kind = "forbidden"         // 403
	NotFound         Kind = "not_found"         // 404 naming the model
	WrongAddress     Kind = "wrong_address"     // a web page, a plain 404, 405, a redirect
	NoModelList      Kind = "no_model_list"     // 404 or 405 of the catalog, which is not a problem
	BadRequest       Kind = "bad_request"       // 400, 415, 422
	UnsupportedParam Kind = "unsupported_param" // Param is the field
	TooLong          Kind = "too_long"          // exceeds the context length
	TooLarge         Kind = "too_large"         // 413
	ContentFilter    Kind = "content_filter"
	RateLimit        Kind = "rate_limit" // 429; see Error.RetryAfter
	Timeout          Kind = "timeout"    // 408, 504, 524, no response in time
	Server           Kind = "server"     // 409, 5xx, 529
	Restarting       Kind = "restarting" // GOAWAY or REFUSED_STREAM: not processed, so not billed
	Network          Kind = "network"    // no connection, or connection lost
	TLS              Kind = "tls"        // invalid certificate
	Proxy            Kind = "proxy"      // the proxy refused the request
	// no connection to the proxy could be made
	ProxyUnreachable Kind = "proxy_unreachable"
	// the proxy gave no valid answer, or an invalid certificate
	ProxyInvalid Kind = "proxy_invalid"
	// the proxy cannot reach the service
	ProxyCannotConnect Kind = "proxy_cannot_connect"
	ProxyLogin         Kind = "proxy_login" // 407: the proxy requires a name and a password
	Truncated          Kind = "truncated"   // ended without an end mark
	// Loading: the service is still loading the model into memory, and did not process the request.
	Loading Kind = "loading"
	// Template: the chat template of the model refuses the messages.
	Template Kind = "template"
	// ReplyTooLong: the reply reached ChatRequest.MaxBytes, and the client ended the request.
	ReplyTooLong Kind = "reply_too_long"
	NoData       Kind = "silent" // watchdog: no data received
	EmptyReply   Kind = "empty_reply"
	BadReply     Kind = "bad_reply" // response not understood
	BadToolCall  Kind = "bad_tool_call"
	NoVision     Kind = "no_vision"   // the model does not support pictures
	NoDocument   Kind = "no_document" // the model does not support PDF documents
	// a picture is damaged or of an unknown format
	BadPicture Kind = "bad_picture"
)

// failedCall matches the finish reasons of models that failed to write a tool call.
var failedCall = lazyregexp.New(`(?i)^(?:finish_reason_)?(?:malformed_(?:function|tool)_call|unexpected_tool_call|too_many_tool_calls|missing_thought_signature|malformed_response_tool_use)$`)

// kind returns the Kind of an error; param is the refused field of UnsupportedParam. The message
// takes precedence over the status, because gateways change the status of upstream errors.
func (f ErrorBody) kind() (k Kind, param string) {
	text := f.text()
	switch {
	case f.status == http.StatusProxyAuthRequired:
		return ProxyLogin, ""
	case f.list && slices.Contains([]int{404, 405, 501}, f.status):
		return NoModelList, ""
	case f.isHTML:
		return firstKind(pageRules, f, ""), ""
	case failedCall().MatchString(f.Code):
		return BadToolCall, ""
	}
	f.status = f.meant()
	if f.refusesDocument() {
		return NoDocument, ""
	}
	if f.images && says(text, imageWords...) {
		if k := firstKind(pictureRules, f, text); k != "" {
			return k, ""
		}
	}
	if k, param := f.refuses(); k != "" {
		return k, param
	}
	if k := firstKind(rules, f, text); k != "" {
		return k, ""
	}
	if f.status != http.StatusUnsupportedMediaType {
		if param := f.refusedParam(text); param != "" {
			return UnsupportedParam, param
		}
	}
	return BadRequest, ""
}

// refuses returns the kind of an error about a search, tools, a voice, a response format, or two
// fields that exclude each other; "" for any other error.
func (f ErrorBody) refuses() (k Kind, param string) {
	if r := f.searchRefusal(); r != nil {
		return UnsupportedParam, r.Field
	}
	if f.voiceRefusal() != nil {
		return BadRequest, ""
	}
	if f.notForSpeech() {
		return NotFound, ""
	}
	if f.soundFormatRefusal() != nil {
		return UnsupportedParam, fieldname.ResponseFormat
	}
	format := f.formatConflict()
	if format == nil {
		format = f.formatRefusal()
	}
	switch {
	case f.refusesTools():
		return UnsupportedParam, fieldname.Tools
	case except(401, 402, 429)(f.status) && (f.conflict() != nil || f.refusedTool() != ""):
		return BadRequest, ""
	case format == nil:
		return "", ""
	case format.Field == fieldname.Tools || format.Value == RefusedSchema:
		return BadRequest, ""
	}
	return UnsupportedParam, format.Field
}
