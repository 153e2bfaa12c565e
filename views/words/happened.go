package words

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/problem"
)

// statusWords are the usual words of the statuses a gateway answers with.
func statusWords(status int) string {
	switch status {
	case 400:
		return "Bad Request"
	case 401:
		return "Unauthorized"
	case 402:
		return "Payment Required"
	case 403:
		return "Forbidden"
	case 404:
		return "Not Found"
	case 408:
		return "Request Timeout"
	case 413:
		return "Content Too Large"
	case 422:
		return "Unprocessable Content"
	case 429:
		return "Too Many Requests"
	case 500:
		return "Internal Server Error"
	case 502:
		return "Bad Gateway"
	case 503:
		return "Service Unavailable"
	case 504:
		return "Gateway Timeout"
	}
	return ""
}

// Happened says in one line what a service did, for those who know what that means.
func Happened(p problem.Problem) string {
	what := string(p.Kind)
	if p.Status > 0 {
		what = strings.TrimSpace(strconv.Itoa(p.Status) + " " + statusWords(p.Status))
	}
	if p.Host != "" {
		what = lang.L("{{.What}} from {{.Host}}", map[string]any{"What": what, "Host": p.Host})
	}
	if !p.At.IsZero() {
		what += ", " + p.At.Local().Format("15:04:05")
	}
	return what
}
