package client

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"parlando/client/fieldname"
)

// constants returns the values of the constants in package fieldname.
func constants(t *testing.T) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "fieldname/fieldname.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 {
			if text, ok := v.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
				name, err := strconv.Unquote(text.Value)
				if err != nil || all[name] {
					t.Errorf("%s is no name of its own", text.Value)
				}
				all[name] = true
			}
		}
		return true
	})
	return all
}

func TestEachFieldThatIsSentHasItsConstantAndItsRule(t *testing.T) {
	number, whole, seed := 0.5, 7, int64(3)
	chat := ChatRequest{
		Model: "m", Messages: []Message{{Role: "user"}}, MaxTokens: &whole, Stop: []string{"."}, Seed: &seed, N: 2, User: "u", ReasoningEffort: EffortLow, Modalities: []string{"image"}, WebSearch: SearchOptions, ResponseFormat: FormatJSON(),
		Tools: []Tool{{Name: "t"}}, ToolChoice: ToolChoice{Name: "t"},
	}
	for _, n := range numbers {
		*n.of(&chat) = &number
	}
	for v, i := reflect.ValueOf(chat), 0; i < v.NumField(); i++ {
		switch name := v.Type().Field(i).Name; name {
		// These say how the request is sent.
		case "OmitUsage", "MaxBytes", "NoStream", "Omit", "OnSend", "OnLoading", "OnPicture":
		default:
			if v.Field(i).IsZero() {
				t.Errorf("the test sends no %s", name)
			}
		}
	}
	sent := map[string]bool{}
	body := func(data []byte, err error) {
		var fields map[string]any
		if err != nil || json.Unmarshal(data, &fields) != nil {
			t.Fatalf("%s, %v", data, err)
		}
		for name := range fields {
			sent[name] = true
		}
	}
	for way, omit := range map[WebSearch]string{SearchOptions: "", SearchOpenRouter: fieldname.SearchTool, SearchAlways: fieldname.MaxTokens} {
		chat.WebSearch, chat.Omit = way, []string{omit}
		data, _, _, err := chatBody(chat)
		body(data, err)
	}
	for _, omit := range []string{"", fieldname.Voice} {
		data, _, err := SpeechRequest{Model: "m", Input: "i", Voice: "v", Format: AudioMP3, Speed: 2, Instructions: "i", Omit: []string{omit}}.body()
		body(data, err)
	}
	for _, model := range []string{"whisper-1", "gpt-transcribe", "gpt-4o-transcribe-diarize"} {
		fields, _ := TranscriptionRequest{
			Model: model, Language: "de", Names: []string{"Ada"}, Context: "c", Diarize: true, Format: TranscriptJSON, Temperature: &number,
		}.fields(nil)
		for _, f := range fields {
			sent[strings.TrimSuffix(f.name, "[]")] = true
		}
	}
	all := constants(t)
	for name := range sent {
		if !all[name] {
			t.Errorf("%s is sent, but is no constant of package fieldname", name)
		}
	}
	for name := range all {
		switch name {
		// the form's last part; never sent; a part of tools
		case fieldname.File, fieldname.LogProbs, fieldname.ParallelToolCalls, fieldname.SearchTool:
		default:
			if !sent[name] {
				t.Errorf("%s is a constant, but was not sent", name)
			}
		}
	}
	for _, r := range fieldname.Rules {
		if !all[r.Name] {
			t.Errorf("the rule of %s has no constant", r.Name)
		}
	}
}

func TestEachFractionOfAChatIsSetByItsName(t *testing.T) {
	fractions := 0
	for i, typ := 0, reflect.TypeFor[ChatRequest](); i < typ.NumField(); i++ {
		if typ.Field(i).Type == reflect.TypeFor[*float64]() {
			fractions++
		}
	}
	if fractions != len(numbers) {
		t.Errorf("%d fractions in a ChatRequest, %d in numbers", fractions, len(numbers))
	}
	for i, n := range numbers {
		var r ChatRequest
		v := float64(i) + 0.5
		r.SetNumber(n.name, &v)
		data, _, _, err := chatBody(r)
		var fields map[string]any
		if err != nil || json.Unmarshal(data, &fields) != nil || fields[n.name] != v {
			t.Errorf("%s: sent %s, %v", n.name, data, err)
		}
		if rule := fieldname.RuleOf(n.name); rule.Range != fieldname.AnyNumber || !rule.Is(fieldname.Optional) {
			t.Errorf("the rule of %s is %+v", n.name, rule)
		}
	}
}
