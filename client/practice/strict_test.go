package practice_test

import (
	"errors"
	"slices"
	"testing"

	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
)

func TestTheStrictModelRefusesInEachWay(t *testing.T) {
	c := connect(t, practice.Options{})
	r := ask(practice.StrictModel, "Hi")
	warm, seed := 0.8, int64(7)
	r.Temperature, r.TopP, r.Seed = &warm, &warm, &seed
	s, err := c.Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	dropped := s.Dropped()
	_ = s.Close()
	got := slices.Sorted(slices.Values(failure.RefusedFields(dropped)))
	if !slices.Equal(got, []string{"seed", "stream", "top_p"}) {
		t.Errorf("left out: %v", got)
	}
	hot, long := 1.5, 501
	for name, change := range map[string]func(*client.ChatRequest){
		"temperature": func(r *client.ChatRequest) { r.Temperature = &hot },
		"max_tokens":  func(r *client.ChatRequest) { r.MaxTokens = &long },
	} {
		r := ask(practice.StrictModel, "Hi")
		change(&r)
		_, err := c.Chat(t.Context(), r)
		var e *failure.Error
		if !errors.As(err, &e) || e.Kind != failure.BadRequest || e.Refusal == nil ||
			e.Refusal.Field != name || e.Refusal.AnyValue || e.Refusal.Max == nil {
			t.Errorf("%s: %+v", name, e)
		}
	}
	whole := ask(practice.StrictModel, "Hi")
	whole.NoStream = true
	if got, err := listen(t, c, whole); err != nil || !got.complete || got.texts[0] == "" {
		t.Errorf("all at once: %+v, %v", got, err)
	}
}
