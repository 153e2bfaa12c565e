package words

import (
	"strconv"
	"strings"

	"parlando/app/problem"
	"parlando/views/format"
	"parlando/views/i18n"
)

// ErrorDetails returns the technical details of a service's error in one line.
func ErrorDetails(p problem.Problem) string {
	what := string(p.Kind)
	if p.Status > 0 {
		what = strings.TrimSpace(strconv.Itoa(p.Status) + " " + p.StatusText())
	}
	if p.Host != "" {
		what = i18n.Text("{{.What}} from {{.Host}}", map[string]any{"What": what, "Host": p.Host})
	}
	if !p.At.IsZero() {
		what = format.At(what, format.ClockSeconds(p.At.Local()))
	}
	return what
}
