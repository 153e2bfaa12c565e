package speech

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/problem"
	"parlando/media/speaker"
	"parlando/media/voice"
	"parlando/media/voice/voicetest"
)

var (
	offline = problem.Problem{Kind: problem.Offline, Host: "here"}
	cut     = problem.Problem{Kind: problem.CutOff, Host: "here"}
	broke   = problem.Problem{Kind: problem.NoCredit, Host: "here"}
	forbid  = problem.Problem{Kind: problem.Forbidden, Host: "here"}
)

// times counts how long each sentence was heard, in seconds.
func (w *world) times() map[int]float64 {
	all := map[int]float64{}
	for _, s := range w.heard() {
		all[s.sentence] += float64(s.frames) / speaker.Rate
	}
	return all
}

// heardOnce checks that sentences were heard in order, each once and whole.
func (w *world) heardOnce(from, to int) {
	w.t.Helper()
	if got := w.order(); got != numbers(from, to) {
		w.t.Errorf("heard %s", got)
	}
	times := w.times()
	for n := from; n <= to; n++ {
		want := secondsOf(fmt.Sprintf("This one has the number %d.", n))
		if got := times[n]; got < want-0.07 || got > want+0.07 {
			w.t.Errorf("sentence %d was heard for %.3f s, not %.3f", n, got, want)
		}
	}
}

func TestABodyThatBreaksOffIsAskedForAgainAndNothingIsHeardTwice(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.service.fail = func(n int) (float64, error) {
			if n == 1 || n == 4 || n == 5 {
				return 0.6, cut
			}
			return 0, nil
		}
		w.Say(message(sentences(1, 20)), Voice{})
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		w.heardOnce(1, 20)
		if asked := w.service.asked(); asked[0] != asked[1] || asked[3] != asked[4] || asked[4] != asked[5] {
			t.Errorf("asked for %q", asked)
		}
	})
}

func TestAPartThatFailsStopsTheReadingAndRetryGoesOnThere(t *testing.T) {
	for _, retry := range []func(*Speech){(*Speech).Retry, (*Speech).Toggle, (*Speech).Resume} {
		retriesThere(t, retry)
	}
}

func retriesThere(t *testing.T, retry func(*Speech)) {
	t.Helper()
	bubble(t, func(t *testing.T, w *world) {
		failing := true
		w.service.fail = func(n int) (float64, error) {
			if n > 2 && failing {
				return 0, forbid
			}
			return 0, nil
		}
		w.Say(message(sentences(1, 20)), Voice{})
		s := w.untilPhase(Failed)
		if s.Problem.Kind != problem.Forbidden || s.Source.ID != "m" || s.Sentence < 2 {
			t.Errorf("%+v", s)
		}
		before := s.Sentence
		synctest.Wait()
		asked := len(w.service.asked())
		time.Sleep(time.Hour)
		if n := len(w.service.asked()); n != asked {
			t.Errorf("asked %d times more by itself", n-asked)
		}
		failing = false
		retry(w.Speech)
		if s := w.untilPhase(Playing); s.Sentence != before || s.Problem.Kind != "" {
			t.Errorf("goes on at %d after %d: %+v", s.Sentence, before, s)
		}
		w.untilPhase(Idle)
		w.heardOnce(1, 20)
	})
}

func TestABodyThatAlwaysBreaksOffFailsAfterThreeTries(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		always := true
		w.service.fail = func(n int) (float64, error) {
			if n > 1 && always {
				return 0.5, cut
			}
			return 0, nil
		}
		w.Say(message(sentences(1, 8)), Voice{})
		s := w.untilPhase(Failed)
		if s.Problem.Kind != problem.CutOff {
			t.Errorf("%+v", s)
		}
		if n := len(w.service.asked()); n > 1+2*tries {
			t.Errorf("asked %d times", n)
		}
		always = false
		w.Retry()
		w.until("idle", func(s Snapshot) bool { return s.Phase == Idle })
		w.heardOnce(1, 8)
	})
}

