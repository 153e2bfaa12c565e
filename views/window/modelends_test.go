package window

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/settings"
	"parlando/client/practice"
	"parlando/views/screenreader"
	"parlando/views/seen"
)

// changingService is a service whose list of models changes. It refuses those that are gone.
type changingService struct {
	http.RoundTripper
	gone []string
	ends map[string]string // the day of the end by model
}

func (o *changingService) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/chat/completions") {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		for _, model := range o.gone {
			body = bytes.Replace(body, []byte(`"model":"`+model+`"`), []byte(`"model":"`+model+`-is-gone"`), 1)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	answer, err := o.RoundTripper.RoundTrip(r)
	if err != nil || !strings.HasSuffix(r.URL.Path, "/models") || answer.StatusCode != http.StatusOK {
		return answer, err
	}
	defer answer.Body.Close()
	var list struct {
		Object string           `json:"object"`
		Data   []map[string]any `json:"data"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
		return nil, err
	}
	list.Data = slices.DeleteFunc(list.Data, func(m map[string]any) bool { return slices.Contains(o.gone, m["id"].(string)) })
	for _, m := range list.Data {
		if day := o.ends[m["id"].(string)]; day != "" {
			m["shutdown_date"] = day
		}
	}
	body, err := json.Marshal(list)
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	answer.Header.Del("Content-Length")
	return answer, err
}

// asked are the models that were asked for a reply since the last call.
func (h *home) asked() string {
	h.net.mu.Lock()
	defer h.net.mu.Unlock()
	var models []string
	for _, body := range h.net.body {
		var r struct {
			Model    string
			Messages []any
		}
		if json.Unmarshal(body, &r) == nil && len(r.Messages) > 0 {
			models = append(models, strings.TrimPrefix(r.Model, "practice-"))
		}
	}
	h.net.body = nil
	return strings.Join(models, " ")
}

// offered has a chat with Practice eyes at a service whose list can change.
func (h *home) offered() (*user, *changingService) {
	h.t.Helper()
	service := &changingService{RoundTripper: practice.New(practice.Options{TokenInterval: -1}).Transport()}
	h.net.service = service
	p := h.start()
	atExample(p)
	p.has("Message")
	p.chooses("Practice eyes")
	p.sends("What is a lighthouse for?")
	p.readsToTheEnd()
	h.asked()
	return p, service
}

// listsModels reads the list of models again.
func (p *user) listsModels() {
	p.t.Helper()
	p.holds(fyne.KeyM)
	p.clicks("Refresh list")
	p.presses(fyne.KeyEscape)
	p.hasNot("Refresh list")
}

const eyesAreGone = "Practice eyes is no longer offered. Continue with Practice writer?"

func TestAChatWhoseModelIsGoneAsksBeforeAnythingIsWritten(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, service := h.offered()
		p.seesNot(eyesAreGone)
		service.gone = []string{practice.VisionModel}
		p.listsModels()
		p.sees(eyesAreGone)
		p.quit()

		p = h.start()
		p.sees(eyesAreGone)
		p.composer.FocusText()
		p.types("And a foghorn?")
		// Nothing else that is learned of models takes the keyboard away from the answers.
		p.tabs(true)
		p.hasKeyboard("Keep Practice eyes")
		p.tabs(true)
		p.Catalog.RecordServed(p.connection(), practice.ToolModel)
		p.wait(time.Second)
		p.tabs(false)
		p.hasKeyboard("Keep Practice eyes")
		p.tabs(true)
		p.hasKeyboard("Use Practice writer")
		if _, model := p.chat.HelperModel(); model != practice.WriterModel {
			t.Errorf("what is done beside the chat is done with %s", model)
		}
		p.presses(fyne.KeySpace)
		p.seesNot(eyesAreGone)
		p.wantsWritten("And a foghorn?")
		p.hasKeyboard("Message")
		if got := h.asked(); got != "" || p.model() != practice.WriterModel {
			t.Errorf("asked before anything was sent: %q; the model is %s", got, p.model())
		}
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		p.quit()

		p = h.start()
		p.has("Message")
		p.seesNot(eyesAreGone)
		p.sends("And a bell?")
		p.readsToTheEnd()
		if got := h.asked(); got != "writer writer" {
			t.Errorf("asked were %s", got)
		}
	})
}

func TestAModelThatIsGoneIsKeptUntilItIsRefused(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, service := h.offered()
		service.gone = []string{practice.VisionModel}
		p.listsModels()
		p.composer.FocusText()
		p.types("And a foghorn?")
		p.clicks("Keep Practice eyes")
		p.seesNot(eyesAreGone)
		p.wantsWritten("And a foghorn?")
		p.quit()

		p = h.start()
		p.wantsWritten("And a foghorn?")
		p.seesNot(eyesAreGone)
		p.listsModels()
		p.seesNot(eyesAreGone)
		p.composer.FocusText()
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		p.sees("The service doesn't have this model, or it can't be used for chats.")
		p.sees(eyesAreGone)
		p.clicks("Use Practice writer and try again")
		p.readsToTheEnd()
		p.sees("This is a practice reply")
		p.seesNot(eyesAreGone)
		if got := h.asked(); got != "eyes writer" || p.model() != practice.WriterModel {
			t.Errorf("asked were %s; the model is %s", got, p.model())
		}
	})
}

func TestAMessageSentWithoutAnAnswerGoesToTheModelOfTheChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, service := h.offered()
		service.gone = []string{practice.VisionModel}
		p.listsModels()
		p.sends("And a foghorn?")
		p.readsToTheEnd()
		p.sees("And a foghorn?")
		p.sees(eyesAreGone)
		if got := h.asked(); got != "eyes" {
			t.Errorf("asked were %s", got)
		}
		// The answer above the message also changes what the failed reply offers.
		p.clicks("Use Practice writer")
		p.clicks("Try again")
		p.readsToTheEnd()
		if got := h.asked(); got != "writer" {
			t.Errorf("asked were %s", got)
		}
		// The service has it again, and nobody needs to be asked.
		p.chooses(practice.VisionModel) // Enter alone does not take it
		if got := p.model(); got != practice.WriterModel {
			t.Errorf("Enter took %s", got)
		}
		p.presses(fyne.KeyDown)
		p.presses(fyne.KeyReturn)
		p.sees(eyesAreGone)
		service.gone = nil
		p.sends("And a bell?")
		p.readsToTheEnd()
		p.seesNot(eyesAreGone)
		if got := h.asked(); got != "eyes" {
			t.Errorf("asked were %s", got)
		}
	})
}

func TestAModelThatEndsSoonIsSaidOnceWhereItIsChosen(t *testing.T) {
	const soon = "Practice eyes ends on 10 January. Choose another before then."
	story(t, func(t *testing.T, h *home) {
		p, service := h.offered() // at the start of the year 2000
		service.ends = map[string]string{practice.VisionModel: "2000-01-10", practice.ToolModel: "2000-03-10"}
		p.listsModels()
		p.sees(soon)
		p.composer.FocusText()
		p.types("And a foghorn?")
		p.clicks("Choose another…")
		p.sees("Ends on 10 January")
		p.seesNot("Ends on 10 March")
		p.presses(fyne.KeyEscape)
		p.sees(soon)
		p.clicks("Close")
		p.seesNot(soon)
		p.wantsWritten("And a foghorn?")
		p.quit()

		p = h.start()
		p.wantsWritten("And a foghorn?")
		p.seesNot(soon)
		if p.model() != practice.VisionModel {
			t.Errorf("the model is %s", p.model())
		}
		// A new chat begins with a model that stays.
		p.holds(fyne.KeyN)
		if p.model() != practice.WriterModel {
			t.Errorf("a new chat begins with %s", p.model())
		}
		// The date alone ends nothing.
		p.wait(20 * 24 * time.Hour)
		p.clicks("What is a lighthouse for?")
		p.seesNot("Practice eyes is no longer offered")
		// Another date is said again.
		service.ends[practice.VisionModel] = "2000-02-10"
		p.listsModels()
		p.sees("Practice eyes ends on 10 February. Choose another before then.")
		p.clicks("Choose another…")
		p.types("Practice writer")
		p.presses(fyne.KeyReturn)
		p.seesNot("Practice eyes ends on")
	})
}

func TestModelsThatAreGoneComeLastInTheMenu(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, service := h.offered()
		service.gone = []string{practice.VisionModel}
		p.listsModels()
		p.holds(fyne.KeyM)
		p.sees("No longer offered")
		text := p.text()
		if last := strings.LastIndex(text, "Practice strict"); last < 0 || strings.LastIndex(text, "No longer offered") < last {
			t.Errorf("it stands before others: %s", text)
		}
		told := ""
		seen.Walk(p.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
			if d, ok := o.(screenreader.Describer); ok && strings.HasPrefix(d.AccessibilityDescription(), "Practice eyes,") {
				told = d.AccessibilityDescription()
			}
		})
		if told != "Practice eyes, No longer offered" {
			t.Errorf("a screen reader says %q", told)
		}
	})
}

func TestAConnectionWhoseModelForNewChatsIsGoneAsks(t *testing.T) {
	for name, answer := range map[string]func(p *user){
		"in a new chat": func(p *user) { p.clicks("Use Practice writer") },
		"on its page": func(p *user) {
			p.connections.Open()
			p.presses(fyne.KeyReturn)
			p.sees(eyesAreGone)
			p.clicks("Use Practice writer")
			p.hasKeyboard("Model: Practice writer")
			p.presses(fyne.KeyEscape)
			p.presses(fyne.KeyEscape)
		},
		"in the quick window": func(p *user) {
			p.ShowQuick()
			p.drain()
			q := p.inQuick()
			q.sees(eyesAreGone)
			q.clicks("Use Practice writer")
			p.quick.hide()
		},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p, service := h.offered()
				id := p.connection()
				if err := p.Core.Connections.SetDefaults(id, practice.VisionModel, nil); err != nil {
					t.Fatal(err)
				}
				service.gone = []string{practice.VisionModel}
				p.listsModels()
				p.holds(fyne.KeyN)
				p.sees(eyesAreGone)
				answer(p)
				p.seesNot(eyesAreGone)
				if c, _ := p.Core.Connections.Find(id); c.Model != practice.WriterModel {
					t.Errorf("new chats begin with %q", c.Model)
				}
				p.holds(fyne.KeyN)
				p.seesNot(eyesAreGone)
				p.ShowQuick()
				p.drain()
				p.asksQuickly("How high is a lighthouse?")
				p.until("the chat", func() bool { return p.quick.page.Conversation().ID != "" })
				p.readsToTheEndOf(p.quick.page.Conversation().ID)
				if got := h.asked(); got != "writer" {
					t.Errorf("asked were %s", got)
				}
				// The chat with the other model still asks.
				p.clicks("What is a lighthouse for?")
				p.sees(eyesAreGone)
			})
		})
	}
}

func TestAPresetWhoseModelIsGoneAsks(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, service := h.offered()
		p.Settings.Change(func(s *settings.Settings) {
			s.Presets = append([]settings.Preset{{ID: "pictures", Name: "Pictures", Model: practice.VisionModel}, {ID: "tools", Name: "Letters", Model: practice.VisionModel}}, s.Presets...)
		})
		p.chooses("Practice writer")
		service.gone = []string{practice.VisionModel}
		p.listsModels()
		p.seesNot(eyesAreGone)
		p.composer.FocusText()
		p.types("And a foghorn?")

		p.holds(fyne.KeyP)
		p.clicks("Pictures")
		p.sees(eyesAreGone) // it is the chat's model now
		p.clicks("Use Practice writer")
		p.seesNot(eyesAreGone)
		p.wantsWritten("And a foghorn?")

		p.holds(fyne.KeyP)
		p.clicks("Manage presets…")
		p.sees(eyesAreGone)
		p.clicks("Use Practice writer")
		if all := p.Settings.Get().Presets; all[0].Model != practice.WriterModel || all[1].Model != practice.VisionModel {
			t.Errorf("the presets name %q and %q", all[0].Model, all[1].Model)
		}
		p.sees(eyesAreGone) // of the other
		p.clicks("Keep Practice eyes")
		p.seesNot(eyesAreGone)
		p.hasKeyboard("Letters")
		p.presses(fyne.KeyEscape)
		p.holds(fyne.KeyP)
		p.clicks("Pictures")
		p.composer.FocusText()
		p.presses(fyne.KeyReturn)
		p.readsToTheEnd()
		if got := h.asked(); got != "writer" {
			t.Errorf("asked were %s", got)
		}
	})
}

func TestANewChatAfterOneWhoseModelIsGoneBeginsWithAnother(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, service := h.offered()
		service.gone = []string{practice.VisionModel}
		p.listsModels()
		p.holds(fyne.KeyN)
		p.seesNot(eyesAreGone)
		p.sends("How high is a lighthouse?")
		p.readsToTheEnd()
		if got := h.asked(); got != "writer" {
			t.Errorf("asked were %s", got)
		}
		if c, err := p.History.Conversation(t.Context(), p.open().ID); err != nil || c.Model != practice.WriterModel {
			t.Errorf("%+v, %v", c, err)
		}
	})
}

func TestTheAnswersAboutAModelFitANarrowWindowWithHugeText(t *testing.T) {
	answers := []string{"Use Practice writer", "Keep Practice eyes"}
	for width, names := range map[float32][]string{720: append(answers, "Use Practice writer and try again", "Choose a model"), 520: answers} {
		story(t, func(t *testing.T, h *home) {
			h.screen = fyne.NewSize(width, 800)
			p, service := h.offered()
			service.gone = []string{practice.VisionModel}
			p.listsModels()
			p.sends("And a foghorn?")
			p.readsToTheEnd()
			p.Settings.Change(func(s *settings.Settings) { s.TextSize = settings.MaxTextSize })
			p.quit()

			p = h.start()
			p.has(names[len(names)-1])
			p.scrollsBackTo("The service doesn't have this model, or it can't be used for chats.")
			p.view.GoToEnd()
			p.drain()
			for _, name := range names {
				found := p.finds(name)
				if found.PaintedControl != nil {
					found.Control = found.PaintedControl
				}
				if r := found.Control; r == nil || r.Position.X < 0 || r.Position.X+r.Size.Width > width {
					t.Errorf("%v wide: %s stands at %+v", width, name, r)
				}
			}
		})
	}
}
