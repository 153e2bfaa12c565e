package replies

import (
	"reflect"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/client"
)

func TestSourcesDoNotInterruptTheTextInWhichTheyArrive(t *testing.T) {
	r := waiting0()
	kew := client.Source{Address: "https://kew.example/oak", Title: "Oak", Number: 1}
	r.Apply(delta(client.Delta{Text: "An o", Sources: []client.Source{kew}}), noon)
	r.Apply(delta(client.Delta{Text: "ak [1].", FinishReason: "stop"}), noon)
	r.End(nil, noon.Add(time.Second))
	want := []chat.Part{
		{Kind: chat.PartText, Text: "An oak [1]."},
		{Kind: chat.PartSources, Text: `{"address":"https://kew.example/oak","title":"Oak","number":1}` + "\n"},
	}
	m := r.Message()
	if m.State != chat.Done || !reflect.DeepEqual(m.Parts, want) {
		t.Errorf("%s: %+v, want %+v", m.State, m.Parts, want)
	}
	if words := m.Parts[1].TextFor(chat.UseSources); words != "Oak https://kew.example/oak" {
		t.Errorf("found and saved as %q", words)
	}
}

func TestSourcesOfAContinuationWaitForItsText(t *testing.T) {
	r := newReply(chat.Message{
		ID: "reply", Role: chat.Assistant, State: chat.CutOff, Request: &chat.Request{ID: "request", Asked: "asked", Started: noon},
		Parts: []chat.Part{{Kind: chat.PartText, Text: "An oak is a tr"}},
	}, true)
	r.Apply(delta(client.Delta{Sources: []client.Source{{Address: "https://rspb.example/tree", Start: 0, End: 3}}}), noon)
	r.Apply(delta(client.Delta{Text: "ee.", FinishReason: "stop"}), noon)
	r.Apply(delta(client.Delta{Sources: []client.Source{{Address: "https://kew.example/oak"}}}), noon)
	r.End(nil, noon.Add(time.Second))
	m := r.Message()
	if got := kinds(m); !reflect.DeepEqual(got, []chat.PartKind{chat.PartText, chat.PartContinued, chat.PartText, chat.PartSources}) {
		t.Fatal(got)
	}
	want := []chat.CitedSource{
		{Address: "https://rspb.example/tree", From: len("An oak is a tr"), End: 3},
		{Address: "https://kew.example/oak", From: len("An oak is a tr")},
	}
	if got := m.Parts[3].CitedSources(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestSourcesAloneAreNoReply(t *testing.T) {
	r := waiting0()
	r.Apply(delta(client.Delta{Sources: []client.Source{{Address: "https://kew.example/oak"}}, FinishReason: "stop"}), noon)
	r.End(nil, noon.Add(time.Second))
	if m := r.Message(); m.State != chat.Failed {
		t.Errorf("ended as %q", m.State)
	}
}
