package connections_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/connections"
)

// whileListing runs do while a service has been asked for its models and does not answer yet.
func (w *world) whileListing(id chat.ID, do func()) {
	w.t.Helper()
	let := make(chan struct{})
	w.wire.before = func(r *http.Request) {
		if strings.HasPrefix(r.URL.Host, "slow.") {
			<-let
		}
	}
	var asked sync.WaitGroup
	asked.Go(func() {
		if err := w.RefreshModels(w.t.Context(), id); err != nil {
			w.t.Error(err)
		}
	})
	synctest.Wait()
	do()
	close(let)
	asked.Wait()
}

func TestOthersAreChangedWhileOneAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.wire.key = ""
		first := w.connect("first.example", "sk-first", connections.ConnectOptions{}).Connection
		slow := w.connect("slow.example", "sk-slow", connections.ConnectOptions{}).Connection
		last := w.connect("last.example", "sk-last", connections.ConnectOptions{}).Connection
		w.cat.Forget(slow.ID)
		w.whileListing(slow.ID, func() {
			if err := errors.Join(w.Rename(first.ID, "First"), w.Select(slow.ID), w.Forget(first.ID)); err != nil {
				t.Error(err)
			}
			if current, _ := w.Current(); current.ID != slow.ID {
				t.Errorf("current: %+v", current)
			}
			w.connect("last.example", "sk-other", connections.ConnectOptions{Change: last.ID})
		})
		if n := len(w.cat.Models(slow.ID)); n != 2 {
			t.Errorf("%d models", n)
		}
		if all := w.List(); len(all) != 2 || all[0] != slow || all[1].ID != last.ID || all[1].Name != "last.example" {
			t.Errorf("%+v", all)
		}
		// Each keeps its own key.
		for id, key := range map[chat.ID]string{slow.ID: "sk-slow", last.ID: "sk-other"} {
			if err := w.RefreshModels(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			if sent := w.wire.record(); !strings.HasSuffix(sent[len(sent)-1], "Bearer "+key) {
				t.Errorf("sent %s, not %s", sent[len(sent)-1], key)
			}
		}
		// One that is not current, and then the only one.
		time.Sleep(connections.UndoTimeout - time.Second)
		if err := errors.Join(w.Forget(slow.ID), w.Forget(last.ID)); err != nil {
			t.Fatal(err)
		}
		if current, ok := w.Current(); ok || len(w.List()) != 0 {
			t.Errorf("current %+v, left %+v", current, w.List())
		}
		time.Sleep(2 * time.Second) // the undo of the first alone has passed
		synctest.Wait()
		if err := w.Restore(slow.ID); err != nil {
			t.Fatal(err)
		}
		if current, _ := w.Current(); current.ID != slow.ID || len(w.List()) != 1 {
			t.Errorf("current %+v, listed %+v", current, w.List())
		}
		if left := w.vault.String(); strings.Contains(left, string(first.ID)) || !strings.Contains(left, string(slow.ID)) || !strings.Contains(left, string(last.ID)) {
			t.Errorf("the keys while the others can come back: %s", left)
		}
		if err := w.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := w.vault.String(); !strings.Contains(left, string(slow.ID)) || strings.Contains(left, string(last.ID)) {
			t.Errorf("the keys at the end: %s", left)
		}
	})
}

func TestAListThatComesAfterItsConnectionChangedIsNotKept(t *testing.T) {
	for name, change := range map[string]func(w *world, id chat.ID) error{
		"removed": func(w *world, id chat.ID) error { return errors.Join(w.Forget(id), w.Close(w.t.Context())) },
		"another service": func(w *world, id chat.ID) error {
			_, err := w.Connect(w.t.Context(), "other.example", "sk-right", connections.ConnectOptions{Change: id, UseAnyway: true})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				slow := w.connect("slow.example", "sk-right", connections.ConnectOptions{}).Connection
				w.whileListing(slow.ID, func() {
					if err := change(w, slow.ID); err != nil {
						t.Fatal(err)
					}
				})
				if all := w.cat.Models(slow.ID); len(all) != 0 {
					t.Errorf("kept %+v", all)
				}
			})
		})
	}
}
