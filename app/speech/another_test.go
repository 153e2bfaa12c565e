package speech

import (
	"testing"
	"testing/synctest"

	"parlando/app/speech/speechtext"
)

// What concerns another text than the one that is read changes nothing; starting one ends the
// other.
func TestOneTextIsReadAndAnotherIsMeant(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.SetWords(speechtext.Words{Asks: "May it? "})
		reply := message(sentences(1, 4))
		reply.Writing = true
		page := Text{Source: Source{Kind: Document}, Title: "A page", Body: sentences(100, 102), Plain: true}
		w.Say(reply, Voice{})
		w.until("at the second sentence", func(s Snapshot) bool { return s.Sentence == 2 })
		w.StopSource(page.Source)
		w.StopSource(Source{Kind: TranscriptText, ID: reply.Source.ID})
		w.StopSource(MessageSource("another"))
		w.StopConversation("")
		w.ExtendText(page.Source, sentences(1, 2), true)
		w.SayPermissionNeeded(page.Source)
		if s := w.Snapshot(); !s.IsReading(reply.Source) || s.IsReading(page.Source) || s.Phase != Playing || !s.Writing {
			t.Errorf("%+v", s)
		}
		w.ExtendText(reply.Source, sentences(1, 5), true)
		w.until("at the fifth sentence", func(s Snapshot) bool { return s.Sentence == 5 && s.Sentences == 5 })

		// The page is started: what is said of the reply has no effect on it.
		w.Say(page, Voice{})
		w.StopSource(reply.Source)
		w.StopConversation(reply.Conversation)
		w.StopConversation("")
		w.ExtendText(reply.Source, sentences(1, 9), true)
		w.until("at the last sentence", func(s Snapshot) bool { return s.Source == page.Source && s.Sentence == 3 })
		w.Next() // after the last one
		w.untilPhase(Idle)
		if got := w.order(); got != "1 2 3 4 5 100 101 102" && got != "1 2 3 4 100 101 102" {
			t.Errorf("heard %s", got)
		}

		// Going back from the first stays there.
		w.Say(page, Voice{})
		w.untilPhase(Playing)
		w.Previous()
		w.until("at the first sentence", func(s Snapshot) bool { return s.Sentence == 1 && s.Phase == Playing })
		w.StopSource(page.Source)
		synctest.Wait()
		if s := w.Snapshot(); s.Phase != Idle || w.service.open != 0 {
			t.Errorf("%+v, %d requests open", s, w.service.open)
		}
	})
}
