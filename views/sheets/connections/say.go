package connections

import (
	"strings"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/words"
)

// models returns a description of the list of models.
func models(a connections.Abilities, now time.Time) string {
	switch {
	case a.Lists.Can == catalog.No:
		return i18n.Text("Has no list; enter a model's name · {{.When}}", map[string]any{"When": words.TimeText(a.Lists.At, now)})
	case a.Lists.Can != catalog.Yes:
		return ""
	}
	return i18n.Text("{{.N}} · {{.When}}", map[string]any{"N": format.Number(a.Models), "When": words.TimeText(a.Lists.At, now)})
}

// tools returns the number of models that support tools as text; "" if nothing is known.
func tools(a connections.Abilities, now time.Time) string {
	switch {
	case a.UseTools > 0:
		return i18n.Plural("{{.N}} of its models can use tools", a.UseTools)
	case a.CallsTools.Can != catalog.Unknown:
		return learned(a.CallsTools, now)
	case a.ToolsKnown:
		return i18n.Text("No model says that it uses tools")
	case a.Lists.Can == catalog.Yes:
		return i18n.Text("Not reported by the service")
	}
	return ""
}

// learned returns a description of an ability, with its date; "" if nothing is known.
func learned(l catalog.Evidence, now time.Time) string {
	said := map[string]any{"Model": l.Model, "When": words.TimeText(l.At, now)}
	switch {
	case l.Can == catalog.Yes && l.Model != "":
		return i18n.Text("Worked with {{.Model}} · {{.When}}", said)
	case l.Can == catalog.Yes:
		return i18n.Text("Worked · {{.When}}", said)
	case l.Can == catalog.No && l.Model != "":
		return i18n.Text("Didn't work with {{.Model}} · {{.When}}", said)
	case l.Can == catalog.No:
		return i18n.Text("Didn't work · {{.When}}", said)
	}
	return ""
}

// parameterList returns the parameters that are set; "" for none.
func parameterList(p *chat.Parameters) string {
	if p == nil {
		return ""
	}
	var out []string
	for _, n := range chat.NumberParameters {
		if v := *n.Of(p); v != nil {
			out = append(out, format.Named(words.SettingName(n.Name), format.Exact(*v)))
		}
	}
	if p.MaxTokens != nil {
		out = append(out, format.Named(i18n.Text("Maximum reply length"), words.LengthInWords(*p.MaxTokens)))
	}
	if p.Instructions != "" {
		out = append(out, i18n.Text("Instructions"))
	}
	if rest := *p; len(rest.Stop) > 0 || rest.Seed != nil || rest.Replies != nil || rest.User != "" || rest.ReasoningEffort != "" || rest.SearchWeb {
		out = append(out, i18n.Text("and more"))
	}
	if len(out) == 0 {
		return i18n.Text("None (all default)")
	}
	return format.Facts(out...)
}

// checkWords returns the name of a check and the label of its button.
func checkWords(k connections.Check) (name, button string) {
	switch k {
	case connections.CheckChat:
		return i18n.Text("A short question"), i18n.Text("Ask a quick question")
	case connections.CheckSpeech:
		return i18n.Text("Read a word aloud"), i18n.Text("Read a word aloud")
	case connections.CheckTranscription:
		return i18n.Text("Transcribe a word"), i18n.Text("Transcribe a word")
	case connections.CheckModels:
	}
	return i18n.Text("List models"), i18n.Text("Test")
}

// result returns a description of a successful check.
func result(c connections.CheckResult) string {
	took := map[string]any{"Time": seconds(c.Took), "Answer": c.Answer, "Model": c.Model}
	switch c.Check {
	case connections.CheckModels:
		if c.NoList {
			return i18n.Text("The connection works but has no list of models. You can enter a model's name ({{.Time}}).", took)
		}
		return i18n.Plural("The connection works and offers {{.N}} models ({{.Time}}).", c.Models, took)
	case connections.CheckChat:
		if c.Streamed {
			return i18n.Text("{{.Model}} replied “{{.Answer}}” as it arrived. {{.Time}}", took)
		}
		return i18n.Text("{{.Model}} replied “{{.Answer}}” all at once. {{.Time}}", took)
	case connections.CheckSpeech:
		return i18n.Text("{{.Model}} read a word aloud ({{.Time}}).", took)
	case connections.CheckTranscription:
		return i18n.Text("{{.Model}} understood “{{.Answer}}”. {{.Time}}", took)
	}
	return ""
}

func seconds(d time.Duration) string {
	return i18n.Text("{{.N}} s", map[string]any{"N": format.Decimal(d.Seconds(), 1)})
}

// support returns the details of a problem for technical users or the service's support.
func support(name string, p problem.Problem) string {
	out := []string{name, words.TitleForConnection(p), words.ErrorDetails(p)}
	if p.RequestID != "" {
		out = append(out, format.Named(i18n.Text("Request"), p.RequestID))
	}
	if p.Detail != "" {
		out = append(out, p.Detail)
	}
	return problem.MaskKeys(strings.Join(out, "\n"))
}
