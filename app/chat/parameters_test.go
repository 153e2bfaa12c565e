package chat_test

import (
	"encoding/json"
	"testing"

	"parlando/app/chat"
	"parlando/app/internal/fieldtest"
)

// Every field counts when parameters are compared, but for the preset; and a copy shares nothing.
func TestEveryParameterIsComparedCopiedAndStored(t *testing.T) {
	full := fieldtest.Full[chat.Parameters]()
	fieldtest.Compared(t, chat.Parameters.Equal, ".Preset")
	fieldtest.Cloned(t, full, full.Clone())
	data, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	var back chat.Parameters
	if err := json.Unmarshal(data, &back); err != nil || !back.Equal(full) || back.Preset != full.Preset {
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

// The tag of a parameter is the name of the field in which it is sent.
func TestEachFieldIsStoredUnderItsName(t *testing.T) {
	full := fieldtest.Full[chat.Parameters]()
	data, err := json.Marshal(full)
	var stored map[string]json.RawMessage
	if err != nil || json.Unmarshal(data, &stored) != nil {
		t.Fatalf("%s, %v", data, err)
	}
	fields := full.Fields()
	if len(fields) < len(chat.NumberParameters)+5 {
		t.Errorf("only %d fields", len(fields))
	}
	for _, f := range fields {
		if string(stored[f.Name]) != string(f.Value) {
			t.Errorf("%s is sent as %s, but stored as %s", f.Name, f.Value, stored[f.Name])
		}
	}
}
