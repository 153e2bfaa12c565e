package recordings_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/media/microphone"
)

func TestWhatIsSaidIsKeptSampleBySample(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		if l := w.Live(); l != (recordings.Live{}) {
			t.Errorf("before: %+v", l)
		}
		w.in.SetOpenDelay(50 * time.Millisecond)
		id := w.Start(recordings.PurposeDictation)
		if l := w.Live(); l.Phase != recordings.Opening || l.ID != id || l.Purpose != recordings.PurposeDictation || !w.Listening() {
			t.Errorf("at once: %+v", l)
		}
		if again := w.Start(recordings.PurposeVoiceChat); again != id {
			t.Errorf("a second one: %v", again)
		}
		said := ramp(3 * microphone.Rate)
		w.say(said)
		synctest.Wait()
		if l := w.Live(); l.Phase != recordings.Hearing || l.Elapsed < 3*time.Second || l.Device != "Test microphone" || l.Level < 0.7 || l.DigitalSilence {
			t.Errorf("meanwhile: %+v", l)
		}
		if made, ok := w.Get(id); !ok || made.State != recordings.Running || made.Length < 3*time.Second {
			t.Errorf("meanwhile: %+v, %v", made, ok)
		}
		w.Stop()
		if l := w.Live(); l.Phase != recordings.Finishing || w.Listening() {
			t.Errorf("after Stop: %+v", l)
		}
		made, err := w.Wait(t.Context(), id)
		do(t, err)
		if l := w.Live(); l != (recordings.Live{}) {
			t.Errorf("afterwards: %+v", l)
		}
		heard := w.heard(id)
		if !contains(heard, said) {
			t.Error("what was said is not there")
		}
		if made.State != recordings.Kept || made.Length != time.Duration(len(heard))*time.Second/microphone.Rate || made.Bytes != int64(44+2*len(heard)) ||
			made.Device != "Test microphone" || made.Silent || made.Damaged || made.Problem != (problem.Problem{}) || !made.Until.IsZero() {
			t.Errorf("made %+v", made)
		}
		// It is the same after a restart.
		w.close()
		w.open()
		if all := w.List(); len(all) != 1 || !all[0].Started.Equal(made.Started) {
			t.Errorf("after a restart: %+v", all)
		} else if all[0].Started = made.Started; all[0] != made {
			t.Errorf("after a restart: %+v, before: %+v", all[0], made)
		}
		if w.quiet != 1 {
			t.Errorf("asked %d times to be quiet", w.quiet)
		}
		w.close()
	})
}

// At any moment there is a file that can be played, and it lacks less than a second.
func TestTheFileIsWholeAtAnyMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeKeep)
		w.in.QueueSamples(ramp(20 * microphone.Rate))
		path, err := w.Path(t.Context(), id)
		do(t, err)
		for range 100 {
			time.Sleep(97 * time.Millisecond)
			synctest.Wait()
			b, err := os.ReadFile(path)
			do(t, err)
			size, claimed := checkHeader(t, b)
			if elapsed := w.Live().Elapsed; claimed > size || elapsed-time.Duration(claimed/2)*time.Second/microphone.Rate > time.Second/2 {
				t.Fatalf("%v were heard; the header tells of %d bytes, %d are there", elapsed, claimed, size)
			}
		}
		w.stop(id)
		w.close()
	})
}

// syncedFile notes the size of a file at its last sync.
type syncedFile struct {
	recordings.File
	written int64
	fail    func() error
}

func (s *syncedFile) Write(b []byte) (int, error) {
	if s.fail != nil {
		if err := s.fail(); err != nil {
			return 0, err
		}
	}
	n, err := s.File.Write(b)
	s.written += int64(n)
	return n, err
}

func TestTheDiskIsToldToKeepItWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var last atomic.Int64
		now := func() { last.Store(time.Now().UnixNano()) }
		w.SetCreate(func(path string, real func(string) (recordings.File, error)) (recordings.File, error) {
			f, err := real(path)
			now()
			return &countingFile{File: f, sync: now}, err
		})
		id := w.Start(recordings.PurposeDictation)
		for range 50 {
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			if d := time.Since(time.Unix(0, last.Load())); d > 600*time.Millisecond {
				t.Fatalf("not synced for %v", d)
			}
		}
		w.stop(id)
		w.close()
	})
}

