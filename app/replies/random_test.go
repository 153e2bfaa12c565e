package replies_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/replies"
)

// randomUser plays a user and a service that do anything at any time, and knows what must not be
// lost.
type randomUser struct {
	*desk
	random *rand.Rand
	n      int
	// open are the requests that the service has not answered completely.
	open []*call
	// questions are the texts that the user sent, words those that have arrived from the service.
	questions, words []string
}

// next returns a name that occurs once.
func (u *randomUser) next(kind string) string {
	u.n++
	return fmt.Sprintf("%s%d.", kind, u.n)
}

// act does one thing at random.
func (u *randomUser) act() {
	switch u.random.IntN(12) {
	case 0, 1, 2:
		u.say(chat.Draft{})
	case 3:
		if id, ok := u.anyMessage(chat.User); ok {
			u.say(chat.Draft{Edits: id})
		}
	case 4:
		if id, ok := u.anyMessage(chat.Assistant); ok {
			_, err := u.replies.Regenerate(u.t.Context(), id, nil)
			u.expect(err, replies.ErrBusy)
		}
	case 5:
		if id, ok := u.anyMessage(chat.Assistant); ok {
			u.expect(u.replies.Continue(u.t.Context(), id, nil), replies.ErrBusy, replies.ErrCannotContinue)
		}
	case 6:
		u.replies.Stop(u.conversation)
	case 7:
		u.expect(u.replies.SendNow(u.t.Context(), u.conversation, nil), replies.ErrBusy, replies.ErrNothingToSend)
	case 8:
		u.expect(u.replies.Flush())
	case 9:
		if u.random.IntN(8) == 0 { // quit and start again
			u.close()
			u.open = nil
			u.desk.open()
			u.box()
		}
	default:
		u.answer()
	}
}

// expect fails for an error that is not among these.
func (u *randomUser) expect(err error, these ...error) {
	u.t.Helper()
	if err != nil && !slices.ContainsFunc(these, func(one error) bool { return errors.Is(err, one) }) {
		u.t.Errorf("after %d names: %v", u.n, err)
	}
}

func (u *randomUser) say(d chat.Draft) {
	d.Text = u.next("Q")
	u.questions = append(u.questions, d.Text)
	_, _, err := u.replies.Send(u.t.Context(), u.drafts.TakeNew(u.conversation, d), nil)
	u.expect(err)
}

// answer lets the service continue or end one of the open answers.
func (u *randomUser) answer() {
	for len(u.service.calls) > 0 {
		u.open = append(u.open, u.call())
	}
	u.open = slices.DeleteFunc(u.open, func(c *call) bool { return c.ctx.Err() != nil })
	if len(u.open) == 0 {
		return
	}
	i := u.random.IntN(len(u.open))
	c := u.open[i]
	switch u.random.IntN(8) {
	case 0:
		c.done()
	case 1:
		c.finish("length")
	case 2:
		c.cut()
	case 3:
		id := u.next("C")
		c.wants(id + ` add {"n":"` + id + `"}`)
	default:
		word := u.next("W")
		c.say(word)
		if synctest.Wait(); c.ctx.Err() == nil { // else it may have come after Stop
			u.words = append(u.words, word)
		}
		return
	}
	u.open = slices.Delete(u.open, i, i+1)
}

// anyMessage returns a message with a role, ok is false if there is none.
func (u *randomUser) anyMessage(role chat.Role) (id chat.ID, ok bool) {
	ids := u.ids(role)
	if len(ids) == 0 {
		return "", false
	}
	return ids[u.random.IntN(len(ids))], true
}

// ids returns the IDs of the messages of all branches with a role.
func (u *randomUser) ids(role chat.Role) (ids []chat.ID) {
	err := u.disk.Database().View(u.t.Context(), func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(u.t.Context(), "SELECT id FROM message WHERE role = ? ORDER BY n", role)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id chat.ID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return rows.Err()
	})
	if err != nil {
		u.t.Fatal(err)
	}
	return ids
}

// finishAll lets every answer end and every queued message be sent.
func (u *randomUser) finishAll() {
	for range 1000 {
		synctest.Wait()
		if len(u.drafts.Queued(u.conversation)) == 0 && len(u.replies.Writing()) == 0 {
			return
		}
		if len(u.replies.Writing()) == 0 {
			u.expect(u.replies.SendNow(u.t.Context(), u.conversation, nil))
		}
		for len(u.service.calls) > 0 {
			u.open = append(u.open, u.call())
		}
		for _, c := range u.open {
			if c.ctx.Err() == nil {
				c.say(u.next("end"))
				c.done()
			}
		}
		u.open = nil
		time.Sleep(time.Second)
	}
	u.t.Error("the replies do not end")
}

// Whatever the user and the service do, in any order, no question and no word of a reply is lost or
// stored twice, no tool runs twice, and the conversation is free in the end.
func TestTwoHundredRandomTurnsLoseNoWord(t *testing.T) {
	t.Parallel()
	toolStory(t, "", func(t *testing.T, d *desk) {
		const seed = 69
		u := &randomUser{desk: d, random: rand.New(rand.NewPCG(seed, seed))}
		for len(u.ids(chat.Assistant)) < 200 {
			u.act()
			if u.random.IntN(2) == 0 {
				synctest.Wait()
			}
		}
		u.finishAll()
		if err := u.drafts.Flush(); err != nil {
			t.Fatal(err)
		}
		asked, said := u.unsent(), ""
		for _, id := range u.ids(chat.User) {
			asked += u.kept(id).Text()
		}
		for _, id := range u.ids(chat.Assistant) {
			m := u.kept(id)
			if said += m.Text(); !m.State.Ended() {
				t.Errorf("a reply is still %s", m.State)
			}
		}
		occurOnce(t, "question", u.questions, asked)
		occurOnce(t, "word", u.words, said)
		if ran := d.tools.ids(); len(slices.Compact(slices.Clone(ran))) != len(ran) {
			t.Errorf("a tool ran twice: %v", ran)
		}
		if err := d.replies.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func occurOnce(t *testing.T, kind string, names []string, text string) {
	t.Helper()
	for _, name := range names {
		if n := strings.Count(text, name); n != 1 {
			t.Errorf("the %s %q is stored %d times", kind, name, n)
		}
	}
	if len(names) < 50 {
		t.Errorf("only %d of kind %s", len(names), kind)
	}
}
