package connections_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/app/settings"
)

func TestAForgottenConnectionLeavesNothingButItsNameOnceUndoHasPassed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a := w.connect("a.example", "sk-right", connections.ConnectOptions{}).Connection
		b := w.connect("b.example", "sk-right", connections.ConnectOptions{}).Connection
		if err := w.Select(a.ID); err != nil {
			t.Fatal(err)
		}
		if err := w.Forget(a.ID); err != nil {
			t.Fatal(err)
		}
		if got, _ := w.Current(); got != b || len(w.List()) != 1 {
			t.Errorf("%v", w.List())
		}
		sent := len(w.wire.record())
		var p problem.Problem
		if _, err := w.Client(t.Context(), a.ID); !errors.As(err, &p) || p.Kind != problem.ConnectionGone || p.Detail != "a.example" || !errors.Is(err, connections.ErrNoConnection) {
			t.Errorf("a chat of it goes elsewhere: %v", err)
		}
		if way := w.ForChat(a.ID); !way.Gone || way.Name != "a.example" || way.Connection.ID != "" {
			t.Errorf("%+v", way)
		}
		time.Sleep(connections.UndoTimeout - time.Second)
		synctest.Wait()
		if !strings.Contains(w.vault.String(), string(a.ID)) || len(w.cat.Models(a.ID)) == 0 {
			t.Error("deleted before undo had passed")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if strings.Contains(w.vault.String(), string(a.ID)) || len(w.cat.Models(a.ID)) != 0 {
			t.Errorf("left: %v, %v", w.vault, w.cat.Models(a.ID))
		}
		for _, err := range []error{w.Select(a.ID), w.Forget(a.ID), w.Restore(a.ID), w.Rename(a.ID, "x"), w.Move(a.ID, 0), w.SetDefaults(a.ID, "", nil)} {
			if !errors.Is(err, connections.ErrNoConnection) {
				t.Errorf("%v", err)
			}
		}
		w.restart()
		if way := w.ForChat(a.ID); !way.Gone || way.Name != "a.example" {
			t.Errorf("after a restart: %+v", way)
		}
		if err := w.Forget(b.ID); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, ok := w.Current(); ok || w.vault.String() != "map[]" || len(w.wire.record()) != sent {
			t.Errorf("there is still something: %v, sent %v", w.vault, w.wire.record()[sent:])
		}
	})
}

// The one that answered last takes the place of one that was forgotten, then one nothing is known
// of, and one that does not answer last of all; among equals the newest. Nothing is sent to find
// that out.
func TestWhatAnsweredTakesThePlaceOfWhatWasForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		ids := map[string]chat.ID{}
		connect := func(name string, anyway bool) {
			time.Sleep(time.Hour)
			r := w.connect(name+".example", "sk-right", connections.ConnectOptions{UseAnyway: anyway})
			if !r.Connected {
				t.Fatalf("%s: %+v", name, r)
			}
			ids[name] = r.Connection.ID
		}
		connect("early", false)
		connect("late", false)
		connect("unknown", true)
		connect("newer", true)
		connect("broken", false)
		connect("recovered", false)
		for _, name := range []string{"broken", "recovered"} {
			w.Report(ids[name], ask.Outcome{What: catalog.RepliesToMessages, Err: errors.New("no route to host")})
		}
		time.Sleep(time.Hour)
		w.Report(ids["recovered"], ask.Outcome{What: catalog.RepliesToMessages})
		sent := len(w.wire.record())
		for _, want := range []string{"recovered", "late", "early", "newer", "unknown", "broken", ""} {
			current, _ := w.Current()
			if want == "recovered" {
				if err := w.Select(ids["recovered"]); err != nil {
					t.Fatal(err)
				}
			} else if current.ID != ids[want] {
				t.Fatalf("%q is current, want %q", current.Name, want)
			}
			if want != "" {
				if err := w.Forget(ids[want]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := w.wire.record()[sent:]; len(got) != 0 {
			t.Errorf("sent: %q", got)
		}
		if err := w.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

func TestUndoBringsAConnectionBackAsItWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a := w.connect("a.example", "sk-right", connections.ConnectOptions{KeepUntilQuit: true}).Connection
		b := w.connect("b.example", "sk-right", connections.ConnectOptions{}).Connection
		warm := 0.3
		if err := w.SetDefaults(b.ID, "model-b", &chat.Parameters{Temperature: &warm}); err != nil {
			t.Fatal(err)
		}
		w.cat.SetFavorite(b.ID, "model-a", true)
		for _, id := range []chat.ID{b.ID, a.ID} {
			if err := w.Forget(id); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range []chat.ID{a.ID, b.ID} {
			if err := w.Restore(id); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(2 * connections.UndoTimeout)
		synctest.Wait()
		current, _ := w.Current()
		if all := w.List(); len(all) != 2 || all[0].ID != a.ID || all[1].ID != b.ID || current.ID != b.ID {
			t.Errorf("%+v, current %s", all, current.ID)
		}
		if begins := w.ChatDefaults(""); begins.Model != "model-b" || begins.Parameters.Temperature == nil || *begins.Parameters.Temperature != warm {
			t.Errorf("%+v", begins)
		}
		if m, _ := w.cat.Model(b.ID, "model-a"); !m.Favorite {
			t.Error("the favorites are gone")
		}
		for _, id := range []chat.ID{a.ID, b.ID} {
			if err := w.RefreshModels(t.Context(), id); err != nil {
				t.Errorf("the key of %s: %v", id, err)
			}
		}
		if !w.KeptUntilQuit(a.ID) || w.ForChat(a.ID).Gone {
			t.Error("not as it was")
		}
	})
}

func TestAKeyThatTheStoreWouldNotDeleteIsDeletedLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a := w.connect("a.example", "sk-right", connections.ConnectOptions{}).Connection
		w.connect("b.example", "sk-right", connections.ConnectOptions{})
		if err := w.Forget(a.ID); err != nil {
			t.Fatal(err)
		}
		w.vault.Refuse(errors.New("failed to unlock correct collection '/org/freedesktop/secrets/collection/login'"))
		if err := w.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.vault.Refuse(nil)
		if !strings.Contains(w.vault.String(), string(a.ID)) {
			t.Fatal("there is nothing to delete")
		}
		w.restart()
		if calls, _ := w.vault.Calls(); strings.Contains(fmt.Sprint(calls), "get ") {
			t.Errorf("a start asks the password store: %v", calls)
		}
		// The store is open now: the other key is needed.
		if _, err := w.Client(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if strings.Contains(w.vault.String(), string(a.ID)) {
			t.Errorf("left: %v", w.vault)
		}
	})
}

