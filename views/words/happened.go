package words

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parlando/app/problem"
)

// Happened says in one line what a service did, for those who know what that means.
func Happened(p problem.Problem) string {
	what := string(p.Kind)
	if p.Status > 0 {
		what = strings.TrimSpace(strconv.Itoa(p.Status) + " " + p.StatusText())
	}
	if p.Host != "" {
		what = lang.L("{{.What}} from {{.Host}}", map[string]any{"What": what, "Host": p.Host})
	}
	if !p.At.IsZero() {
		what += ", " + p.At.Local().Format("15:04:05")
	}
	return what
}
