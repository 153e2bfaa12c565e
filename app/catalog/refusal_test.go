package catalog_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/catalog"
	"parlando/app/problem"
	"parlando/client/failure"
)

func of[T any](v T) *T { return &v }

func TestWhatAModelRefusesIsKeptWithValueRangeReasonAndDate(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	hot := failure.Refusal{
		Field: "temperature", Value: "1.5", Min: of(0.0), Max: of(1.0), Reason: "must be\nbetween 0 and 1",
	}
	c.LearnRefusals("s", "big", []failure.Refusal{
		hot,
		{Field: "seed", Value: "7", AnyValue: true},
		{Field: "response_format", Value: "opus"},
		{Field: "response_format", Value: "aac"},
	})
	c.LearnRefusals("s", "big", []failure.Refusal{{Field: "response_format", Value: "opus", Reason: "again"}})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	refused := func(r problem.Refusal, minutes time.Duration) catalog.Refusal {
		return catalog.Refusal{Refusal: r, At: noon.Add(minutes * time.Minute)}
	}
	want := []catalog.Refusal{
		refused(problem.Refusal{
			Field: "temperature", Value: "1.5", Min: of(0.0), Max: of(1.0), Reason: "must be between 0 and 1",
		}, 1),
		refused(problem.Refusal{Field: "seed", Value: "7", AnyValue: true}, 1),
		refused(problem.Refusal{Field: "response_format", Value: "aac"}, 1),
		refused(problem.Refusal{Field: "response_format", Value: "opus", Reason: "again"}, 2),
	}
	for _, c := range []*catalog.Catalog{c, load(t, dir)} {
		if diff := cmp.Diff(want, c.Refusals("s", "big")); diff != "" {
			t.Error(diff)
		}
		if got := c.RefusedFields("s", "big"); !slices.Equal(got, []string{"seed"}) {
			t.Errorf("never sent: %v", got)
		}
		if got := c.Refusals("other", "big"); got != nil {
			t.Errorf("another connection: %v", got)
		}
	}
}

func TestStoredRefusalsAreReadAndWrittenByteForByte(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, catalog.FileName)
	stored, err := os.ReadFile("testdata/refusals.json")
	if err == nil {
		err = os.WriteFile(path, stored, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := load(t, dir)
	if got := c.Refusals("s", "big"); len(got) != 3 || c.Damaged() != "" {
		t.Errorf("read: %+v", got)
	}
	c.SetFavorite("s", "big", false) // has the file written
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(string(stored), `"favourite": true,`+"\n          ", "", 1)
	if diff := cmp.Diff(want, string(written)); diff != "" {
		t.Error(diff)
	}
}

func TestARefusalHoldsForTheValuesItIsAbout(t *testing.T) {
	for name, c := range map[string]struct {
		refused  problem.Refusal
		yes, not []string
	}{
		"the field": {problem.Refusal{AnyValue: true, Value: "1"}, []string{"1", "0.2", "words"}, nil},
		"a range": {
			problem.Refusal{Value: "1.5", Min: of(0.0), Max: of(1.0)},
			[]string{"1.5", "1.01", "-1"},
			[]string{"0", "1", "0.8", "words"},
		},
		"half a range": {problem.Refusal{Value: "9000", Max: of(8192.0)}, []string{"8193"}, []string{"8192", "1"}},
		"a word":       {problem.Refusal{Value: "opus"}, []string{"opus"}, []string{"mp3", ""}},
		"a number":     {problem.Refusal{Value: "1.5"}, []string{"1.5"}, []string{"1.6"}},
	} {
		refusal := catalog.Refusal{Refusal: c.refused}
		for _, v := range c.yes {
			if !refusal.Covers(v) {
				t.Errorf("%s: not %q", name, v)
			}
		}
		for _, v := range c.not {
			if refusal.Covers(v) {
				t.Errorf("%s: also %q", name, v)
			}
		}
	}
}

func TestWhatWasRefusedIsTriedAgainAfterAClickANewListOrASuccess(t *testing.T) {
	c := load(t, t.TempDir())
	c.SetListed("s", []catalog.Model{{ID: "m"}})
	refuse := func() {
		c.LearnRefusals("s", "m", []failure.Refusal{
			{Field: "seed", AnyValue: true},
			{Field: "top_p", AnyValue: true},
			{Field: "temperature", Value: "1.5", Max: of(1.0)},
		})
	}
	left := func() string {
		var names []string
		for _, r := range c.Refusals("s", "m") {
			names = append(names, r.Field)
		}
		return strings.Join(names, " ")
	}
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() { c.ForgetRefusals("s", "m", "seed") }, "top_p temperature"},
		{func() { c.ForgetRefusals("s", "m") }, ""},
		{func() { c.LearnAccepted("s", "m", "temperature", "0.8") }, "seed top_p temperature"},
		{func() { c.LearnAccepted("s", "m", "temperature", "1.5") }, "seed top_p"},
		{func() { c.SetListed("s", []catalog.Model{{ID: "m"}}) }, ""},
	} {
		refuse()
		if step.do(); left() != step.want {
			t.Errorf("left %q, want %q", left(), step.want)
		}
	}
	if len(c.Models("s")) != 1 {
		t.Error("the model went with what was known of it")
	}
}