func TestAConnectionThatIsAddedAgainGetsItsChatsBack(t *testing.T) {
	for name, wait := range map[string]time.Duration{"before undo has passed": 0, "after it": connections.UndoTimeout + time.Second} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				was := w.connect("a.example", "sk-right", connections.ConnectOptions{}).Connection
				w.connect("b.example", "sk-right", connections.ConnectOptions{})
				limit := settings.MonthlyLimit{Micros: 5_000_000, Currency: "EUR", Month: "2026-11", Told: true}
				w.set.Change(func(s *settings.Settings) { s.Connections[0].Limit = limit })
				if err := w.Forget(was.ID); err != nil {
					t.Fatal(err)
				}
				time.Sleep(wait)
				synctest.Wait()
				if r := w.connect("a.example", "sk-wrong", connections.ConnectOptions{New: true}); r.Connected || !w.ForChat(was.ID).Gone {
					t.Fatalf("%+v", r)
				}
				again := w.connect("a.example", "sk-right", connections.ConnectOptions{New: true}).Connection
				if again.ID != was.ID || w.ForChat(was.ID).Gone || len(w.List()) != 2 {
					t.Errorf("%v, %v", again, w.List())
				}
				if c, _ := w.Find(was.ID); c.Limit != limit {
					t.Errorf("the limit of the connection: %+v", c.Limit)
				}
				time.Sleep(connections.UndoTimeout + time.Second)
				synctest.Wait()
				if _, err := w.Client(t.Context(), was.ID); err != nil || len(w.cat.Models(was.ID)) == 0 {
					t.Errorf("%v, %v", err, w.cat.Models(was.ID))
				}
				if err := w.Restore(was.ID); !errors.Is(err, connections.ErrNoConnection) {
					t.Errorf("it came back twice: %v", err)
				}
				if other := w.connect("a.example", "sk-right", connections.ConnectOptions{New: true, KeepUntilQuit: true, UseAnyway: true}).Connection; other.ID != was.ID {
					t.Errorf("the same key twice: %v", other)
				}
			})
		})
	}
}

func TestAConnectionThatIsAddedAgainWithoutItsKeyLeavesNoKeyBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		was := w.connect("a.example", "sk-right", connections.ConnectOptions{}).Connection
		if err := w.Forget(was.ID); err != nil {
			t.Fatal(err)
		}
		again := w.connect("a.example", "", connections.ConnectOptions{UseAnyway: true}).Connection
		synctest.Wait()
		if again.ID != was.ID || w.vault.String() != "map[]" {
			t.Errorf("%v, %v", again, w.vault)
		}
	})
}

// Ollama, say, which was found on this computer, and later added by its address.
func TestAProgramThatIsAddedAgainByItsAddressGetsItsChatsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.wire.key = ""
		use := func() {
			if r, err := w.UseLocal(t.Context(), connections.LocalService{Name: "Ollama", Address: "http://127.0.0.1:11434/v1"}); err != nil || !r.Connected {
				t.Fatalf("%+v, %v", r, err)
			}
		}
		use()
		was, _ := w.Current()
		if err := w.Forget(was.ID); err != nil {
			t.Fatal(err)
		}
		again := w.connect("127.0.0.1:11434", "sk-right", connections.ConnectOptions{}).Connection
		if again.ID != was.ID || again.Kind != connections.Service {
			t.Errorf("%v, was %v", again, was)
		}
		if err := w.Forget(was.ID); err != nil {
			t.Fatal(err)
		}
		use()
		synctest.Wait()
		if now, _ := w.Current(); now.ID != was.ID || now.Kind != connections.Local || w.vault.String() != "map[]" {
			t.Errorf("%v, %v", now, w.vault)
		}
	})
}

func TestPracticeThatIsUsedAgainGetsItsChatsBack(t *testing.T) {
	w := newWorld(t)
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	was, _ := w.Current()
	if err := errors.Join(w.Forget(was.ID), w.UsePractice(t.Context())); err != nil {
		t.Fatal(err)
	}
	if now, _ := w.Current(); now.ID != was.ID {
		t.Errorf("%v, was %v", now, was)
	}
}
