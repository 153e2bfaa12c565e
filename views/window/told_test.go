package window

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/client/practice"
	"parlando/views/shell"
)

// refusingService answers the chat requests for which says returns a status with that, and others
// as practice does.
type refusingService struct {
	http.RoundTripper
	says func(body string) (status int, answer string)

	mu   sync.Mutex
	sent []string // the bodies of the chat requests
}

func newRefusing(h *home, says func(body string) (status int, answer string)) *refusingService {
	s := &refusingService{RoundTripper: practice.New(practice.Options{}).Transport(), says: says}
	h.net.service = s
	return s
}

func (s *refusingService) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		return s.RoundTripper.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.sent = append(s.sent, string(body))
	s.mu.Unlock()
	if status, answer := s.says(string(body)); status != 0 {
		kind := "application/json"
		if strings.HasPrefix(answer, "data:") {
			kind = "text/event-stream"
		}
		return &http.Response{
			StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r, ContentLength: int64(len(answer)),
			Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(strings.NewReader(answer)),
		}, nil
	}
	again := r.Clone(r.Context())
	again.Body, again.ContentLength = io.NopCloser(strings.NewReader(string(body))), int64(len(body))
	return s.RoundTripper.RoundTrip(again)
}

// last is the body of the last chat request.
func (s *refusingService) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent[len(s.sent)-1]
}

func TestAShorterReplyIsSentWhereTheCreditPaysForThat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newRefusing(h, func(body string) (int, string) {
			if strings.Contains(body, `"max_tokens":30000`) {
				return 0, ""
			}
			return http.StatusPaymentRequired, `{"error":{"message":"This request requires more credits, or fewer max_tokens. You requested up to 64000 tokens, but can only afford 30104. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account","code":402,"metadata":{"provider_name":null}}}`
		})
		p := h.entersAt()
		p.sends("Hi")
		p.readsToTheEnd()
		p.sees("Your credit isn't enough for a reply of about 48,000 words.")
		p.clicks("Send with a reply of up to about 22,500 words")
		p.readsToTheEnd()
		p.sees("This is a practice reply")
		if !strings.Contains(service.last(), `"max_tokens":30000`) {
			t.Errorf("sent is %s", service.last())
		}
	})
}

func TestAModelThatOnlyThoughtIsToldAndAskedAgain(t *testing.T) {
	const thought = `{"id":"c1","object":"chat.completion.chunk","model":"practice-writer","choices":[{"index":0,"delta":{"role":"assistant","%s":"Let me see."},"finish_reason":%s}]}`
	chunk := func(field, finish string) string {
		return strings.Replace(strings.Replace(thought, "%s", field, 1), "%s", finish, 1)
	}
	for _, c := range []struct{ name, answer, told, button, sent string }{
		{"stream", "data: " + chunk("reasoning_content", "null") + "\n\ndata: " + chunk("reasoning_content", `"stop"`) + "\n\ndata: [DONE]\n\n", "The model thought but gave no answer.", "Try again", ""},
		{"whole", `{"id":"c1","object":"chat.completion","model":"practice-writer","choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning":"Let me see."},"finish_reason":"stop"}]}`, "The model thought but gave no answer.", "Try again", ""},
		{"marks", `{"id":"c1","object":"chat.completion","model":"practice-writer","choices":[{"index":0,"message":{"role":"assistant","content":"<think>Let me see.</think>"},"finish_reason":"stop"}]}`, "The model thought but gave no answer.", "Try again", ""},
		{"length", "data: " + chunk("reasoning_content", "null") + "\n\ndata: " + chunk("reasoning_content", `"length"`) + "\n\ndata: [DONE]\n\n", "It used its whole length for thinking.", "Let it write more", `"max_tokens":4096`},
		{"length, whole", `{"id":"c1","object":"chat.completion","model":"practice-writer","choices":[{"index":0,"message":{"role":"assistant","content":"","reasoning_content":"Let me see."},"finish_reason":"length"}],"usage":{"prompt_tokens":9,"completion_tokens":2000,"total_tokens":2009}}`, "It used its whole length for thinking.", "Let it write more", `"max_tokens":8000`},
	} {
		t.Run(c.name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				first := true
				service := newRefusing(h, func(string) (int, string) {
					if first {
						first = false
						return http.StatusOK, c.answer
					}
					return 0, ""
				})
				p := h.entersAt()
				p.sends("Hi")
				p.readsToTheEnd()
				p.sees("The model thought but gave no answer.")
				p.sees(c.told)
				p.has("Thinking")
				p.seesNot("The reply was empty.")
				p.seesNot("The reply reached the maximum length.")
				p.clicks(c.button)
				p.readsToTheEnd()
				p.sees("This is a practice reply")
				if !strings.Contains(service.last(), c.sent) {
					t.Errorf("sent is %s", service.last())
				}
			})
		})
	}
}

