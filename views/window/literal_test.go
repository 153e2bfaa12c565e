package window

import (
	"testing"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/client/practice"
)

func TestChatsKeepToTheInterface(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.connectsToScene(practice.LiteralScene)
		done := func(words string) chat.Message {
			t.Helper()
			p.sends(words)
			p.readsToTheEnd()
			m := p.lastReply()
			if m.State != chat.Done || m.Text() == "" && !answers.TableOf(m).Found {
				t.Fatalf("%q: %s, %+v", words, m.State, m.Request.Problem)
			}
			return m
		}
		p.chooses(practice.WriterModel)
		seed, replies := int64(7), 2
		p.sets(chat.Parameters{Stop: []string{"lighthouse"}, Seed: &seed, User: "reader", Replies: &replies})
		done("Tell me about the sea.")
		p.sees("1 of 2")
		p.sets(chat.Parameters{AllAtOnce: true})
		done("And of the land.")

		p.chooses(practice.VisionModel)
		p.sets(chat.Parameters{})
		p.drops(h.photo("sea.png"))
		p.sees("sea.png")
		p.sends("What is this?")
		p.readsToTheEnd()
		p.sees("120 × 60")

		p.clicks("New chat")
		p.chooses(practice.ToolModel)
		p.clicks("Tools")
		p.clicks("Calculator")
		p.clicks("Close")
		done("What is 17 % of 240?")
		p.sees("Calculated 17 % of 240 = 40.8")
		done("And what is 2 + 2?")
		p.clicks("Tools")
		p.clicks("Calculator")
		p.clicks("Close")
		p.sets(chat.Parameters{Answer: &chat.AnswerForm{Kind: chat.AnswerJSON, Schema: []byte(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`)}})
		done("Which city?")
		p.sets(chat.Parameters{Answer: &chat.AnswerForm{Kind: chat.AnswerTable, Name: "Receipts", Columns: []chat.Column{{Name: "Shop", Kind: chat.ColumnText}}}})
		if table := answers.TableOf(done("Put three receipts into a table")); len(table.Rows) == 0 {
			t.Errorf("%+v", table)
		}
	})
}

func TestSoundKeepsToTheInterface(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.connectsToScene(practice.LiteralScene)
		p.opensSpeak()
		p.pastes("The last train had gone.")
		p.listens()
		if s := p.Speech.Snapshot(); s.Problem.Kind != "" {
			t.Errorf("%+v", s.Problem)
		}
		p.drops(recordingIn(t, t.TempDir(), "Interview.mp3"))
		p.sees("1 request")
		p.transcribesWith(practice.TranscriptionModel)
		p.clicks("Start")
		p.becomes("Interview", transcripts.Done)
	})
}
