package words

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/format"
	"parlando/views/i18n"
)

// SliderText holds the texts of a number in the Adjust panel: its name, its technical name for
// those who know it, and one line about its effect, "" if the name says enough.
type SliderText struct{ Name, Technical, About string }

// SliderTexts maps the name on the wire of each of [chat.NumberParameters] to its texts.
func SliderTexts() map[string]SliderText {
	return map[string]SliderText{
		chat.FieldTemperature:      {i18n.Text("Creativity"), i18n.Text("Temperature · 0 to 2"), i18n.Text("Low for facts, high for ideas")},
		chat.FieldTopP:             {i18n.Text("Choice of words"), i18n.Text("Top-p · 0 to 1"), i18n.Text("Change this or Creativity, not both")},
		chat.FieldFrequencyPenalty: {i18n.Text("Repeat less"), i18n.Text("Frequency penalty · –2 to 2"), ""},
		chat.FieldPresencePenalty:  {i18n.Text("New topics"), i18n.Text("Presence penalty · –2 to 2"), i18n.Text("Low stays on the topic, high moves on")},
	}
}

// SettingName returns the name of a request field in the Adjust panel; "" for a field without a
// control.
func SettingName(field string) string {
	return cmp.Or(SliderTexts()[field].Name, map[string]string{
		chat.FieldMaxTokens:           i18n.Text("Maximum reply length"),
		chat.FieldMaxCompletionTokens: i18n.Text("Maximum reply length"),
		chat.FieldStop:                i18n.Text("Stop at these words"),
		chat.FieldToolChoice:          i18n.Text("Tool use"),
		chat.FieldSeed:                i18n.Text("Same reply every time"),
		chat.FieldN:                   i18n.Text("Replies per message"),
		chat.FieldUser:                i18n.Text("Your code name for the service"),
		chat.FieldReasoningEffort:     i18n.Text("Thinking"),
		chat.FieldWebSearchOptions:    SearchWeb(),
		chat.FieldSearchTool:          SearchWeb(),
		chat.FieldPlugins:             SearchWeb(),
		chat.FieldSpeed:               i18n.Text("Speed"),
		chat.FieldLanguage:            i18n.Text("Language"),
		chat.FieldPrompt:              i18n.Text("Words to get right"),
	}[field])
}

// SearchWeb is the name of the switch for searches of the web.
func SearchWeb() string { return i18n.Text("Search the web") }

// Effort returns the words for a chat.Parameters.ReasoningEffort.
func Effort(effort string) string {
	return map[string]string{
		"":              i18n.Text("as the model decides"),
		chat.EffortNone: i18n.Text("off"),
		chat.EffortLow:  i18n.Text("a little"),
		chat.EffortHigh: i18n.Text("a lot"),
	}[effort]
}

// SettingValue formats a number as the field's control does, such as "1.0" or "about 750 words".
func SettingValue(field string, v float64) string {
	if isLength(field) {
		return LengthInWords(int(v))
	}
	if whole := field == chat.FieldSeed || field == chat.FieldN; v == math.Trunc(v) && !whole {
		return format.Decimal(v, 1)
	}
	return format.Field(v)
}

// isLength reports whether a field limits the tokens of a reply.
func isLength(field string) bool {
	return field == chat.FieldMaxTokens || field == chat.FieldMaxCompletionTokens
}

// LengthInWords returns the length of a text in words. Users do not think in tokens, of which 100
// are about 75 English words.
func LengthInWords(tokens int) string { return i18n.Plural("about {{.N}} words", WordsOf(tokens)) }

// WordsOf returns the number of words in a number of tokens, and TokensOf the reverse.
func WordsOf(tokens int) int { return (tokens*3 + 2) / 4 }

// TokensOf returns the number of tokens for a number of words.
func TokensOf(words int) int { return (words*4 + 1) / 3 }

// valueShown returns the value of a field in a refusal, as the field's control shows it.
func valueShown(field, value string) string {
	if n, err := strconv.Atoi(value); err == nil && isLength(field) {
		return LengthInWords(n)
	}
	return value
}