func TestNothingIsAskedForThatIsNotHeardSoon(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		if n := len(w.service.asked()); n != 0 {
			t.Fatalf("asked %d times before Say", n)
		}
		text := message(sentences(1, 60))
		w.Say(text, Voice{})
		for range 40 {
			synctest.Wait()
			s := w.Snapshot()
			// The parts that were asked for are those that were heard, that which is heard, and one
			// ahead.
			characters := 0
			asked := w.service.asked()
			for _, part := range asked[:max(0, len(asked)-2)] {
				characters += len(part) + 1
			}
			if s.End > 0 && characters > s.End {
				t.Fatalf("in sentence %d parts were asked for: %q", s.Sentence, asked)
			}
			time.Sleep(time.Second)
		}
		w.Pause()
		synctest.Wait()
		asked := len(w.service.asked())
		s := w.Snapshot()
		time.Sleep(3 * time.Hour)
		if n := len(w.service.asked()); n != asked || w.Snapshot().Phase != Paused || w.Snapshot().Sentence != s.Sentence {
			t.Errorf("in a pause asked %d times: %+v", n-asked, w.Snapshot())
		}
		w.Resume()
		w.untilPhase(Idle)
		w.heardOnce(1, 60)
	})
}

func TestAPauseBeforeAnythingWasHeard(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.service.delay = time.Second
		w.Say(message(sentences(1, 3)), Voice{})
		w.Pause()
		time.Sleep(time.Minute)
		if s := w.Snapshot(); s.Phase != Paused || w.order() != "" {
			t.Errorf("%+v, heard %q", s, w.order())
		}
		w.Toggle()
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		w.heardOnce(1, 3)
	})
}

func TestStopEndsTheRequestAndAnotherTextStopsTheFirst(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.service.speed, w.service.delay = 0.5, time.Second
		w.Say(message(sentences(1, 20)), Voice{})
		w.until("at the second sentence", func(s Snapshot) bool { return s.Sentence == 2 })
		other := message(sentences(100, 103))
		other.Source.ID = "other"
		w.Say(other, Voice{})
		if s := w.Snapshot(); s.Source.ID != "other" || s.Phase != Preparing {
			t.Errorf("%+v", s)
		}
		w.until("at 101", func(s Snapshot) bool { return s.Sentence == 2 && s.Phase == Playing })
		w.Stop()
		synctest.Wait()
		if n := w.service.open; n != 0 {
			t.Errorf("%d requests are open after Stop", n)
		}
		asked := len(w.service.asked())
		time.Sleep(time.Hour)
		if n := len(w.service.asked()); n != asked || w.Snapshot().Phase != Idle {
			t.Errorf("asked %d times after Stop, %+v", n-asked, w.Snapshot())
		}
		if got := w.order(); got != "1 2 100 101" && got != "1 100 101" && got != "1 2 100" {
			t.Errorf("heard %s", got)
		}
		w.Say(message(sentences(1, 2)), Voice{})
		w.Stop() // at once
		w.Say(message(sentences(200, 202)), Voice{})
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		if got := w.order(); !strings.HasSuffix(got, "200 201 202") {
			t.Errorf("heard %s", got)
		}
	})
}

func TestADeletedConversationIsNotReadOn(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say(message(sentences(1, 20)), Voice{})
		w.until("at the second sentence", func(s Snapshot) bool { return s.Sentence == 2 })
		w.StopConversation("another")
		if w.Snapshot().Phase == Idle {
			t.Error("another conversation stopped it")
		}
		w.StopConversation("c")
		if s := w.Snapshot(); s.Phase != Idle {
			t.Errorf("%+v", s)
		}
	})
}

func TestAReplyIsReadWhileItIsWritten(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		whole := sentences(1, 12) + "\n\n```\ncode\n```\n\n" + sentences(13, 15)
		text := message("")
		text.Writing = true
		w.Say(text, Voice{})
		for at := 0; at < len(whole); at += 7 {
			w.ExtendText(text.Source, whole[:at], false)
			if at > 100 && at < 108 {
				synctest.Wait()
				if s := w.Snapshot(); s.Phase != Playing && s.Phase != Preparing || !s.Writing {
					t.Errorf("while it is written: %+v", s)
				}
			}
			time.Sleep(300 * time.Millisecond)
		}
		w.ExtendText(Source{Kind: Message, ID: "other"}, "Something else.", true)
		w.ExtendText(text.Source, whole, true)
		w.untilPhase(Idle)
		w.heardOnce(1, 15)
		// A second listening costs nothing, whatever parts it was read in.
		asked := len(w.service.asked())
		w.Say(message(whole), Voice{})
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		if n := len(w.service.asked()); n != asked {
			t.Errorf("asked again for %q", w.service.asked()[asked:])
		}
	})
}

