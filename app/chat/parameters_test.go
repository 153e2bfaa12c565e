package chat_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlando/app/chat"
)

// Every field counts when parameters are compared, but for the preset; and a copy shares nothing.
func TestEveryParameterIsComparedCopiedAndStored(t *testing.T) {
	f, n, seed := 0.5, 3, int64(-9)
	full := chat.Parameters{
		Temperature: &f, TopP: &f, FrequencyPenalty: &f, PresencePenalty: &f, MaxTokens: &n, Stop: []string{"a", "\n"}, Seed: &seed, Replies: &n,
		User: "u", AllAtOnce: true, Tools: []string{"t"}, ToolChoice: "none", Instructions: "i", Preset: "p",
		Answer: &chat.AnswerForm{
			Kind: chat.AnswerTable, Name: "Receipts", Once: true, Schema: json.RawMessage(`{}`),
			Columns: []chat.Column{{Name: "Paid by", Kind: chat.ColumnOption, Options: []string{"card", "cash"}}},
		},
	}
	kind := reflect.TypeFor[chat.Parameters]()
	for i := range kind.NumField() {
		name := kind.Field(i).Name
		if reflect.ValueOf(full).Field(i).IsZero() {
			t.Errorf("%s is not set by this test", name)
		}
		other := full.Clone()
		reflect.ValueOf(&other).Elem().Field(i).SetZero()
		if same := other.Equal(full); same != (name == "Preset") {
			t.Errorf("without %s it is the same: %v", name, same)
		}
		copied := full.Clone()
		if v := reflect.ValueOf(copied).Field(i); v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice {
			if v.Pointer() == reflect.ValueOf(full).Field(i).Pointer() {
				t.Errorf("%s is shared with the copy", name)
			}
		}
	}
	data, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	var back chat.Parameters
	if err := json.Unmarshal(data, &back); err != nil || !back.Equal(full) || back.Preset != "p" {
		t.Errorf("%s gives %+v, %v", data, back, err)
	}
	// What an older Parlando has stored is read as it was.
	if err := json.Unmarshal([]byte(`{"temperature":0.5,"instructions":"i"}`), &back); err != nil {
		t.Error(err)
	}
	if !(chat.Parameters{}).IsZero() || full.IsZero() {
		t.Error("IsZero")
	}
}
