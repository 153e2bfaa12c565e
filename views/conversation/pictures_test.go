package conversation_test

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parley/app/chat"
	"parley/app/problem"
	"parley/views/conversation"
	"parley/views/markdown"
	"parley/views/theme"
)

// picturesDir names the folder to which every state is painted when it is set.
const picturesDir = "PARLEY_PICTURES"

// scene is a view in a window of the test driver.
type scene struct {
	*conversation.View
	window fyne.Window
	copied []string
}

func newScene(t testing.TB, width, height float32, preference theme.Preference) *scene {
	t.Helper()
	app := test.NewApp()
	t.Cleanup(app.Quit)
	app.Settings().SetTheme(theme.New(preference, 1))
	s := &scene{}
	s.View = conversation.New(conversation.Options{Now: func() time.Time { return noon }})
	s.View.OnHighlight = func(key, lang, code string) {
		s.View.SetHighlight(key, markdown.Highlight(lang, code))
	}
	s.View.OnCopy = func(text string) { s.copied = append(s.copied, text) }
	s.window = test.NewWindow(s.View)
	s.window.SetPadded(false)
	s.window.Resize(fyne.NewSize(width, height))
	t.Cleanup(s.window.Close)
	return s
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// show gives the view a thread of whole messages.
func (s *scene) show(ms ...chat.Message) {
	heads := make([]chat.Head, len(ms))
	for i, m := range ms {
		heads[i] = chat.Head{ID: m.ID, Role: m.Role, Bytes: len(m.Text())}
	}
	s.SetThread("c", heads, ms)
}

// paint writes what the window shows to the folder of pictures, if there is one.
func (s *scene) paint(t testing.TB, name string) {
	t.Helper()
	dir := os.Getenv(picturesDir)
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, s.window.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
}

func user(id chat.ID, text string) chat.Message {
	return chat.Message{ID: id, Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: text}}, Sibling: 1, Siblings: 1}
}

func reply(id chat.ID, text string) chat.Message {
	return chat.Message{
		ID: id, Role: chat.Assistant, State: chat.Done, Finish: chat.FinishStop, Sibling: 1, Siblings: 1,
		Parts: []chat.Part{{Kind: chat.PartText, Text: text}},
		Request: &chat.Request{
			Asked: "oak-large", Served: "oak-large", Usage: &chat.Usage{Prompt: 40, Completion: 4120, Total: 4160},
			Started: noon, Ended: noon.Add(3100 * time.Millisecond), HTTPID: "req_1",
		},
	}
}

func photo() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 500, 200))
	for y := range 200 {
		for x := range 500 {
			img.SetRGBA(x, y, color.RGBA{uint8(120 + x/4), uint8(150 + y/4), uint8(200 - x/4), 255})
		}
	}
	return img
}

func TestEveryStateIsPainted(t *testing.T) {
	dir := os.Getenv(picturesDir)
	if dir == "" {
		t.Skip("set " + picturesDir + " to a folder to have the pictures painted")
	}
	tree, err := os.ReadFile("testdata/tree.md")
	if err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile("testdata/all.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, preference := range map[string]theme.Preference{"light": theme.Light, "dark": theme.Dark} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, 1024, 600, preference)
			q := user("1", "What tree is in this photo, and roughly how old is it?")
			q.Parts = append([]chat.Part{{Kind: chat.PartImage, Blob: &chat.Blob{SHA256: "p", Width: 500, Height: 200}}}, q.Parts...)
			a := reply("2", string(tree))
			a.Sibling, a.Siblings = 2, 2
			s.show(q, a)
			s.SetPicture("p", photo())
			s.paint(t, "tree-"+name)

			s.SetThread("other", nil, nil)
			s.window.Resize(fyne.NewSize(1024, 1900))
			s.show(user("1", "Show me everything."), reply("2", string(all)))
			s.paint(t, "all-"+name)

			formulas, err := os.ReadFile("testdata/formulas.md")
			if err != nil {
				t.Fatal(err)
			}
			s.window.Resize(fyne.NewSize(1024, 800))
			s.show(user("1", "How do formulas look?"), reply("2", string(formulas)))
			s.paint(t, "formulas-"+name)
			s.window.Resize(fyne.NewSize(1024, 1900))
			s.show(user("1", "Show me everything."), reply("2", string(all)))

			fyne.CurrentApp().Settings().SetTheme(theme.New(preference, 1.3))
			s.Refresh()
			s.window.Resize(fyne.NewSize(1024, 1400))
			s.paint(t, "larger-"+name)
			fyne.CurrentApp().Settings().SetTheme(theme.New(preference, 1))
			s.Refresh()

			s.window.Resize(fyne.NewSize(1024, 900))
			cut := reply("2", "The letter says that the rent will rise on 1 February by 4.2 per cent. It asks")
			cut.State = chat.CutOff
			cut.Request.Trouble = &problem.Problem{Kind: problem.CutOff, At: noon}
			key := reply("4", "")
			key.State, key.Parts = chat.Failed, nil
			key.Request.Trouble = &problem.Problem{Kind: problem.KeyRejected, Status: 401, Host: "api.example.org", RequestID: "req_7f3a21c9", Detail: `{"error":{"message":"Incorrect API key provided: sk-…[key]"}}`, At: noon}
			s.show(user("1", "Summarise the attached letter in three sentences."), cut, user("3", "And what should I answer?"), key)
			s.tap(t, "Details", 1)
			s.paint(t, "trouble-"+name)

			thinking := reply("2", "")
			thinking.State, thinking.Request.Ended = chat.Writing, time.Time{}
			thinking.Parts = []chat.Part{{Kind: chat.PartReasoning, Text: "The person wants a **speech**. Let me think\n\n- warm\n- funny"}, {Kind: chat.PartText, Text: "Dear Ana, dear friends,\n\nThey say that age is only a number. Ana has always been good with numbers, which is why nobody here knows hers. What we do know is this: she remembers every birthday in this room, including the ones we would rather forget"}}
			stopped := reply("4", "One, two,")
			stopped.State = chat.Stopped
			long := reply("6", "It goes on and")
			long.Finish = chat.FinishLength
			long.Request.Served = "oak-small"
			wait := reply("8", "")
			wait.State, wait.Parts = chat.Waiting, nil
			pasted := user("7", "What does this say?\n\n  and  this?")
			pasted.Parts = append([]chat.Part{{Kind: chat.PartPasted, Text: string(all)}}, pasted.Parts...)
			pasted.Sibling, pasted.Siblings = 1, 2
			s.show(user("1", "Write a short birthday speech for Ana, warm and a little funny."), thinking, user("3", "Count."), stopped, user("5", "More"), long, pasted, wait)
			s.tap(t, "Thoughts", 0)
			s.paint(t, "states-"+name)
		})
	}
}

// tap clicks the nth spot of that name.
func (s *scene) tap(t testing.TB, name string, n int) {
	t.Helper()
	at, ok := s.Where(name, n)
	if !ok {
		t.Fatalf("there is no %q number %d in the window", name, n)
	}
	s.click(at)
}