type countingFile struct {
	recordings.File
	sync func()
}

func (c *countingFile) Sync() error {
	c.sync()
	return c.File.Sync()
}

// A disk that hangs for a while takes nothing away from what is said meanwhile.
// A program that is killed a moment after the start must find out what the recording was for.
func TestWhatARecordingIsForIsOnDiskBeforeItsSound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var before error
		w.SetCreate(func(path string, real func(string) (recordings.File, error)) (recordings.File, error) {
			_, before = os.Stat(filepath.Join(filepath.Dir(path), "recording.json"))
			return real(path)
		})
		id := w.Start(recordings.PurposeDictation)
		w.say(ramp(microphone.Rate))
		w.stop(id)
		if before != nil {
			t.Error(before)
		}
		w.close()
	})
}

func TestASlowDiskLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		slow := 0
		w.SetCreate(func(path string, real func(string) (recordings.File, error)) (recordings.File, error) {
			time.Sleep(2 * time.Second) // a disk that has to wake up
			f, err := real(path)
			return &syncedFile{File: f, fail: func() error {
				if slow++; slow%40 == 7 {
					time.Sleep(5 * time.Second)
				}
				return nil
			}}, err
		})
		id := w.Start(recordings.PurposeDictation)
		said := ramp(10 * microphone.Rate)
		w.say(said)
		w.stop(id)
		if !contains(w.heard(id), said) {
			t.Error("something is missing")
		}
		w.close()
	})
}

func TestCanceledAndSentGoAfterADayAndTheOthersStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		record := func(p recordings.Purpose) recordings.Recording {
			id := w.Start(p)
			w.say(spoken(t))
			return w.stop(id)
		}
		kept, sent, talked, saved := record(recordings.PurposeKeep), record(recordings.PurposeDictation), record(recordings.PurposeVoiceChat), record(recordings.PurposeDictation)
		canceled := w.Start(recordings.PurposeDictation)
		w.say(spoken(t))
		w.Cancel()
		made, err := w.Wait(t.Context(), canceled)
		do(t, err)
		if made.State != recordings.Canceled {
			t.Errorf("canceled: %+v", made)
		}
		discarded := record(recordings.PurposeDictation)
		w.Discard(discarded.ID)
		for _, one := range []recordings.Recording{kept, sent, talked, saved} {
			w.SetText(one.ID, "what was said")
		}
		w.Keep(saved.ID)
		states := map[recordings.State]int{}
		for _, one := range w.List() {
			states[one.State]++
			if goes := one.State != recordings.Kept; goes != (time.Until(one.Until) > 23*time.Hour) {
				t.Errorf("%+v", one)
			}
		}
		if states[recordings.Kept] != 2 || states[recordings.Sent] != 2 || states[recordings.Canceled] != 2 {
			t.Errorf("%v", states)
		}
		time.Sleep(23 * time.Hour)
		synctest.Wait()
		if len(w.List()) != 6 {
			t.Errorf("%d after 23 hours", len(w.List()))
		}
		// Half of it happens in a program that was begun anew.
		w.close()
		w.open()
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		var left []string
		for _, one := range w.List() {
			left = append(left, one.Text)
		}
		if !slices.Equal(left, []string{"what was said", "what was said"}) || w.folders() != 2 {
			t.Errorf("%d folders, %q", w.folders(), left)
		}
		w.close()
	})
}

func TestWhatGoesWhileTheProgramIsClosedIsGoneAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.Start(recordings.PurposeDictation)
		w.say(ramp(1000))
		w.Cancel()
		w.close()
		time.Sleep(25 * time.Hour)
		w.open()
		if len(w.List()) != 0 || w.folders() != 0 {
			t.Errorf("%+v", w.List())
		}
		w.close()
	})
}

