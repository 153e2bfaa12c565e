package replies_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/answers"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/practice"
)

// sayTo writes a word of one of several choices.
func (c *call) sayTo(choice int, words, finish string) {
	why := "null"
	if finish != "" {
		why = `"` + finish + `"`
	}
	fmt.Fprintf(c.w, "data: {\"id\":\"chatcmpl-7\",\"model\":\"served-1\",\"choices\":[{\"index\":%d,\"delta\":{\"content\":%q},\"finish_reason\":%s}]}\n\n", choice, words, why)
}

func (c *call) over() {
	fmt.Fprint(c.w, "data: [DONE]\n\n")
	_ = c.w.Close()
}

func (d *desk) siblings(id chat.ID) []chat.ID {
	d.t.Helper()
	all, err := d.disk.Siblings(d.t.Context(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	return all
}

func TestSeveralRepliesAreAskedForAtOnceAndKeptBesideEachOther(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		if err := d.disk.SetParameters(t.Context(), d.conversation, chat.Parameters{Replies: ptr(3)}); err != nil {
			t.Fatal(err)
		}
		first, c := d.send("A color?")
		if n := c.asked()["n"]; n != 3.0 {
			t.Errorf("n is %v", n)
		}
		if m := d.shown(first); m.Sibling != 1 || m.Siblings != 3 {
			t.Errorf("while it is written it is ‹%d of %d›", m.Sibling, m.Siblings)
		}
		for _, words := range []string{"Ochre", " it is."} {
			for i := range 3 {
				c.sayTo(i, fmt.Sprintf("%d%s", i, words), "")
			}
		}
		for i := range 3 {
			c.sayTo(i, "", "stop")
		}
		c.over()
		if m := d.ended(first, chat.Done); m.Text() != "0Ochre0 it is." || m.Siblings != 3 {
			t.Errorf("the first is %q, of %d", m.Text(), m.Siblings)
		}
		all := d.siblings(first)
		for i, id := range all {
			if m := d.ended(id, chat.Done); m.Text() != fmt.Sprintf("%dOchre%d it is.", i, i) || m.Choice != i || m.Request.ID != d.kept(first).Request.ID {
				t.Errorf("reply %d: %+v", i, m)
			}
		}
		same(t, "shown", d.thread(), []string{"user: A color?", "assistant: 0Ochre0 it is."})
		// Trying again asks for one more.
		again, err := d.replies.Regenerate(t.Context(), first, nil)
		if err != nil {
			t.Fatal(err)
		}
		c = d.call()
		if n := c.asked()["n"]; n != nil {
			t.Errorf("trying again asks for %v", n)
		}
		c.say("Red")
		c.done()
		if m := d.ended(again, chat.Done); m.Sibling != 4 || m.Siblings != 4 {
			t.Errorf("the one more is ‹%d of %d›", m.Sibling, m.Siblings)
		}
	})
}

// Some services give one reply whatever they are asked, and one that fails gives none: one reply
// stays, with its result.
func TestOfSeveralRepliesThoseThatDoNotComeAreNotLeftEmpty(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		if err := d.disk.SetParameters(t.Context(), d.conversation, chat.Parameters{Replies: ptr(2)}); err != nil {
			t.Fatal(err)
		}
		first, c := d.send("A color?")
		c.say("Ochre")
		c.done()
		if m := d.ended(first, chat.Done); m.Siblings != 1 || m.Request.Problem == nil || m.Request.Problem.Kind != problem.FewerReplies {
			t.Errorf("one came: of %d, trouble %v", m.Siblings, m.Request.Problem)
		}
		lost, c := d.send("Another?")
		c.cut()
		if m := d.ended(lost, chat.Failed); m.Siblings != 1 || m.Request.Problem == nil {
			t.Errorf("none came: of %d, trouble %v", m.Siblings, m.Request.Problem)
		}
		empty, c := d.send("One more?")
		c.sayTo(1, "Umber", "stop")
		c.sayTo(0, "", "stop")
		c.over()
		if m := d.ended(empty, chat.Failed); m.Siblings != 2 || m.Request.Problem == nil || m.Request.Problem.Kind != problem.Empty {
			t.Errorf("the first came empty: of %d, trouble %v", m.Siblings, m.Request.Problem)
		}
		if m := d.ended(d.siblings(empty)[1], chat.Done); m.Text() != "Umber" || m.Request.Problem != nil {
			t.Errorf("the second came: %q, trouble %v", m.Text(), m.Request.Problem)
		}
		stopped, c := d.send("And another?")
		c.sayTo(0, "Um", "")
		c.sayTo(1, "Er", "")
		synctest.Wait()
		d.replies.Stop(d.conversation)
		if m := d.ended(stopped, chat.Stopped); m.Siblings != 2 || m.Text() != "Um" {
			t.Errorf("both had begun: of %d, %q", m.Siblings, m.Text())
		}
		early, c := d.send("The last one?")
		c.sayTo(0, "Um", "")
		synctest.Wait()
		d.replies.Stop(d.conversation)
		if m := d.ended(early, chat.Stopped); m.Siblings != 1 || m.Request.Problem != nil {
			t.Errorf("stopped before the second: of %d, trouble %v", m.Siblings, m.Request.Problem)
		}
	})
}

