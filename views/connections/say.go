package connections

import (
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/views/words"
)

// Name is what a person calls a connection.
func Name(c connections.Connection) string {
	if c.Kind == settings.Practice && !c.Named {
		return lang.L("Practice")
	}
	return c.Name
}

// Where says in a line what a connection leads to.
func Where(c connections.Connection) string {
	if c.Kind == settings.Practice {
		return lang.L("Inside Parlando; nothing leaves this computer.")
	}
	host := c.Address
	if d, err := connections.Describe(c.Address); err == nil {
		host = d.Host
	}
	if c.Kind == settings.Local {
		return lang.L("{{.Host}} · on this computer, without a key", map[string]any{"Host": host})
	}
	if c.NoKey {
		return lang.L("{{.Host}} · without a key", map[string]any{"Host": host})
	}
	return host
}

// Wrong says in a sentence what is wrong with a connection now; "" if nothing is known to be.
func Wrong(a connections.Abilities) string {
	if a.Trouble == nil || a.Trouble.At.Before(a.Success) {
		return ""
	}
	return words.Of(*a.Trouble).Title
}

// models says what is known of the list of models.
func models(a connections.Abilities, now time.Time) string {
	switch {
	case a.Lists.Can == catalog.No:
		return lang.L("It has no list; a model's name can be typed · {{.When}}", map[string]any{"When": words.When(a.Lists.At, now)})
	case a.Lists.Can != catalog.Yes:
		return ""
	case a.Models == 1:
		return lang.L("One · {{.When}}", map[string]any{"When": words.When(a.Lists.At, now)})
	}
	return lang.L("{{.N}} · {{.When}}", map[string]any{"N": words.Count(a.Models), "When": words.When(a.Lists.At, now)})
}

// tools says how many of the models use tools; "" if nothing is known.
func tools(a connections.Abilities, now time.Time) string {
	switch {
	case a.UseTools == 1:
		return lang.L("One of its models uses them")
	case a.UseTools > 1:
		return lang.L("{{.N}} of its models use them", map[string]any{"N": words.Count(a.UseTools)})
	case a.CallsTools.Can != catalog.Unknown:
		return learned(a.CallsTools, now)
	case a.ToolsKnown:
		return lang.L("None of its models is known to use them")
	case a.Lists.Can == catalog.Yes:
		return lang.L("The service does not tell")
	}
	return ""
}

// learned says what is known of an ability, and since when; "" if nothing is.
func learned(l catalog.Learned, now time.Time) string {
	said := map[string]any{"Model": l.Model, "When": words.When(l.At, now)}
	switch {
	case l.Can == catalog.Yes && l.Model != "":
		return lang.L("Yes, with {{.Model}} · {{.When}}", said)
	case l.Can == catalog.Yes:
		return lang.L("Yes · {{.When}}", said)
	case l.Can == catalog.No && l.Model != "":
		return lang.L("Not with {{.Model}} · {{.When}}", said)
	case l.Can == catalog.No:
		return lang.L("No · {{.When}}", said)
	}
	return ""
}

// dials says which dials are set; "" for none.
func dials(p *chat.Parameters) string {
	if p == nil {
		return ""
	}
	var out []string
	for _, n := range chat.Numbers {
		if v := *n.Of(p); v != nil {
			out = append(out, words.Setting(n.Name)+" "+strconv.FormatFloat(*v, 'f', -1, 64))
		}
	}
	if p.MaxTokens != nil {
		out = append(out, lang.L("Longest reply")+" "+words.Count(*p.MaxTokens))
	}
	if p.Instructions != "" {
		out = append(out, lang.L("Instructions"))
	}
	if rest := *p; len(rest.Stop) > 0 || rest.Seed != nil || rest.Replies != nil || rest.User != "" {
		out = append(out, lang.L("and more"))
	}
	if len(out) == 0 {
		return lang.L("None: the model decides everything")
	}
	return strings.Join(out, " · ")
}

// checkWords are the name of a check, what its button says, and what it does.
func checkWords(k connections.Check) (name, button string) {
	switch k {
	case connections.CheckChat:
		return lang.L("A short question"), lang.L("Ask a short question")
	case connections.CheckSpeech:
		return lang.L("A word read aloud"), lang.L("Have a word read aloud")
	case connections.CheckTranscription:
		return lang.L("A word written down"), lang.L("Have a word written down")
	case connections.CheckModels:
	}
	return lang.L("The list of models"), lang.L("Test it")
}

// result says what came of a check that worked.
func result(c connections.Checked) string {
	took := map[string]any{"Time": seconds(c.Took), "N": words.Count(c.Models), "Answer": c.Answer, "Model": c.Model}
	switch c.Check {
	case connections.CheckModels:
		switch {
		case c.NoList:
			return lang.L("It answers, and has no list; a model's name can be typed. {{.Time}}", took)
		case c.Models == 1:
			return lang.L("It answers, with one model. {{.Time}}", took)
		}
		return lang.L("It answers, with {{.N}} models. {{.Time}}", took)
	case connections.CheckChat:
		if c.Streamed {
			return lang.L("{{.Model}} answered “{{.Answer}}”, while it was written. {{.Time}}", took)
		}
		return lang.L("{{.Model}} answered “{{.Answer}}”, all at once. {{.Time}}", took)
	case connections.CheckSpeech:
		return lang.L("{{.Model}} read it aloud. {{.Time}}", took)
	case connections.CheckTranscription:
		return lang.L("{{.Model}} understood “{{.Answer}}”. {{.Time}}", took)
	}
	return ""
}

func seconds(d time.Duration) string {
	return lang.L("{{.N}} s", map[string]any{"N": strconv.FormatFloat(d.Seconds(), 'f', 1, 64)})
}

// Support is what a technical person, or the service's support, wants to know of a trouble.
func Support(name string, p problem.Problem) string {
	out := []string{name, words.Of(p).Title, words.Happened(p)}
	if p.RequestID != "" {
		out = append(out, lang.L("Request")+": "+p.RequestID)
	}
	if p.Detail != "" {
		out = append(out, p.Detail)
	}
	return problem.Masked(strings.Join(out, "\n"))
}
