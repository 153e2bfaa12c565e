package catalog_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/client/failure"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// clock counts minutes.
func clock() func() time.Time {
	var minutes atomic.Int64
	return func() time.Time { return noon.Add(time.Duration(minutes.Add(1)) * time.Minute) }
}

func load(t *testing.T, dir string) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Load(dir, nil, clock())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // before the folder is removed
	return c
}

func ids(models []catalog.Model) string {
	var all []string
	for _, m := range models {
		all = append(all, m.ID)
	}
	return strings.Join(all, " ")
}

func TestEverythingKnownOfModelsIsThereAfterARestart(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	c.SetListed("s", []catalog.Model{{ID: "big", Name: "Big One", Sees: catalog.Yes, Context: 128_000}, {ID: "small", Tools: catalog.No}})
	c.SetFavorite("s", "small", true)
	c.SetAcceptsPictures("s", "small", catalog.Yes)
	c.AddTyped("s", " my-model\n")
	c.RecordUse("s", "my-model")
	c.RecordServed("s", "served-2026-11-01")
	c.SetListed("other", []catalog.Model{{ID: "big"}})
	want := []catalog.Model{
		{ID: "big", Name: "Big One", Sees: catalog.Yes, Context: 128_000, Listed: true},
		{ID: "small", Name: "small", Sees: catalog.Yes, Tools: catalog.No, Favorite: true, Listed: true},
		{ID: "my-model", Name: "my-model", LastUsed: noon.Add(time.Minute)},
		{ID: "served-2026-11-01", Name: "served-2026-11-01"},
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*catalog.Catalog{c, load(t, dir)} {
		if diff := cmp.Diff(want, c.Models("s")); diff != "" {
			t.Error(diff)
		}
		if got := ids(c.Models("other")); got != "big" {
			t.Errorf("another connection has %s", got)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, catalog.FileName)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestThePersonsTickWinsOverWhatWasLearnedAndThatOverTheList(t *testing.T) {
	c := load(t, t.TempDir())
	sees := func() catalog.Tristate { m, _ := c.Model("s", "m"); return m.Sees }
	c.SetListed("s", []catalog.Model{{ID: "m", Sees: catalog.Yes}})
	c.LearnAcceptsPictures("s", "m", catalog.No)
	if sees() != catalog.No {
		t.Error("a refusal counts for less than the list")
	}
	c.SetAcceptsPictures("s", "m", catalog.Yes)
	c.LearnAcceptsPictures("s", "m", catalog.No)
	c.SetListed("s", []catalog.Model{{ID: "m", Sees: catalog.No}})
	if sees() != catalog.Yes {
		t.Error("the tick was overruled")
	}
	c.SetAcceptsPictures("s", "m", catalog.Unknown)
	if sees() != catalog.No {
		t.Error("the tick cannot be taken back")
	}
}

// GATEWAY.md 4.1.3 names one family; what the list, a refusal or the user says of a model counts
// for more.
func TestTheFamilyThatTakesDocumentsIsKnownByItsName(t *testing.T) {
	c := load(t, t.TempDir())
	c.SetListed("s", []catalog.Model{
		{ID: "anthropic/claude-sonnet-4"},
		{ID: "Claude-3-haiku", Reads: catalog.No},
		{ID: "gpt-4o"},
	})
	for id, want := range map[string]catalog.Tristate{
		"anthropic/claude-sonnet-4": catalog.Yes, "Claude-3-haiku": catalog.No,
		"gpt-4o": catalog.Unknown, "claude-typed": catalog.Yes,
	} {
		if m, _ := c.Model("s", id); m.Reads != want {
			t.Errorf("%s: %v", id, m.Reads)
		}
	}
	c.LearnAcceptsPDF("s", "anthropic/claude-sonnet-4", catalog.No)
	if m, _ := c.Model("s", "anthropic/claude-sonnet-4"); m.Reads != catalog.No {
		t.Errorf("after a refusal: %v", m.Reads)
	}
}

// What a call or a refusal has shown of tools counts for more than the list. It is there after a
// restart, and keeps a model that the list has dropped.
func TestWhatWasLearnedOfToolsWinsOverTheList(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	c.SetListed("s", []catalog.Model{{ID: "refuses", Tools: catalog.Yes}, {ID: "calls", Tools: catalog.No}, {ID: "again"}, {ID: "told", Tools: catalog.Yes}, {ID: "untold"}})
	c.LearnTools("s", "refuses", catalog.No)
	c.LearnTools("s", "calls", catalog.Yes)
	c.LearnTools("s", "again", catalog.No)
	c.RetryTools("s", "again")
	check := func(c *catalog.Catalog, want map[string]catalog.Tristate) {
		t.Helper()
		for id, tools := range want {
			if m, _ := c.Model("s", id); m.Tools != tools {
				t.Errorf("%s: %v, want %v", id, m.Tools, tools)
			}
		}
	}
	check(c, map[string]catalog.Tristate{"refuses": catalog.No, "calls": catalog.Yes, "again": catalog.Unknown, "told": catalog.Yes, "untold": catalog.Unknown})
	c.SetListed("s", []catalog.Model{{ID: "calls", Tools: catalog.No}})
	if got := ids(c.Models("s")); got != "calls refuses" {
		t.Errorf("kept: %s", got)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	check(load(t, dir), map[string]catalog.Tristate{"refuses": catalog.No, "calls": catalog.Yes})
}

func TestANewListKeepsWhatTheUserSetAndDropsTheRest(t *testing.T) {
	c := load(t, t.TempDir())
	c.SetListed("s", []catalog.Model{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}, {ID: "e"}})
	c.SetFavorite("s", "b", true)
	c.RecordUse("s", "c")
	c.LearnAcceptsPictures("s", "d", catalog.No)
	c.SetListed("s", []catalog.Model{{ID: "z"}, {ID: "b"}})
	if got := ids(c.Models("s")); got != "z b c d" {
		t.Errorf("%s", got)
	}
	if m, ok := c.Model("s", "c"); !ok || m.Listed {
		t.Errorf("%+v", m)
	}
	if m, ok := c.Model("s", "a"); ok || m.ID != "a" || m.Name != "a" {
		t.Errorf("%+v", m)
	}
}

func TestANewChatBeginsWithTheModelOneWouldExpect(t *testing.T) {
	c := load(t, t.TempDir())
	steps := []struct {
		do   func()
		want string
	}{
		{func() {}, ""},
		{func() { c.SetListed("s", []catalog.Model{{ID: "whisper-1"}}) }, "whisper-1"},
		{func() {
			c.SetListed("s", []catalog.Model{{ID: "text-embedding-3"}, {ID: "tts-1"}, {ID: "Whisper-large"}, {ID: "omni-moderation"}, {ID: "good-chat"}, {ID: "better-chat"}, {ID: "fav"}})
		}, "good-chat"},
		{func() { c.SetFavorite("s", "fav", true) }, "fav"},
		{func() { c.RecordUse("s", "better-chat") }, "fav"},
		{func() { c.RecordChoice("s", "better-chat") }, "better-chat"},
		{func() { c.RecordChoice("s", "typed-by-hand") }, "typed-by-hand"},
		{func() { c.RecordUse("s", "better-chat") }, "typed-by-hand"},
		{func() { c.RecordChoice("s", "good-chat") }, "good-chat"},
	}
	for i, step := range steps {
		step.do()
		if got := c.Default("s"); got != step.want {
			t.Errorf("step %d: %q, want %q", i, got, step.want)
		}
	}
}

func TestModelsThatSpeakOrHearAreNotOfferedForAChat(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	c.SetListed("s", []catalog.Model{
		{ID: "tts-1", Purpose: catalog.PurposeSpeech},
		{ID: "talk", Purpose: catalog.PurposeChat},
		{ID: "ears", Purpose: catalog.PurposeTranscription},
		{ID: "draw", Purpose: catalog.PurposeOther},
		{ID: "nobody-knows"},
		{ID: "tts-2", Purpose: catalog.PurposeSpeech},
	})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*catalog.Catalog{c, load(t, dir)} {
		if got := ids(c.Models("s")); got != "talk nobody-knows" {
			t.Errorf("to chat with: %s", got)
		}
		if got := ids(c.ModelsFor("s", catalog.PurposeSpeech)); got != "tts-1 tts-2" {
			t.Errorf("to speak with: %s", got)
		}
		if got := ids(c.ModelsFor("s", catalog.PurposeTranscription)); got != "ears" {
			t.Errorf("to hear with: %s", got)
		}
		if got := c.Default("s"); got != "talk" {
			t.Errorf("a new chat begins with %s", got)
		}
	}
	// What the user types is taken at their word, and a list that says less is believed.
	c.AddTyped("s", "draw")
	if got := ids(c.Models("s")); got != "talk draw nobody-knows" {
		t.Errorf("after typing: %s", got)
	}
	c.SetListed("s", []catalog.Model{{ID: "tts-1"}})
	if got := ids(c.Models("s")); got != "tts-1 draw" {
		t.Errorf("after another list: %s", got)
	}
	c.RecordUse("s", "used")
	c.SetListed("s", []catalog.Model{{ID: "talk", Purpose: catalog.PurposeChat}, {ID: "used", Purpose: catalog.PurposeOther}})
	if got := ids(c.Models("s")); got != "talk used draw" {
		t.Errorf("after a list with a model that was used before: %s", got)
	}
}

func TestADamagedFileIsMovedAndTheCatalogStartsEmpty(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, catalog.FileName), []byte(`{"connections":`), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Load(dir, nil, clock())
	if err == nil {
		t.Error("not reported")
	}
	if kept, err := os.ReadFile(c.Damaged()); err != nil || string(kept) != `{"connections":` {
		t.Errorf("%q, %v", kept, err)
	}
	c.RecordUse("s", "m")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if got := ids(load(t, dir).Models("s")); got != "m" {
		t.Errorf("%s", got)
	}
}

func TestOddThingsInTheFileHarmNobody(t *testing.T) {
	dir := t.TempDir()
	odd := `{"new":1,"connections":{"s":{"models":[null,{"id":""},{"id":"m","sees_ticked":"maybe","color":"red"},{"id":"m"}]},"t":null}}`
	path := filepath.Join(dir, catalog.FileName)
	if err := os.WriteFile(path, []byte(odd), 0o600); err != nil {
		t.Fatal(err)
	}
	c := load(t, dir)
	if got := c.Models("s"); ids(got) != "m" || got[0].Sees != catalog.Unknown {
		t.Errorf("%+v", got)
	}
	c.SetFavorite("s", "m", true)
	c.SetFavorite("t", "n", true)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	for _, want := range []string{`"new": 1`, `"color": "red"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s is gone:\n%s", want, data)
		}
	}
}

func TestAHostileListIsBounded(t *testing.T) {
	c := load(t, t.TempDir())
	list := []catalog.Model{{ID: "ok\u202e\x00", Name: strings.Repeat("n", 9_000), Context: -5}, {ID: ""}, {ID: strings.Repeat("x", 10_000)}, {ID: "ok"}}
	for i := range 30_000 {
		list = append(list, catalog.Model{ID: fmt.Sprint("m", i)})
	}
	c.SetListed("s", list)
	got := c.Models("s")
	if len(got) != 20_000 || got[0].ID != "ok" || len(got[0].Name) > 300 || got[0].Context != 0 {
		t.Errorf("%d models, first %.80v", len(got), got[0])
	}
}

func TestOfARemovedConnectionTheNamesOfUsedModelsStay(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	c.SetListed("s", []catalog.Model{{ID: "oak-1", Name: "Oak"}, {ID: "elm-1", Name: "Elm"}, {ID: "ash-1"}})
	for _, id := range []string{"oak-1", "ash-1"} {
		c.RecordUse("s", id)
	}
	c.Forget("s")
	c.Forget("s") // it was added and removed again
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = load(t, dir)
	for id, want := range map[string]string{"oak-1": "Oak", "elm-1": "elm-1", "ash-1": "ash-1"} {
		if m, ok := c.Model("s", id); m.Name != want || ok {
			t.Errorf("%s is called %q, known: %v", id, m.Name, ok)
		}
	}
	if len(c.Models("s")) != 0 || c.Default("s") != "" {
		t.Errorf("it still has %v", c.Models("s"))
	}
}

func TestAChangeIsMarkedAndForgettingAConnectionForgetsItsModels(t *testing.T) {
	marks := changes.New()
	c, err := catalog.Load(t.TempDir(), marks, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.RecordServed("s", "m")
	if got := marks.Take(); len(got) != 1 || got[0].Topic != changes.Models {
		t.Errorf("%v", got)
	}
	c.Forget("s")
	if len(c.Models("s")) != 0 || len(marks.Take()) != 1 {
		t.Error("still there")
	}
	c.RecordUse("s", "")
	c.RecordUse("", "m")
	if id := c.AddTyped("s", "  "); id != "" || len(c.Models("s")) != 0 || marks.Take() != nil {
		t.Error("a model without a name")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestADiskThatRefusesIsNoReasonToForget(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, catalog.FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Load(dir, nil, nil)
	if err == nil {
		t.Fatal("no error")
	}
	c.RecordUse("s", "m")
	if c.Default("s") != "m" {
		t.Error("forgotten")
	}
	if err := c.Close(); err == nil || errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestManyGoroutinesMayUseIt(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 20 {
				c.RecordUse("s", fmt.Sprint("m", i, "-", j))
				c.LearnRefusals("s", "one", []failure.Refusal{{Field: fmt.Sprint("f", j), AnyValue: true}})
				_ = c.Models("s")
			}
		})
	}
	all.Wait()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if got := load(t, dir); len(got.Models("s")) != 161 || len(got.RefusedFields("s", "one")) != 20 {
		t.Errorf("%d models", len(got.Models("s")))
	}
}
