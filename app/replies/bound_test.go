package replies_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/replies"
)

// sayWithoutEnd writes until the client has closed the connection, 64 KB at a time.
func (c *call) sayWithoutEnd(words string) {
	words = strings.Repeat(words, 1+(64<<10)/len(words))
	for c.ctx.Err() == nil {
		c.say(words)
		synctest.Wait()
	}
}

// tooLong checks that a reply was cut off at its longest length.
func (d *desk) tooLong(reply chat.ID) chat.Message {
	d.t.Helper()
	m := d.ended(reply, chat.CutOff)
	if p := m.Request.Problem; p == nil || p.Kind != problem.ReplyTooLong {
		d.t.Errorf("the problem is %+v", p)
	}
	if text := m.Text(); !utf8.ValidString(text) {
		d.t.Errorf("the text ends within a character: %q", text[len(text)-10:])
	}
	return m
}

func TestAReplyWithoutEndIsEndedKeptAndContinued(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go on and on")
		const words = "Grüße, Welt. "
		c.sayWithoutEnd(words)
		m := d.tooLong(reply)
		if n := len(m.Text()); n > chat.MaxReplyBytes || n < chat.MaxReplyBytes-utf8.UTFMax {
			t.Errorf("%d bytes are kept", n)
		}
		all := strings.Repeat(strings.Repeat(words, 1+(64<<10)/len(words)), 64)
		if !strings.HasPrefix(all, m.Text()) {
			t.Error("what is kept is not what came")
		}
		for had := 2; had <= 4; had++ {
			if !m.CanContinue() {
				t.Fatalf("a reply of %d bytes cannot be continued", m.TextBytes())
			}
			if err := d.replies.Continue(t.Context(), reply, nil); err != nil {
				t.Fatal(err)
			}
			d.call().sayWithoutEnd("more ")
			m = d.tooLong(reply)
			if n := m.TextBytes(); n > had*chat.MaxReplyBytes || n < had*chat.MaxReplyBytes-10 {
				t.Errorf("%d bytes are kept after %d requests", n, had)
			}
		}
		// A few bytes are left, because the first request ended before a character.
		if m.CanContinue() {
			if err := d.replies.Continue(t.Context(), reply, nil); err != nil {
				t.Fatal(err)
			}
			d.call().sayWithoutEnd("more ")
			m = d.tooLong(reply)
		}
		if m.CanContinue() || m.TextBytes() != chat.MaxMessageBytes {
			t.Errorf("a reply of %d bytes can be continued: %v", m.TextBytes(), m.CanContinue())
		}
		if err := d.replies.Continue(t.Context(), reply, nil); !errors.Is(err, replies.ErrCannotContinue) {
			t.Errorf("a full reply was continued: %v", err)
		}
	})
}

func TestThinkingWithoutEndIsEnded(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Think")
		c.say("First. ")
		synctest.Wait()
		for c.ctx.Err() == nil {
			c.think(strings.Repeat("hmm ", 16<<10))
			synctest.Wait()
		}
		if m := d.tooLong(reply); m.TextBytes() != chat.MaxReplyBytes || m.Text() != "First. " {
			t.Errorf("%d bytes are kept, %q", m.TextBytes(), m.Text()[:min(20, len(m.Text()))])
		}
	})
}

func TestAReplyAtOnceIsCutToItsBound(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		d.offer(chat.Parameters{AllAtOnce: true})
		reply, c := d.send("All at once")
		words := strings.Repeat("words ", chat.MaxReplyBytes/5)
		go func() {
			fmt.Fprintf(c.w, `{"id":"chatcmpl-7","choices":[{"index":0,"message":{"role":"assistant","content":%q},"finish_reason":"stop"}]}`, words)
			_ = c.w.Close()
		}()
		if m := d.tooLong(reply); m.Text() != words[:chat.MaxReplyBytes] || m.Finish != "" {
			t.Errorf("%d bytes are kept, finished %q", len(m.Text()), m.Finish)
		}
	})
}

// TestATurnOfToolsIsEndedWhenItsResultsFillIt: four texts and their results, none without an end.
func TestATurnOfToolsIsEndedWhenItsResultsFillIt(t *testing.T) {
	toolStory(t, "", func(t *testing.T, d *desk) {
		result := strings.Repeat("<result>", 1<<17)
		d.tools.run = func(context.Context, chat.ToolRequest) (string, error) { return result, nil }
		reply, c := d.send("Look at everything")
		rounds := 0
		for ; c != nil && rounds < 20; rounds++ {
			c.say(strings.Repeat("Let me see. ", 1<<18))
			c.wants(fmt.Sprintf(`%d add {"a":%d}`, rounds, rounds))
			synctest.Wait()
			select {
			case c = <-d.service.calls:
				c.t = t
			default:
				c = nil
			}
		}
		m := d.tooLong(reply)
		if n := m.TextBytes(); n > chat.MaxMessageBytes || n < chat.MaxMessageBytes-chat.MaxReplyBytes || m.CanContinue() && n == chat.MaxMessageBytes {
			t.Errorf("%d bytes are kept after %d rounds", n, rounds)
		}
		last := m.Parts[len(m.Parts)-1]
		if r, ok := last.ToolResult(); last.Kind == chat.PartToolResult && (!ok || r.State != chat.ToolDone) {
			t.Errorf("the last result ended as %+v", r.State)
		}
	})
}

// TestAReplyBesideOneWithoutEndStaysDone: of two choices one had ended.
func TestAReplyBesideOneWithoutEndStaysDone(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		two := 2
		d.offer(chat.Parameters{Replies: &two})
		reply, c := d.send("Twice")
		fmt.Fprint(c.w, `data: {"choices":[{"index":1,"delta":{"content":"Short."},"finish_reason":"stop"}]}`+"\n\n")
		c.sayWithoutEnd("more ")
		m := d.tooLong(reply)
		all, err := d.disk.Siblings(t.Context(), reply)
		if err != nil {
			t.Fatal(err)
		}
		other := d.ended(all[1-slices.Index(all, reply)], chat.Done)
		if other.Text() != "Short." || other.Request.Problem != nil {
			t.Errorf("the other says %q, problem %+v", other.Text(), other.Request.Problem)
		}
		if len(m.Text()) != chat.MaxReplyBytes {
			t.Errorf("%d bytes are kept", len(m.Text()))
		}
	})
}
