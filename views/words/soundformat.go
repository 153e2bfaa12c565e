package words

import (
	"strings"

	"parlando/app/problem"
	"parlando/views/format"
	"parlando/views/i18n"
)

// aboutFormat names a sound format that Parlando cannot read and a program that can convert it.
// title returns the title for a map with the format.
func (t ProblemText) aboutFormat(p problem.Problem, title func(name map[string]any) string) ProblemText {
	if p.Kind != problem.NotSound || p.Format == "" {
		return t
	}
	t.Title = title(map[string]any{"Format": p.Format})
	switch {
	case strings.HasPrefix(p.Format, "DSS"), strings.HasPrefix(p.Format, "DS2"):
		t.Safe = format.Sentences(t.Safe, i18n.Text("The program that came with the dictation machine can do that."))
	case strings.HasPrefix(p.Format, "Audible"), strings.Contains(p.Format, "protected"):
		t.Safe = format.Sentences(t.Safe, i18n.Text("If it is protected against copying, only the program of the shop that sold it can play it."))
	default:
		t.Safe = format.Sentences(t.Safe, i18n.Text("VLC and Audacity, which are free, open most files."))
	}
	return t
}