func TestEachProblemOfTheMicrophoneIsTold(t *testing.T) {
	for is, want := range map[error]problem.Kind{
		microphone.ErrNoDevice: problem.NoMicrophone, microphone.ErrNoSoundSystem: problem.NoSoundSystem, microphone.ErrBusy: problem.MicrophoneBusy,
		microphone.ErrForbidden: problem.MicrophoneForbidden, microphone.ErrFailed: problem.MicrophoneFailed,
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			w.in.SetError(is)
			id := w.Start(recordings.PurposeDictation)
			_, err := w.Wait(t.Context(), id)
			var p problem.Problem
			if !errors.As(err, &p) || p.Kind != want {
				t.Errorf("%v gives %v", is, err)
			}
			if l := w.Live(); l.Phase != recordings.Failed || l.Problem.Kind != want || l.ID != id {
				t.Errorf("%v: %+v", is, l)
			}
			if _, err := w.Devices(t.Context()); !errors.As(err, &p) || p.Kind != want {
				t.Errorf("listed: %v", err)
			}
			if len(w.List()) != 0 || w.folders() != 0 {
				t.Errorf("%v leaves %+v", is, w.List())
			}
			// It is over when the user has seen it, or begins again.
			w.Dismiss()
			if l := w.Live(); l != (recordings.Live{}) {
				t.Errorf("%+v", l)
			}
			w.in.SetError(nil)
			id = w.Start(recordings.PurposeDictation)
			w.say(ramp(100))
			w.stop(id)
			w.close()
		})
	}
}

func TestAnUnpluggedMicrophoneLeavesWhatItHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeDictation)
		said := ramp(microphone.Rate)
		w.say(said)
		w.in.Unplug()
		made, err := w.Wait(t.Context(), id)
		do(t, err)
		if made.State != recordings.Kept || made.Problem.Kind != problem.MicrophoneLost || !contains(w.heard(id), said) {
			t.Errorf("%+v", made)
		}
		if l := w.Live(); l.Phase != recordings.Failed || l.Problem.Kind != problem.MicrophoneLost {
			t.Errorf("%+v", l)
		}
		w.close()
	})
}

var errFull = errors.New("no space left on device")

// fails has each write into a sound file end with the error of fail, if there is one.
func (w *world) fails(fail func() error) {
	w.SetCreate(func(path string, real func(string) (recordings.File, error)) (recordings.File, error) {
		f, err := real(path)
		return &syncedFile{File: f, fail: fail}, err
	})
}

// A disk that fills up: what fitted is kept, the user is told, and what was heard meanwhile is
// written if there is room again.
func TestAFullDiskLeavesWhatFitted(t *testing.T) {
	for _, room := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			var full atomic.Bool
			w.fails(func() error {
				if full.Load() {
					full.Store(!room)
					return errFull
				}
				return nil
			})
			id := w.Start(recordings.PurposeDictation)
			said := ramp(microphone.Rate)
			w.say(said)
			synctest.Wait()
			full.Store(true)
			meanwhile := ramp(100)
			for i := range meanwhile {
				meanwhile[i] *= -1
			}
			w.in.QueueSamples(meanwhile)
			made, err := w.Wait(t.Context(), id)
			do(t, err)
			if made.State != recordings.Kept || !contains(w.heard(id), said) {
				t.Errorf("%+v", made)
			}
			if l := w.Live(); made.Problem.Kind != problem.RecordingNotStored || l.Phase != recordings.Failed || !l.Kept {
				t.Errorf("%+v, %+v", made.Problem, l)
			}
			if room && !contains(w.heard(id), meanwhile) {
				t.Error("what was heard meanwhile is not there")
			}
			w.close()
		})
	}
}

func TestADiskThatCannotBeWrittenToIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		do(t, os.WriteFile(filepath.Join(w.dir, "recordings"), []byte("in the way"), 0o600))
		id := w.Start(recordings.PurposeDictation)
		_, err := w.Wait(t.Context(), id)
		var p problem.Problem
		if !errors.As(err, &p) || p.Kind != problem.RecordingNotStored {
			t.Error(err)
		}
		if l := w.Live(); l.Phase != recordings.Failed || l.Kept {
			t.Errorf("%+v", l)
		}
		w.close()
	})
}