// AnsweredWithout returns a sentence with the settings and tools that were omitted from the request
// of a reply; "" for none. title returns the displayed name of a tool, "" if it was deleted.
func AnsweredWithout(leftOut []chat.RequestField, title func(tool string) string) string {
	var names []string
	for _, f := range leftOut {
		if name := SettingName(f.Name); name != "" {
			names = append(names, name)
		} else if f.Name == chat.FieldTools {
			for _, tool := range toolsLeftOut(f) {
				names = append(names, cmp.Or(title(tool), deletedTool()))
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return i18n.Plural("These settings weren't used because this model doesn't support them: {{.Settings}}.", len(names), map[string]any{"Settings": format.List(names)})
}

// RefusedSetting returns a sentence with the setting that the model refused and the values that it
// accepts; "" if the field has no control.
func RefusedSetting(r problem.Refusal) string {
	name := SettingName(r.Field)
	if name == "" {
		return ""
	}
	if tokens, err := strconv.Atoi(r.Value); err == nil && r.Unaffordable {
		return i18n.Text("Your credit isn't enough for a reply of {{.Length}}.", map[string]any{"Length": LengthInWords(tokens)})
	}
	data := map[string]any{"Setting": name, "Value": valueShown(r.Field, r.Value)}
	if r.Min != nil {
		data["Min"] = SettingValue(r.Field, *r.Min)
	}
	if r.Max != nil {
		data["Max"] = SettingValue(r.Field, *r.Max)
	}
	if other := SettingName(r.ConflictsWith); other != "" {
		data["Other"] = other
		return i18n.Text("With this model, set either “{{.Other}}” or “{{.Setting}}”, not both.", data)
	}
	switch {
	case r.ThisRequestOnly && r.Max != nil:
		return i18n.Text("In this chat, “{{.Setting}}” can be at most {{.Max}} with this model. It is set to {{.Value}}.", data)
	case r.AnyValue:
		return i18n.Text("This model doesn't support “{{.Setting}}”.", data)
	case r.Min != nil && r.Max != nil:
		return i18n.Text("With this model, “{{.Setting}}” must be between {{.Min}} and {{.Max}}. It is set to {{.Value}}.", data)
	case r.Max != nil:
		return i18n.Text("With this model, “{{.Setting}}” can be at most {{.Max}}. It is set to {{.Value}}.", data)
	case r.Min != nil:
		return i18n.Text("With this model, “{{.Setting}}” must be at least {{.Min}}. It is set to {{.Value}}.", data)
	}
	return i18n.Text("This model doesn't accept the value for “{{.Setting}}”.", data)
}

// RetryOption is one way to repeat a request after a setting was refused.
type RetryOption struct {
	Label string
	// Value is the number to send instead; nil omits the setting.
	Value *float64
}

// MessageRetries returns the ways to send a message again; the last one changes least. If the field
// has no control, there are none.
func MessageRetries(r *problem.Refusal) []RetryOption {
	if r != nil && r.Unaffordable && r.Max != nil {
		longest := i18n.Text("Send with a reply of up to {{.Length}}", map[string]any{"Length": LengthInWords(int(*r.Max))})
		return []RetryOption{{longest, r.Max}}
	}
	without := i18n.TextIn("setting", "Send without it")
	if r != nil && r.ConflictsWith != "" {
		without = i18n.Text("Send without {{.Setting}}", map[string]any{"Setting": SettingName(r.Field)})
	}
	return sendAgain(r, without, func(value map[string]any) string { return i18n.Text("Use {{.Value}} and send", value) })
}

// ReadingRetries is like [MessageRetries] for a text that is read aloud.
func ReadingRetries(r *problem.Refusal) []RetryOption {
	return sendAgain(r, i18n.Text("Read without this setting"), func(value map[string]any) string { return i18n.Text("Set to {{.Value}} and read", value) })
}

// ExportRetries is like [MessageRetries] for a text that is exported to a sound file.
func ExportRetries(r *problem.Refusal) []RetryOption {
	return sendAgain(r, i18n.Text("Create without this setting"), func(value map[string]any) string { return i18n.Text("Use {{.Value}}", value) })
}

// TranscriptionRetries is like [MessageRetries] for a recording.
func TranscriptionRetries(r *problem.Refusal) []RetryOption {
	return sendAgain(r, i18n.Text("Transcribe without it"), func(value map[string]any) string { return i18n.Text("Use {{.Value}} and transcribe", value) })
}

func sendAgain(r *problem.Refusal, without string, with func(value map[string]any) string) []RetryOption {
	if r == nil || SettingName(r.Field) == "" {
		return nil
	}
	ways := []RetryOption{{Label: without}}
	if nearest, ok := r.Nearest(); ok {
		ways = append(ways, RetryOption{with(map[string]any{"Value": SettingValue(r.Field, nearest)}), &nearest})
	}
	return ways
}

// aboutRefusal returns the text for a refused setting; for any other problem, it returns t
// unchanged.
func (t ProblemText) aboutRefusal(p problem.Problem) ProblemText {
	if p.Refusal == nil || SettingName(p.Refusal.Field) == "" {
		return t
	}
	t.Title = RefusedSetting(*p.Refusal)
	return t.WithAction(NoAction)
}

// KnownRefusals returns the text shown below a control about known refusals of its fields, "" for
// none. value returns the current value of a field, without quotes. loud means that the current
// value was refused.
func KnownRefusals(known []catalog.Refusal, fields []string, value func(field string) (v string, set bool)) (said string, loud bool) {
	for _, r := range known {
		if !slices.Contains(fields, r.Field) {
			continue
		}
		if said != "" {
			said += "\n"
		}
		said += KnownRefusal(r)
		if v, set := value(r.Field); set && r.Covers(v) {
			loud = true
		}
	}
	return said, loud
}

// reasonShown is the maximum length, in characters, of a service's reason shown below a control.
const reasonShown = 120

// KnownRefusal returns the text of one refusal: the refused value, the date, and the service's
// reason.
func KnownRefusal(r catalog.Refusal) string {
	data := map[string]any{"Value": valueShown(r.Field, r.Value), "Date": format.ShortDate(r.At.Local())}
	if r.Min != nil {
		data["Min"] = SettingValue(r.Field, *r.Min)
	}
	if r.Max != nil {
		data["Max"] = SettingValue(r.Field, *r.Max)
	}
	var said string
	switch {
	case r.Field == chat.FieldStream:
		said = i18n.Text("This model always shows the whole reply at once (since {{.Date}}).", data)
	case r.Field == chat.FieldReasoningEffort && r.Value == chat.EffortNone && !r.AnyValue:
		said = i18n.Text("This model can't be told not to think, so it thinks as little as possible (since {{.Date}}).", data)
	case r.Field == chat.FieldReasoningEffort && !r.AnyValue:
		said = i18n.Text("This model doesn't offer this amount, so Parlando asks for the nearest (since {{.Date}}).", data)
	case r.Field == chat.FieldResponseFormat:
		said = i18n.Text("The service doesn't support this directly, so Parlando asks for it another way (since {{.Date}}).", data)
	case r.AnyValue:
		said = i18n.Text("Not sent: this model doesn't accept it ({{.Date}}).", data)
	case r.Min != nil && r.Max != nil:
		said = i18n.Text("This model accepts {{.Min}} to {{.Max}} ({{.Date}}).", data)
	case r.Max != nil:
		said = i18n.Text("This model accepts up to {{.Max}} ({{.Date}}).", data)
	case r.Min != nil:
		said = i18n.Text("This model accepts {{.Min}} or more ({{.Date}}).", data)
	default:
		said = i18n.Text("This model rejected {{.Value}} ({{.Date}}).", data)
	}
	if r.Reason == "" {
		return said
	}
	reason := []rune(r.Reason)
	if len(reason) > reasonShown {
		reason = append(reason[:reasonShown-1], '…')
	}
	return said + "\n“" + string(reason) + "”"
}