func TestAReplyThatPausesIsWaitedFor(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		text := message(sentences(1, 2))
		text.Writing = true
		w.Say(text, Voice{})
		s := w.until("waiting", func(s Snapshot) bool { return s.Phase == Preparing && s.Sentence >= 1 && w.order() != "" })
		time.Sleep(time.Minute)
		w.ExtendText(text.Source, sentences(1, 4), false)
		w.until("in the third", func(s Snapshot) bool { return s.Sentence == 3 && s.Phase == Playing })
		w.ExtendText(text.Source, sentences(1, 4), true)
		w.untilPhase(Idle)
		w.heardOnce(1, 4)
		_ = s
	})
}

func TestWithoutAServiceTheVoiceOfThisComputerReadsOnAndSaysSo(t *testing.T) {
	voicetest.NeedsVoice(t)
	for name, fail := range map[string]problem.Problem{"offline": offline, "no credit": broke, "no speech": {Kind: problem.WrongAddress}, "no model": {Kind: problem.NoSuchModel}} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				w.close()
				w.voice = voice.NewSpeaker()
				w.open()
				w.service.fail = func(n int) (float64, error) {
					if n > 2 {
						return 0, fail
					}
					return 0, nil
				}
				w.Say(message(sentences(1, 9)), Voice{})
				before := w.until("standing in", func(s Snapshot) bool { return s.Voice.Local })
				want := fail.Kind
				if want == problem.WrongAddress || want == problem.NoSuchModel {
					want = problem.NoSpeech
				}
				if before.Problem.Kind != want || before.Phase == Failed {
					t.Errorf("%+v", before)
				}
				s := w.until("two sentences on", func(s Snapshot) bool { return s.Sentence >= before.Sentence+2 && s.Phase == Playing })
				if !s.Voice.Local || s.Problem.Kind != want {
					t.Errorf("%+v", s)
				}
				// The service is asked again when the user wants it.
				w.service.fail = nil
				w.Retry()
				s = w.until("with the service", func(s Snapshot) bool { return s.Phase == Playing && !s.Voice.Local })
				if s.Problem.Kind != "" {
					t.Errorf("%+v", s)
				}
				w.untilPhase(Idle)
			})
		})
	}
}

func TestWithoutAnyVoiceTheProblemStands(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.service.fail = func(int) (float64, error) { return 0, offline }
		w.Say(message(sentences(1, 3)), Voice{})
		if s := w.untilPhase(Failed); s.Problem.Kind != problem.Offline || s.Voice.Local {
			t.Errorf("%+v", s)
		}
		w.service.fail = func(int) (float64, error) { return 0, problem.Problem{Kind: problem.NoSuchModel, Detail: "gone"} }
		for _, model := range []string{"", "chosen"} {
			w.Say(message(sentences(1, 3)), Voice{Model: model})
			if s := w.untilPhase(Failed); s.Problem.Kind != problem.NoVoiceLeft || s.Problem.Detail != "gone" {
				t.Errorf("%+v", s)
			}
		}
		w.Say(message(sentences(1, 3)), Voice{Local: true})
		if s := w.untilPhase(Failed); s.Problem.Kind != problem.NoVoice {
			t.Errorf("%+v", s)
		}
	})
}

func TestTheVoiceOfThisComputerAsksNoService(t *testing.T) {
	voicetest.NeedsVoice(t)
	bubble(t, func(t *testing.T, w *world) {
		w.close()
		w.voice = voice.NewSpeaker()
		w.open()
		w.Say(message(sentences(1, 5)), Voice{Local: true, Voice: "one of the service"})
		seen := map[int]bool{}
		for s := w.untilPhase(Playing); s.Phase != Idle; s = w.Snapshot() {
			seen[s.Sentence] = true
			if s.Problem.Kind != "" || !s.Voice.Local {
				t.Fatalf("%+v", s)
			}
			time.Sleep(50 * time.Millisecond)
			synctest.Wait()
		}
		if len(seen) != 5 || len(w.service.asked()) != 0 {
			t.Errorf("sentences %v, asked %q", seen, w.service.asked())
		}
	})
}