// On a disk that is full the state of a recording cannot be written either: the sound itself tells
// the next start.
func TestAFullDiskThatRefusesTheStateAsWellLosesNoSound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var full atomic.Bool
		w.fails(func() error {
			if full.Load() {
				return errFull
			}
			return nil
		})
		id := w.Start(recordings.PurposeKeep)
		said := ramp(3 * microphone.Rate)
		w.say(said)
		synctest.Wait() // all of it is written
		do(t, w.Flush())
		state := filepath.Join(w.dir, "recordings", string(id), "recording.json")
		do(t, os.Rename(state, state+".real"))
		do(t, os.MkdirAll(filepath.Join(state, "in the way"), 0o700))
		full.Store(true)
		w.in.QueueSamples(ramp(100))
		before, err := w.Wait(t.Context(), id)
		do(t, err)
		w.Rename(id, "Not lost unasked")
		if w.Flush() == nil {
			t.Error("it is said to be on the disk")
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if w.Close(ctx) == nil {
			t.Error("closing tells nothing")
		}
		do(t, os.RemoveAll(state))
		do(t, os.Rename(state+".real", state))
		w.open()
		after, _ := w.Get(id)
		if after.Length != before.Length || !after.Damaged || !contains(w.heard(id), said) {
			t.Errorf("it was %+v and is %+v", before, after)
		}
		w.close()
	})
}

func TestAMutedMicrophoneIsNoticedAfterFiveSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.in.SetNoise(0)
		id := w.Start(recordings.PurposeDictation)
		time.Sleep(4900 * time.Millisecond)
		if w.Live().DigitalSilence {
			t.Error("too soon")
		}
		time.Sleep(200 * time.Millisecond)
		if l := w.Live(); !l.DigitalSilence || l.Heard || l.Level != 0 {
			t.Errorf("%+v", l)
		}
		w.say(spoken(t))
		if l := w.Live(); l.DigitalSilence || !l.Heard {
			t.Errorf("%+v", l)
		}
		w.stop(id)
		w.close()
	})
}

func TestSilenceIsFoundAndPausesAtBothEndsGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeDictation)
		time.Sleep(3 * time.Second)
		if made := w.stop(id); !made.Silent {
			t.Errorf("%+v", made)
		}
		path, speech, err := w.TrimmedPath(t.Context(), id)
		if whole, _ := w.Path(t.Context(), id); err != nil || speech || path != whole {
			t.Errorf("silence: %v, %v, %v", path, speech, err)
		}

		id = w.Start(recordings.PurposeDictation)
		time.Sleep(2 * time.Second)
		said := spoken(t)
		w.say(said)
		if l := w.Live(); !l.Heard {
			t.Errorf("%+v", l)
		}
		time.Sleep(2 * time.Second)
		if l := w.Live(); l.Voice || l.Pause < 1900*time.Millisecond {
			t.Errorf("%+v", l)
		}
		if made := w.stop(id); made.Silent {
			t.Errorf("%+v", made)
		}
		for range 2 { // it is made once
			path, speech, err = w.TrimmedPath(t.Context(), id)
			do(t, err)
			trimmed := samplesOf(t, path)
			// The sentence itself has some silence at its ends.
			if n := len(trimmed); !speech || n > len(said)+microphone.Rate/2 || n < len(said)-microphone.Rate/4 {
				t.Errorf("%d samples of %d, %v", n, len(said), speech)
			}
			if !contains(trimmed, said[4000:len(said)-4000]) {
				t.Error("the sentence is not in it")
			}
		}
		w.close()
	})
}

func TestTheChosenMicrophoneIsOpenedAndTheDefaultWhereItIsMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.in.SetDevices(microphone.Device{ID: "a", Name: "Webcam"}, microphone.Device{ID: "b", Name: "Headset"})
		for _, c := range []struct {
			chosen, opened string
			instead        bool
		}{{"", "Webcam", false}, {"b", "Headset", false}, {"gone", "Webcam", true}} {
			w.device = c.chosen
			id := w.Start(recordings.PurposeDictation)
			w.say(ramp(100))
			if l := w.Live(); l.Device != c.opened || l.Instead != c.instead {
				t.Errorf("%q: %+v", c.chosen, l)
			}
			if made := w.stop(id); made.Device != c.opened {
				t.Errorf("%q: %+v", c.chosen, made)
			}
		}
		w.close()
	})
}

// One turn of a conversation after the other: nobody waits for the disk.
func TestTheNextOneBeginsWhenTheOneBeforeIsWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		first := w.Start(recordings.PurposeVoiceChat)
		w.say(ramp(1000))
		w.Stop()
		second := w.Start(recordings.PurposeVoiceChat)
		if first == second {
			t.Fatal("it goes on")
		}
		if l := w.Live(); l.ID != second || l.Phase != recordings.Opening {
			t.Errorf("%+v", l)
		}
		w.say(ramp(2000))
		w.stop(second)
		if !contains(w.heard(first), ramp(1000)) || !contains(w.heard(second), ramp(2000)) {
			t.Error("something is missing")
		}
		w.close()
	})
}

func TestStoppedBeforeAnythingIsHeardLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.in.SetOpenDelay(time.Second)
		id := w.Start(recordings.PurposeDictation)
		w.Stop()
		if _, err := w.Wait(t.Context(), id); !errors.Is(err, recordings.ErrEmpty) {
			t.Error(err)
		}
		w.SetText(id, "nothing")
		synctest.Wait()
		if len(w.List()) != 0 || w.folders() != 0 || w.Live() != (recordings.Live{}) {
			t.Errorf("%+v, %+v", w.List(), w.Live())
		}
		w.close()
	})
}

func TestDeletedComesBackForThirtyDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeKeep)
		w.say(ramp(1000))
		w.stop(id)
		w.Rename(id, "Interview")
		do(t, w.Delete(t.Context(), id))
		if len(w.List()) != 0 {
			t.Errorf("%+v", w.List())
		}
		do(t, w.Restore(t.Context(), id))
		if all := w.List(); len(all) != 1 || all[0].Title != "Interview" {
			t.Errorf("%+v", all)
		}
		w.close()
		w.open()
		if all := w.List(); len(all) != 1 || all[0].Title != "Interview" {
			t.Errorf("%+v", all)
		}
		do(t, w.Delete(t.Context(), id))
		w.close()
		time.Sleep(29 * 24 * time.Hour)
		w.open()
		if all := w.deleted(); len(w.List()) != 0 || len(all) != 1 || all[0].Title != "Interview" || time.Since(all[0].Deleted) < 29*24*time.Hour {
			t.Errorf("listed %+v, deleted %+v", w.List(), all)
		}
		do(t, w.Restore(t.Context(), id))
		if all := w.List(); len(all) != 1 || len(w.heard(id)) == 0 {
			t.Errorf("%+v", all)
		}
		do(t, w.Delete(t.Context(), id))
		// It goes while the program runs, too.
		time.Sleep(31 * 24 * time.Hour)
		synctest.Wait()
		if len(w.deleted()) != 0 || w.folders() != 0 {
			t.Errorf("%+v", w.deleted())
		}
		w.close()
	})
}

// Deleting one recording leaves the one that is running alone; deleting that one stops it.
func TestOneIsDeletedWhileAnotherRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		old := w.Start(recordings.PurposeKeep)
		w.say(ramp(1000))
		w.stop(old)
		running := w.Start(recordings.PurposeKeep)
		w.say(ramp(1000))
		do(t, w.Delete(t.Context(), old))
		if !w.in.IsOpen() {
			t.Fatal("the running one was stopped")
		}
		w.say(ramp(500))
		do(t, w.Delete(t.Context(), running))
		if made, err := w.Wait(t.Context(), running); err != nil || made.State != recordings.Canceled || w.in.IsOpen() {
			t.Errorf("%+v, %v, the microphone is open: %v", made, err, w.in.IsOpen())
		}
		if n := len(w.heard(running)); n < 1500 {
			t.Errorf("%d samples of the running one", n)
		}
		if len(w.List()) != 0 || len(w.deleted()) != 2 {
			t.Errorf("listed %+v, deleted %+v", w.List(), w.deleted())
		}
		w.close()
	})
}

func TestDeletedThirtyDaysBeforeTheStartIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeKeep)
		w.say(ramp(1000))
		w.stop(id)
		do(t, w.Delete(t.Context(), id))
		w.close()
		time.Sleep(31 * 24 * time.Hour)
		w.open()
		if len(w.deleted()) != 0 || w.folders() != 0 {
			t.Errorf("%+v", w.deleted())
		}
		w.close()
	})
}

func TestAnExpiredRecordingStaysWhileItMayNotBeRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.kept.Store(true)
		id := w.Start(recordings.PurposeKeep)
		w.say(ramp(1000))
		w.stop(id)
		do(t, w.Delete(t.Context(), id))
		time.Sleep(31 * 24 * time.Hour)
		w.close()
		w.open()
		if len(w.deleted()) != 1 || w.folders() != 1 {
			t.Errorf("%+v, %d folders", w.deleted(), w.folders())
		}
		w.kept.Store(false)
		w.close()
		w.open()
		if len(w.deleted()) != 0 || w.folders() != 0 {
			t.Errorf("%+v, %d folders", w.deleted(), w.folders())
		}
		w.close()
	})
}