func TestARefusalIsTheModelsAndAFilterTheServices(t *testing.T) {
	const (
		model  = "The model declined to answer this."
		filter = "The service stopped this reply because of its content rules."
		whole  = `{"id":"c1","object":"chat.completion","model":"practice-writer","choices":[{"index":0,"message":{"role":"assistant",%s},"finish_reason":"%s"}]}`
		chunk  = `data: {"id":"c1","object":"chat.completion.chunk","model":"practice-writer","choices":[{"index":0,"delta":{%s},"finish_reason":%s}]}` + "\n\n"
	)
	for name, c := range map[string]struct{ answer, told, not string }{
		"whole":    {fmt.Sprintf(whole, `"content":null,"refusal":"I can't help with that."`, "content_filter"), model, filter},
		"stopped":  {fmt.Sprintf(whole, `"content":null,"refusal":"I can't help with that."`, "stop"), model, filter},
		"part":     {fmt.Sprintf(whole, `"content":[{"type":"refusal","refusal":"I can't help with that."}]`, "content_filter"), model, filter},
		"streamed": {fmt.Sprintf(chunk, `"role":"assistant","refusal":"I can't help"`, "null") + fmt.Sprintf(chunk, `"refusal":" with that."`, "null") + fmt.Sprintf(chunk, "", `"content_filter"`) + "data: [DONE]\n\n", model, filter},
		"filter":   {fmt.Sprintf(whole, `"content":"I can't help with that."`, "content_filter"), filter, model},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				newRefusing(h, func(string) (int, string) { return http.StatusOK, c.answer })
				p := h.entersAt()
				p.sends("Hi")
				p.readsToTheEnd()
				p.sees("I can't help with that.")
				p.sees(c.told)
				p.seesNot(c.not)
			})
		})
	}
}

func TestAChatThatTheTemplateRefusesIsNotSentAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		service := newRefusing(h, func(string) (int, string) {
			return http.StatusInternalServerError, `{"error":{"code":500,"message":"Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.","type":"server_error"}}`
		})
		p := h.entersAt()
		p.sends("Hi")
		p.readsToTheEnd()
		p.sees("This model can't read what was sent in this form.")
		p.has("Choose a model")
		p.hasNot("Try again")
		if n := len(service.sent); n != 1 {
			t.Errorf("it was sent %d times", n)
		}
	})
}

func TestANumberOutOfRangeSaysWhatBecameOfIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.frame.Do(shell.TogglePanel)
		p.drain()
		for name, c := range map[string]struct{ typed, told string }{
			"Creativity: as the model decides":           {"-2.5", "The lowest value is 0."},
			"Repeat less: as the model decides":          {"7", "The highest value is 2."},
			"Maximum reply length: as the model decides": {"1e3", "Enter a whole number."},
		} {
			p.numbers(name, c.typed)
			p.presses(fyne.KeyReturn)
			p.sees(c.told)
		}
	})
}

func TestJSONThatWasCutIsShownAndSentAsOneWhole(t *testing.T) {
	const whole = `{"id":"c1","object":"chat.completion","model":"practice-writer","choices":[{"index":0,"message":{"role":"assistant","content":%q},"finish_reason":"%s"}]}`
	for name, c := range map[string]struct{ first, second string }{
		"begun anew": {`{"city": "ci`, `{ "city": "Rome" }`},
		"in a fence": {"```json\n{\"city\": \"Ro", "```json\n{\"city\": \"Rome\"}\n```"},
		"gone on":    {`{"city": "Ro`, `me"}`},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				n := 0
				service := newRefusing(h, func(string) (int, string) {
					switch n++; n {
					case 1:
						return http.StatusOK, fmt.Sprintf(whole, c.first, "length")
					case 2:
						return http.StatusOK, fmt.Sprintf(whole, c.second, "stop")
					}
					return 0, ""
				})
				p := h.entersAt()
				p.sets(chat.Parameters{Answer: &chat.AnswerForm{Kind: chat.AnswerJSON}})
				p.sends("Which city?")
				p.readsToTheEnd()
				p.clicks("Continue")
				p.readsToTheEnd()
				p.sees("Rome")
				p.seesNot("The reply isn't in the JSON format you asked for")
				if text, err := p.chatText(t.Context(), p.open().ID); err != nil || strings.Count(text, `"city"`) != 1 {
					t.Errorf("the chat as a text: %q, %v", text, err)
				}
				p.sends("Thank you")
				p.readsToTheEnd()
				if sent := service.last(); strings.Count(sent, `\"city\"`) != 1 {
					t.Errorf("sent is %s", sent)
				}
			})
		})
	}
}
