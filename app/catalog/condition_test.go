package catalog_test

import (
	"strings"
	"testing"
	"time"

	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/problem"
)

func TestWhatAConnectionHasShownIsKeptAndGoesWithIt(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)
	marks := changes.New()
	open := func() *catalog.Catalog {
		c, err := catalog.Load(dir, marks, func() time.Time { return now })
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	c := open()
	c.Learn("a", catalog.AcceptsPictures, catalog.Yes, "m")
	c.Learn("a", catalog.AcceptsPictures, catalog.No, "n") // another model takes no pictures
	c.Learn("a", catalog.SynthesizesSpeech, catalog.No, "tts")
	c.Learn("a", catalog.Ability("flies"), catalog.Yes, "")
	c.Learn("a", catalog.AcceptsPDF, catalog.Unknown, "m")
	c.RecordSuccess("a")
	c.RecordProblem("a", problem.Problem{Kind: problem.ServerError, Status: 500, Detail: strings.Repeat("ä", 900)})
	c.RecordProblem("a", problem.Problem{})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open()
	known := c.Condition("a")
	if len(known.Abilities) != 2 || known.Abilities[catalog.AcceptsPictures] != (catalog.Evidence{Can: catalog.Yes, At: now, Model: "m"}) || known.Abilities[catalog.SynthesizesSpeech].Can != catalog.No {
		t.Errorf("%+v", known.Abilities)
	}
	if !known.Success.Equal(now) || known.Problem == nil || known.Problem.Kind != problem.ServerError || len([]rune(known.Problem.Detail)) != 500 || !known.Problem.At.Equal(now) {
		t.Errorf("%+v, %+v", known, known.Problem)
	}
	// The model that showed it may unsay it; what is handed out is a copy.
	known.Abilities[catalog.RepliesToMessages], known.Problem.Kind = catalog.Evidence{Can: catalog.Yes}, problem.Busy
	c.Learn("a", catalog.AcceptsPictures, catalog.No, "m")
	if again := c.Condition("a"); again.Abilities[catalog.AcceptsPictures].Can != catalog.No || len(again.Abilities) != 2 || again.Problem.Kind != problem.ServerError {
		t.Errorf("%+v", again)
	}
	// The same within a minute is no change: nobody has to look.
	now = now.Add(time.Second)
	c.RecordSuccess("a")
	marks.Take()
	c.RecordSuccess("a")
	c.Learn("a", catalog.AcceptsPictures, catalog.No, "m")
	if all := marks.Take(); len(all) != 0 {
		t.Errorf("marked %v", all)
	}
	now = now.Add(2 * time.Minute)
	c.RecordSuccess("a")
	if got := c.Condition("a").Success; !got.Equal(now) {
		t.Errorf("last success %v", got)
	}
	c.Forget("a")
	if left := c.Condition("a"); len(left.Abilities) != 0 || left.Problem != nil {
		t.Errorf("%+v", left)
	}
}