func TestADeletedRecordingIsHeardAndRemovedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var ids []chat.ID
		for range 2 {
			id := w.Start(recordings.PurposeKeep)
			w.say(ramp(1000))
			w.stop(id)
			ids = append(ids, id)
		}
		if err := w.Remove(t.Context(), ids[0]); !errors.Is(err, recordings.ErrUnknown) {
			t.Errorf("one that was not deleted: %v", err)
		}
		do(t, w.Delete(t.Context(), ids[0]))
		time.Sleep(time.Minute)
		do(t, w.Delete(t.Context(), ids[1]))
		if all := w.deleted(); len(all) != 2 || all[0].ID != ids[1] {
			t.Errorf("%+v", all)
		}
		if len(w.heard(ids[0])) == 0 {
			t.Error("it cannot be heard")
		}
		w.marks.Take()
		do(t, w.Remove(t.Context(), ids[0]))
		if !slices.Contains(w.marks.Take(), changes.Change{Topic: changes.Recordings}) {
			t.Error("nobody is told")
		}
		for _, err := range []error{w.Restore(t.Context(), ids[0]), w.Delete(t.Context(), ids[0]), w.Remove(t.Context(), ids[0])} {
			if !errors.Is(err, recordings.ErrUnknown) {
				t.Errorf("one that is gone: %v", err)
			}
		}
		if all := w.deleted(); len(all) != 1 || len(w.List()) != 0 || w.folders() != 1 {
			t.Errorf("%d folders, deleted %+v", w.folders(), all)
		}
		w.close()
	})
}

// What was to go after a day does not go the moment it is put back.
func TestWhatGoesAfterADayHasADayWhenItComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeDictation)
		w.say(ramp(1000))
		w.stop(id)
		w.SetText(id, "what was said")
		do(t, w.Delete(t.Context(), id))
		time.Sleep(48 * time.Hour)
		synctest.Wait()
		do(t, w.Restore(t.Context(), id))
		if all := w.List(); len(all) != 1 || time.Until(all[0].Until) != 24*time.Hour {
			t.Errorf("%+v", all)
		}
		w.close()
	})
}

func TestSavedIsTheSameFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeKeep)
		w.say(ramp(1000))
		w.stop(id)
		to := filepath.Join(t.TempDir(), "mine.wav")
		do(t, os.WriteFile(to, []byte("old"), 0o600))
		saved, err := w.SaveAs(t.Context(), id, to)
		do(t, err)
		if !slices.Equal(samplesOf(t, saved), w.heard(id)) {
			t.Error("it is another one")
		}
		if old, err := os.ReadFile(to); err != nil || string(old) != "old" {
			t.Errorf("what stood there is %q now, %v", old, err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if _, err := w.SaveAs(ended, id, to); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if _, err := w.SaveAs(t.Context(), "gone", to); !errors.Is(err, recordings.ErrUnknown) {
			t.Error(err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(to), ".*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		w.close()
	})
}

// Closing the window while somebody speaks keeps what was said.
func TestClosingKeepsWhatIsBeingRecorded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeDictation)
		said := ramp(microphone.Rate)
		w.say(said)
		w.close()
		if w.Start(recordings.PurposeDictation) != "" {
			t.Error("it begins after the end")
		}
		w.open()
		if made, ok := w.Get(id); !ok || made.State != recordings.Kept || made.Damaged || !contains(w.heard(id), said) {
			t.Errorf("%+v", made)
		}
		w.close()
	})
}

func TestTheWindowIsToldWhenSomethingChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		marked := func() map[changes.Topic]bool {
			synctest.Wait()
			all := map[changes.Topic]bool{}
			for _, c := range w.marks.Take() {
				all[c.Topic] = true
			}
			return all
		}
		marked()
		id := w.Start(recordings.PurposeKeep)
		if !marked()[changes.Microphone] {
			t.Error("Start")
		}
		w.say(ramp(1000))
		if all := marked(); !all[changes.Microphone] || !all[changes.Recordings] {
			t.Error("heard")
		}
		w.stop(id)
		if all := marked(); !all[changes.Microphone] || !all[changes.Recordings] {
			t.Error("Stop")
		}
		w.Rename(id, "x")
		if all := marked(); all[changes.Microphone] || !all[changes.Recordings] {
			t.Error("Rename")
		}
		w.close()
	})
}