// Refusals without value, reason or date say nothing that could be shown; they are found out anew.
func TestRefusalsOfAnOlderParlandoAreTriedAgain(t *testing.T) {
	dir := t.TempDir()
	old := `{"connections":{"s":{"models":[{"id":"m","listed":true,"unsupported":["temperature","stream_options"]}]}}}`
	path := filepath.Join(dir, catalog.FileName)
	if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	c := load(t, dir)
	if got := c.Refusals("s", "m"); len(got) != 0 || len(c.RefusedFields("s", "m")) != 0 || c.Damaged() != "" {
		t.Errorf("%v", got)
	}
	c.SetFavorite("s", "m", true)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); strings.Contains(string(data), "unsupported") {
		t.Errorf("kept: %s", data)
	}
}

func TestALimitGoesByTheNameThatIsNotRefusedLast(t *testing.T) {
	c := load(t, t.TempDir())
	most := 4096.0
	refuses := func(r failure.Refusal, want string) {
		t.Helper()
		c.LearnRefusals("s", "m", []failure.Refusal{r})
		if got := strings.Join(c.RefusedFields("s", "m"), " "); got != want {
			t.Errorf("after %s is refused: %q, want %q", r.Field, got, want)
		}
	}
	refuses(failure.Refusal{Field: "max_tokens", AnyValue: true}, "max_tokens")
	refuses(failure.Refusal{Field: "max_completion_tokens", Value: "9000", Max: &most}, "max_tokens")
	refuses(failure.Refusal{Field: "max_completion_tokens", AnyValue: true}, "max_completion_tokens")
	refuses(failure.Refusal{Field: "max_tokens", Value: "9000", Max: &most}, "max_completion_tokens")
	refuses(failure.Refusal{Field: "max_tokens", AnyValue: true}, "max_completion_tokens max_tokens")
}

func TestHowASchemaIsWrappedIsAMatterOfTheServiceUntilItsModelsDiffer(t *testing.T) {
	c := load(t, t.TempDir())
	refuses := func(model, value string) {
		c.LearnRefusals("s", model, []failure.Refusal{{Field: "response_format", Value: value}})
	}
	known := func(model string) (values []string) {
		for _, r := range c.RefusedFormats("s", model) {
			values = append(values, r.Value)
		}
		return values
	}
	refuses("bare", failure.RefusedFormatName)
	refuses("object", failure.RefusedFormatSchema)
	if got := known("new"); !slices.Equal(got, []string{failure.RefusedFormatName}) {
		t.Errorf("a model never asked: %q", got)
	}
	refuses("wrapped", failure.RefusedFormatBare)
	for model, want := range map[string][]string{
		"new": nil, "bare": {failure.RefusedFormatName}, "wrapped": {failure.RefusedFormatBare}, "object": {failure.RefusedFormatSchema},
	} {
		if got := known(model); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", model, got, want)
		}
	}
}

func TestWhatTheServiceReadsIsRefusedForAllItsModels(t *testing.T) {
	c := load(t, t.TempDir())
	for _, field := range []string{"stream_options", failure.FieldNullContent, "seed"} {
		c.LearnRefusals("s", "a", []failure.Refusal{{Field: field, AnyValue: true}})
	}
	for model, want := range map[string][]string{"a": {"content", "seed", "stream_options"}, "b": {"content", "stream_options"}} {
		if got := c.RefusedFields("s", model); !slices.Equal(got, want) {
			t.Errorf("%s refuses %q, want %q", model, got, want)
		}
	}
	if got := c.RefusedFields("other", "a"); len(got) != 0 {
		t.Errorf("another connection refuses %q", got)
	}
}
