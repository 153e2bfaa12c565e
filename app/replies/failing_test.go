package replies_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/history/historytest"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/problem"
)

// Whichever call of the database fails while a message is sent and answered, the message and its
// answer are stored once in the end, or the message waits in its box, and it is sent once at most.
func TestAFailureOfTheDatabaseLosesNoWord(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		d.close()
		driver := sqlitetest.NewDriver(t)
		d.driver = driver
		d.open()
		synctest.Wait()
		for n, failed := 1, true; failed; n++ {
			question, answer := fmt.Sprintf("Question %d", n), fmt.Sprintf("Answer %d", n)
			d.conversation = chat.NewID()
			if err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: d.conversation, Model: "asked-1"}); err != nil {
				t.Fatal(err)
			}
			driver.Fail(n)
			reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeAll(d.conversation, offer(chat.Draft{Text: question})), nil)
			if err != nil {
				failed = driver.Mend()
				if got := d.unsent(); got != question {
					t.Fatalf("call %d failed: %v, and the box has %q", n, err, got)
				}
				continue
			}
			synctest.Wait()
			sent := len(d.service.calls)
			if sent > 0 {
				c := d.call()
				c.say(answer)
				c.done()
			}
			time.Sleep(time.Minute) // what fails is tried again
			failed = driver.Mend()
			time.Sleep(time.Minute)
			m := d.shown(reply)
			if sent == 0 && m.State == chat.Failed && m.Request.Problem.Kind == problem.StoppedByDisk {
				answer = ""
			} else if sent != 1 || len(d.service.calls) > 0 || m.State != chat.Done || m.Text() != answer {
				t.Errorf("call %d failed: sent %d times, shown %s %q with %+v", n, sent, m.State, m.Text(), m.Request.Problem)
			}
			if kept := d.kept(reply); kept.State != m.State || kept.Text() != m.Text() {
				t.Errorf("call %d failed: stored is %s %q, shown %s %q", n, kept.State, kept.Text(), m.State, m.Text())
			}
			same(t, "the chat", d.thread(), []string{"user: " + question, "assistant: " + answer})
		}
	})
}