// Where there is no room for a second file the whole is sent.
func TestWhatCannotBeTrimmedIsWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeDictation)
		time.Sleep(2 * time.Second)
		w.say(spoken(t))
		time.Sleep(2 * time.Second)
		w.stop(id)
		whole, err := w.Path(t.Context(), id)
		do(t, err)
		do(t, os.Mkdir(filepath.Join(filepath.Dir(whole), ".new-speech.wav"), 0o700))
		if path, speech, err := w.TrimmedPath(t.Context(), id); path != whole || !speech || err != nil {
			t.Errorf("%v, %v, %v", path, speech, err)
		}
		w.close()
	})
}

func TestARecordingThatCannotBeKeptIsToldAndTriedAgain(t *testing.T) {
	w := newWorld(t)
	told := make(chan error, 3)
	w.OnRefused(func(err error) { told <- err })
	id := w.Start(recordings.PurposeKeep)
	w.say(spoken(t))
	w.Cancel()
	_, err := w.Wait(t.Context(), id)
	do(t, err)
	do(t, w.Flush())
	heal := w.refusing(id)
	w.Keep(id)
	if w.Flush() == nil {
		t.Error("it is said to be on the disk")
	}
	if len(told) == 0 {
		t.Error("nothing was told")
	}
	heal()
	w.close()
	w.open()
	if got, ok := w.Get(id); !ok || got.State != recordings.Kept || !got.Until.IsZero() {
		t.Errorf("after a restart it is %+v, %v", got, ok)
	}
	w.close()
}

// A recording that the disk does not restore stays among the deleted ones. One that the disk does
// not delete leaves the list nevertheless, so that its space can be freed.
func TestADiskThatRefusesRestoresNothingAndFreesSpace(t *testing.T) {
	w := newWorld(t)
	told := make(chan error, 3)
	w.OnRefused(func(err error) { told <- err })
	id := w.Start(recordings.PurposeDictation)
	w.say(ramp(1000))
	w.Cancel()
	was, err := w.Wait(t.Context(), id)
	do(t, err)
	do(t, w.Delete(t.Context(), id))
	do(t, w.Flush())
	heal := w.refusing(id)
	if err := w.Restore(t.Context(), id); err == nil || errors.Is(err, recordings.ErrUnknown) {
		t.Errorf("restored: %v", err)
	}
	if all := w.deleted(); len(all) != 1 || !all[0].Until.Equal(was.Until) || len(w.List()) != 0 {
		t.Errorf("listed %+v, deleted %+v", w.List(), all)
	}
	heal()
	do(t, w.Restore(t.Context(), id))
	w.close()
	w.open()
	if len(w.List()) != 1 || len(w.deleted()) != 0 {
		t.Errorf("listed %+v, deleted %+v", w.List(), w.deleted())
	}
	w.OnRefused(func(err error) { told <- err })
	<-told // from Restore
	w.refusing(id)
	do(t, w.Delete(t.Context(), id))
	<-told
	if all := w.deleted(); len(all) != 1 || len(w.List()) != 0 {
		t.Errorf("listed %+v, deleted %+v", w.List(), all)
	}
	do(t, w.Remove(t.Context(), id))
	if w.folders() != 0 {
		t.Errorf("%d folders are left", w.folders())
	}
	w.close()
}

// Nothing is said about the deleted ones before all have been read.
func TestTheDeletedAreListedOnceAllAreRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.Start(recordings.PurposeKeep)
		w.say(ramp(1000))
		w.stop(id)
		do(t, w.Delete(t.Context(), id))
		w.close()
		w.begin()
		if all := w.deleted(); len(all) != 1 {
			t.Errorf("deleted: %+v", all)
		}
		w.close()
		gone, end := context.WithCancel(t.Context())
		end()
		w.begin()
		if all, err := w.Deleted(gone); err == nil && len(all) != 1 {
			t.Errorf("deleted: %+v, %v", all, err)
		}
		do(t, w.Restore(t.Context(), id))
		w.close()
	})
}