func TestOneOfSeveralRepliesThatFailsLeavesTheOthersWhole(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		if err := d.disk.SetParameters(t.Context(), d.conversation, chat.Parameters{Replies: ptr(2)}); err != nil {
			t.Fatal(err)
		}
		first, c := d.send("A color?")
		c.sayTo(0, "Och", "")
		c.sayTo(1, "Um", "")
		c.sayTo(1, "", "error")
		c.sayTo(0, "re", "stop")
		c.over()
		if m := d.ended(first, chat.Done); m.Text() != "Ochre" || m.Siblings != 2 {
			t.Errorf("the whole one is %q, of %d", m.Text(), m.Siblings)
		}
		if m := d.ended(d.siblings(first)[1], chat.CutOff); m.Text() != "Um" ||
			m.Request.Problem == nil || m.Request.Problem.Kind != problem.ServerError {
			t.Errorf("the failed one is %q, trouble %v", m.Text(), m.Request.Problem)
		}
	})
}

// A service that gives one reply whatever it is asked is asked for the others one after the other,
// if the user wants them.
func TestTheOthersAreAskedForOneByOne(t *testing.T) {
	formDesk(t, "practice-trouble/n-ignored", func(t *testing.T, d *desk, _ *catalog.Catalog, wire *wiretap) {
		m := d.asksWith(chat.Parameters{Replies: ptr(4)})
		if m.State != chat.Done || m.Request.Problem == nil || m.Request.Problem.Kind != problem.FewerReplies {
			t.Fatalf("%s, %+v", m.State, m.Request.Problem)
		}
		if _, err := d.replies.RequestMissing(t.Context(), m.ID, nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		all, err := d.disk.Siblings(t.Context(), m.ID)
		if err != nil || len(all) != 4 || len(wire.bodies) != 4 {
			t.Fatalf("%d replies after %d requests, %v", len(all), len(wire.bodies), err)
		}
		for _, id := range all {
			if one := d.kept(id); one.State != chat.Done {
				t.Errorf("%s %+v", one.State, one.Request.Problem)
			}
		}
		if _, err := d.replies.RequestMissing(t.Context(), m.ID, nil); err == nil {
			t.Error("a fifth was asked for")
		}
	})
}

// Up to eight replies come with one request, each a table of its own if that was asked for.
func TestEightTablesComeAtOnce(t *testing.T) {
	for _, whole := range []bool{false, true} {
		formDesk(t, practice.WriterModel, func(t *testing.T, d *desk, _ *catalog.Catalog, wire *wiretap) {
			m := d.asksWith(chat.Parameters{Replies: ptr(8), Answer: receipts, AllAtOnce: whole})
			all, err := d.disk.Siblings(t.Context(), m.ID)
			if err != nil || len(all) != 8 || len(wire.bodies) != 1 {
				t.Fatalf("%d replies after %d requests, %v", len(all), len(wire.bodies), err)
			}
			for _, id := range all {
				if one := d.kept(id); one.State != chat.Done || len(answers.TableOf(one).Rows) != 3 {
					t.Errorf("%s: %q", one.State, one.Text())
				}
			}
		})
	}
}