func TestASoundThatCannotBePlayedIsToldAndKept(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.service.sound = slices.Repeat([]byte("no sound at all "), 500)
		w.Say(message(sentences(1, 3)), Voice{})
		if s := w.untilPhase(Failed); s.Problem.Kind != problem.Unplayable {
			t.Errorf("%+v", s)
		}
		if w.clips.Size() == 0 {
			t.Error("it is not kept")
		}
		w.service.sound = nil
		w.Retry()
		w.untilPhase(Failed) // the second part, which was asked for ahead
		w.Retry()
		w.untilPhase(Idle)
		w.heardOnce(1, 3)
	})
}

func TestATextWithoutWordsSaysSo(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say(message("👍 ---"), Voice{})
		if s := w.untilPhase(Failed); s.Problem.Kind != problem.NothingToRead {
			t.Errorf("%+v", s)
		}
		w.Retry()
		w.Next()
		w.Seek(time.Minute)
		time.Sleep(time.Second)
		w.Stop()
		if len(w.service.asked()) != 0 {
			t.Error("something was asked for")
		}
	})
}

func TestAnotherVoiceGoesOnFromTheSentence(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say(message(sentences(1, 20)), Voice{})
		w.until("at the fourth", func(s Snapshot) bool { return s.Sentence == 4 })
		w.SetVoice(Voice{Voice: "onyx"})
		s := w.until("with another voice", func(s Snapshot) bool { return s.Phase == Playing && s.Voice.Voice == "onyx" })
		if s.Sentence != 4 {
			t.Errorf("goes on at %d", s.Sentence)
		}
		w.untilPhase(Idle)
		w.service.mu.Lock()
		defer w.service.mu.Unlock()
		last := w.service.requests[len(w.service.requests)-1]
		if last.Voice != "onyx" || last.Model != "tts-1" || last.Format != "mp3" || last.Speed != 0 {
			t.Errorf("%+v", last)
		}
	})
}

func TestNoOutputIsToldAndItGoesOnByItself(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.output.SetError(fmt.Errorf("no card"))
		w.Say(message(sentences(1, 4)), Voice{})
		s := w.untilPhase(NoOutput)
		if s.Problem.Kind != problem.NoOutput {
			t.Errorf("%+v", s)
		}
		w.output.SetError(nil)
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		w.heardOnce(1, 4)
	})
}

func TestToggleLooksForAnOutputAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.output.SetError(fmt.Errorf("no card"))
		w.Say(message(sentences(1, 4)), Voice{})
		w.untilPhase(NoOutput)
		time.Sleep(time.Hour) // by now it looks rarely by itself
		w.Toggle()
		if s := w.Snapshot(); s.Phase != NoOutput {
			t.Errorf("%+v", s)
		}
		w.output.SetError(nil)
		w.Toggle()
		begin := time.Now()
		w.untilPhase(Playing)
		if waited := time.Since(begin); waited > 500*time.Millisecond {
			t.Errorf("it looked for an output after %v", waited)
		}
	})
}

func TestSpeedAndVolumeAreRemembered(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.SetSpeed(7)
		w.SetVolume(0.5)
		w.close()
		w.open()
		if s := w.Snapshot(); s.Speed != 2 || s.Volume != 0.5 {
			t.Errorf("%+v", s)
		}
	})
}

func TestAFileIsPlayed(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Say(message(sentences(1, 3)), Voice{})
		w.untilPhase(Playing)
		w.untilPhase(Idle)
		f, _, err := w.clips.Open(newTestKey(w, "This one has the number 1."))
		if err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
		w.PlayFile(Source{Kind: File, ID: "n"}, "A file", f.Name())
		s := w.untilPhase(Playing)
		if s.Source.Kind != File || s.Title != "A file" || s.Sentences != 0 || s.Sentence != 0 {
			t.Errorf("%+v", s)
		}
		s = w.until("measured", func(s Snapshot) bool { return !s.Estimated })
		if d := s.Length.Seconds() - secondsOf("This one has the number 1."); d < -0.01 || d > 0.01 {
			t.Errorf("it is %v long", s.Length)
		}
		w.Next()
		w.Previous()
		w.untilPhase(Idle)
		if got := w.order(); got != "1 2 3 1" {
			t.Errorf("heard %s", got)
		}
		w.PlayFile(Source{Kind: File, ID: "n"}, "A file", f.Name()+".not")
		if s := w.untilPhase(Failed); s.Problem.Kind == "" {
			t.Errorf("%+v", s)
		}
	})
}
