package chat

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/app/history"
	"parlando/views/seen"
	"parlando/views/widgets"
)

// file writes a file and returns its path.
func file(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// attached are the names of the parts of the message.
func (r *room) attached() (all []string) {
	for _, p := range r.composer.Draft().Parts {
		name := p.Name
		if p.Kind == chat.PartRemoteImage {
			name = p.Text
		}
		if p.AsIs {
			name += " as is"
		}
		all = append(all, name)
	}
	return all
}

// chooses adds files with the menu.
func (r *room) chooses(paths ...string) {
	r.t.Helper()
	r.files = paths
	r.attacher.ShowMenu(r.composer)
	r.press("Picture or file…")
}

func TestEachWayToAttachAFile(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		sky, notes, empty := file(t, "sky.png", picture(t, 1)), file(t, "notes.txt", []byte("Buy milk")), file(t, "empty.txt", nil)
		unclear, odd := file(t, "shop.txt", []byte("\xe4\xb3.\n")), file(t, "odd.bin", []byte{0, 1, 2, 3})
		const nothing = "empty.txt is empty and wasn't added."
		const type_ = "odd.bin: Parlando can't read this type of file."
		// begin is a message of the user without files.
		begin := func() {
			r.drafts.put(chat.Draft{})
			r.composer.ClearNotice("")
			r.composer.FocusText()
			r.canvas.Focused().TypedRune('a')
			r.catchUp()
		}
		for _, step := range []struct {
			name     string
			do       func()
			attached []string
			says     []string
		}{
			{"none chosen", func() { r.chooses() }, nil, nil},
			{"an empty one", func() { r.chooses(empty) }, nil, []string{nothing}},
			{"another instead", func() { r.chooses(notes) }, []string{"notes.txt"}, nil},
			{"in their order", func() { r.chooses(sky, notes) }, []string{"notes.txt", "sky.png", "notes.txt"}, nil},
			{"one of three", func() { begin(); r.chooses(empty, notes, odd) }, []string{"notes.txt"}, []string{nothing, type_}},
			{"the message is changed", func() { begin(); r.chooses(odd) }, nil, []string{type_}},
			{"an encoding is asked for", func() { begin(); r.chooses(unclear) }, nil, []string{"Which line of shop.txt looks right?"}},
			{"and chosen", func() { r.press("ді.") }, []string{"shop.txt"}, nil},
			{"an address", func() {
				r.attacher.ShowMenu(r.composer)
				r.press("Picture from a web address…")
				r.field("Picture address").SetText("example.org/a.png")
				r.press("Add")
			}, []string{"shop.txt"}, []string{"Enter a picture address that starts with https:// or http://"}},
			{"mended", func() {
				f := r.field("Picture address")
				if f.Text != "example.org/a.png" {
					t.Errorf("typed was %q", f.Text)
				}
				f.SetText("https://example.org/a.png")
				f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
				r.catchUp()
			}, []string{"shop.txt", "https://example.org/a.png"}, nil},
			{"not typed", func() {
				r.attacher.ShowMenu(r.composer)
				r.press("Picture from a web address…")
				if f := r.field("Picture address"); f.Text != "" {
					t.Errorf("typed was %q", f.Text)
				}
				r.field("Picture address").TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
				r.catchUp()
			}, []string{"shop.txt", "https://example.org/a.png"}, nil},
			{"too many", func() {
				begin()
				r.chooses(slices.Repeat([]string{sky}, attachments.MaxParts+1)...)
			}, slices.Repeat([]string{"sky.png"}, attachments.MaxParts), []string{"sky.png: This file wasn't added. A message can have up to ten"}},
			{"none more", func() { r.chooses(notes, sky) }, slices.Repeat([]string{"sky.png"}, attachments.MaxParts), []string{"Files not added: 3 of 13"}},
		} {
			step.do()
			if got := r.attached(); !slices.Equal(got, step.attached) {
				t.Errorf("%s: attached %q; it says %q", step.name, got, seen.Texts(r.canvas))
			}
			for _, text := range []string{nothing, type_, "Which line of", "Enter a picture address", "Preparing", "wasn't added"} {
				if want := slices.ContainsFunc(step.says, func(s string) bool { return strings.Contains(s, text) }); want != r.says(text) {
					t.Errorf("%s: says %q: %v", step.name, text, !want)
				}
			}
			for _, text := range step.says {
				if !r.says(text) {
					t.Errorf("%s: it does not say %q", step.name, text)
				}
			}
		}
	})
}

// While a file is prepared the user sees which and how long, and nothing can be sent.
func TestAFileThatTakesLong(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		type result struct {
			part chat.Part
			err  error
		}
		var ready chan result
		attach := func(name string) {
			ready = make(chan result, 1)
			wait := ready
			r.attacher.addPart(name, func() (chat.Part, attachments.Info, error) {
				got := <-wait
				return got.part, attachments.Info{}, got.err
			})
			r.catchUp()
		}
		part, _, err := r.core.Attachments.Add(t.Context(), "large.png", picture(t, 2))
		if err != nil {
			t.Fatal(err)
		}
		r.sends("One")
		first := r.open.ID
		r.types("Two")
		attach("large.png")
		for i, text := range []string{"Preparing large.png…", "Preparing large.png… 0:01", "Preparing large.png… 0:02"} {
			if !r.says(text) || i == 0 && r.says("0:0") {
				t.Errorf("after %d s it says %q", i, seen.Texts(r.canvas))
			}
			r.wait(time.Second)
		}
		if r.composer.Send(); len(r.asked()) != 1 || !r.says("Preparing the picture.") {
			t.Errorf("sent %q; it says %q", r.asked(), seen.Texts(r.canvas))
		}
		ready <- result{part: part}
		r.catchUp()
		if got := r.attached(); !slices.Equal(got, []string{"large.png"}) || r.says("Preparing large.png…") {
			t.Errorf("attached %q; it says %q", got, seen.Texts(r.canvas))
		}
		r.wait(3 * time.Second)
		if r.says("Preparing") {
			t.Error("it counts on")
		}

		// In another chat nothing is seen of it, and it goes where it was added.
		attach("more.png")
		r.NewChat()
		r.wait(2 * time.Second)
		if r.says("Preparing") {
			t.Error("it is prepared in another chat")
		}
		ready <- result{part: part}
		r.catchUp()
		if got := r.attached(); len(got) > 0 || !r.says("more.png is in the chat it was added to.") {
			t.Errorf("attached %q; it says %q", got, seen.Texts(r.canvas))
		}
		r.Open(first)
		r.catchUp()
		if got, text := r.attached(), r.composer.Draft().Text; !slices.Equal(got, []string{"large.png", "large.png"}) || text != "Two" {
			t.Errorf("in its chat are %q and %q", got, text)
		}
		attach("broken.png")
		r.NewChat()
		ready <- result{err: errors.New("disk")}
		r.catchUp()
		if !r.says("broken.png: The file couldn't be read.") {
			t.Errorf("it says %q", seen.Texts(r.canvas))
		}
		// Who comes back in time finds it in the message.
		r.Open(first)
		r.catchUp()
		attach("last.png")
		r.NewChat()
		r.Open(first)
		r.catchUp()
		ready <- result{part: part}
		r.catchUp()
		if got := r.attached(); len(got) != 3 || r.attacher.preparing != 0 {
			t.Errorf("after coming back: %q, %d are prepared", got, r.attacher.preparing)
		}
	})
}

// A file goes to the chat in which the user asked for it, even if it is chosen in another one.
func TestAFileGoesToItsChat(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.sends("One")
		first := r.open.ID
		r.thinks = time.Minute
		r.chooses(file(t, "sky.png", picture(t, 7)), file(t, "notes.txt", []byte("Buy milk")))
		r.NewChat()
		r.wait(r.thinks + time.Second)
		if got := r.attached(); len(got) > 0 || !r.says("notes.txt is in the chat it was added to.") || r.says("Preparing") {
			t.Errorf("attached %q; it says %q", got, seen.Texts(r.canvas))
		}
		r.Open(first)
		r.catchUp()
		if got := r.attached(); !slices.Equal(got, []string{"sky.png", "notes.txt"}) {
			t.Errorf("in its chat are %q", got)
		}
		r.drafts.put(chat.Draft{})
		r.chooses(file(t, "late.txt", []byte("Buy milk")))
		r.NewChat()
		r.Open(first)
		r.wait(r.thinks + time.Second)
		if got := r.attached(); !slices.Equal(got, []string{"late.txt"}) {
			t.Errorf("after coming back: %q", got)
		}
	})
}

// A file for a new chat that was left meanwhile goes where the text of that chat went.
func TestAFileOfANewChatStaysWithItsText(t *testing.T) {
	for _, sent := range []bool{false, true} {
		inRoom(t, false, func(t *testing.T, r *room) {
			part, _, err := r.core.Attachments.Add(t.Context(), "large.png", picture(t, 2))
			if err != nil {
				t.Fatal(err)
			}
			id, here := r.open.identity(), r.open.scope.Current()
			if r.types("Hello"); sent {
				r.composer.Send()
				r.finishes()
			}
			r.NewChat()
			r.catchUp()
			r.attacher.prepareFirst(id, here, []preparation{{name: "large.png", do: func() (chat.Part, attachments.Info, error) { return part, attachments.Info{}, nil }}})
			r.catchUp()
			if got := r.attached(); len(got) > 0 {
				t.Errorf("sent %v: the next new chat has %q", sent, got)
			}
			r.Open(id())
			r.catchUp()
			if got := r.attached(); !slices.Equal(got, []string{"large.png"}) {
				t.Errorf("sent %v: its chat has %q", sent, got)
			}
		})
	}
}

// What was cut off a document, or became of a picture, is said when it is added.
func TestWhatIsSaidOfAnAddedPicture(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		part, info, err := r.core.Attachments.Add(t.Context(), "sky.png", picture(t, 3))
		if err != nil {
			t.Fatal(err)
		}
		for says, given := range map[string]attachments.Info{
			"Only the first frame is sent.":                    {Note: attachments.FirstFrame},
			"a smaller copy will be sent.":                     {Note: attachments.OnlyReducedCopy},
			"sky.png: Only the first slides are used: 3 of 9.": {Note: attachments.FirstFrame, Cuts: []documents.Omission{{Kind: documents.OmittedSlides, Kept: 3, Of: 9}}},
			"": {},
		} {
			r.drafts.put(chat.Draft{})
			r.composer.ClearNotice("")
			info.Note, info.Cuts = given.Note, given.Cuts
			added := part
			if given.Note == attachments.OnlyReducedCopy { // as of a photo of 200 megapixels
				added.Original = nil
			}
			r.attacher.addPart("sky.png", func() (chat.Part, attachments.Info, error) { return added, info, nil })
			r.catchUp()
			if given.Note == attachments.OnlyReducedCopy && !r.says("smaller copy, ") {
				t.Errorf("%+v: its chip says %q", given, seen.Texts(r.canvas))
			}
			if got := r.attached(); len(got) != 1 || says != "" && !r.says(says) || says == "" && r.says("is sent.") {
				t.Errorf("%+v: attached %q; it says %q", given, got, seen.Texts(r.canvas))
			}
		}
	})
}

// The original file is sent only after a question, and the smaller one without.
func TestTheOriginalFileIsAskedFor(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.chooses(file(t, "sky.png", picture(t, 4)))
		part := func() chat.Part { return r.composer.Draft().Parts[0] }
		for _, step := range []struct {
			name, press string
			asIs        bool
		}{{"refused", "Cancel", false}, {"agreed", "Send original file", true}, {"not any more", "", false}} {
			if part().Original == nil {
				t.Fatalf("there is no original: %+v", part())
			}
			r.attacher.AskForOriginal(part())
			r.catchUp()
			if asks := r.says("Send the original file?"); asks != (step.press != "") {
				t.Errorf("%s: asks %v", step.name, asks)
			}
			if step.press != "" {
				r.press(step.press)
			}
			if part().AsIs != step.asIs {
				t.Errorf("%s: sent as is: %v", step.name, part().AsIs)
			}
		}
	})
}

// A chip opens its file, also one that was loaded with the draft and can be read again.
func TestEachChipOpensItsFile(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		r.chooses(file(t, "sky.png", picture(t, 5)), file(t, "page.pdf", []byte(onePage)))
		parts := r.composer.Draft().Parts
		want := []string{"show " + parts[0].Blob.SHA256, "open page.pdf"}
		for i, p := range parts {
			r.attacher.Open(p)
			if got := r.doneSince(); got != want[i] {
				t.Errorf("%s: did %q", p.Name, got)
			}
		}
	})
}

// A picture of the message that cannot be read is read again when the user asks for it.
func TestAPictureOfTheMessageThatIsNotRead(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		const unread = "A picture in your message couldn't be read."
		part, _, err := r.core.Attachments.Add(t.Context(), "sky.png", picture(t, 6))
		if err != nil {
			t.Fatal(err)
		}
		path := history.BlobPath(r.core.Paths.Data, part.Blob.SHA256)
		move := func(from, to string) {
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}
		move(path, path+".lost")
		for _, step := range []struct {
			name string
			do   func()
			says bool
		}{
			{"in the message", func() { r.drafts.put(chat.Draft{Parts: []chat.Part{part}}) }, true},
			{"in another message by now", func() {
				r.composer.ClearNotice("")
				r.drafts.put(chat.Draft{Parts: []chat.Part{part}})
				r.drafts.put(chat.Draft{Text: "Another"})
			}, false},
			{"in the message again", func() { r.drafts.put(chat.Draft{Parts: []chat.Part{part}}) }, true},
			{"still not there", func() { r.press("Try again") }, true},
			{"there again", func() { move(path+".lost", path); r.press("Try again") }, false},
		} {
			step.do()
			if r.catchUp(); r.says(unread) != step.says {
				t.Errorf("%s: it says %q", step.name, seen.Texts(r.canvas))
			}
		}
	})
}

// screen is a computer's screen.
type screen struct {
	method attachments.ScreenshotMethod
	shot   attachments.Screenshot
	err    error
}

func (s *screen) Screenshots() attachments.ScreenshotMethod { return s.method }

func (s *screen) TakeScreenshot(context.Context, attachments.OwnWindow) (attachments.Screenshot, error) {
	return s.shot, s.err
}

func TestEachWayToTakeAScreenshot(t *testing.T) {
	inRoom(t, false, func(t *testing.T, r *room) {
		img := image.NewGray(image.Rect(0, 0, 40, 20))
		all := attachments.Screenshot{Image: img, Screens: []image.Rectangle{img.Bounds()}}
		chosen := attachments.Screenshot{Image: img, UserSelected: true}
		for _, c := range []struct {
			name   string
			screen screen
			says   string
			added  int
		}{
			{"none", screen{}, "", 0},
			{"chosen on the desktop", screen{attachments.AskedScreenshots, chosen, nil}, "", 1},
			{"to be chosen here", screen{attachments.DirectScreenshots, all, nil}, "Choose the part of the screen to send", 0},
			{"canceled", screen{attachments.AskedScreenshots, chosen, attachments.ErrScreenCanceled}, "", 0},
			{"forbidden", screen{attachments.AskedScreenshots, chosen, attachments.ErrScreenForbidden}, "screen", 0},
		} {
			r.drafts.put(chat.Draft{})
			r.composer.ClearNotice("")
			r.Page.screens.screens = &c.screen
			r.attacher.ShowMenu(r.composer)
			offered := r.has("Take a screenshot")
			if offered != (c.screen.method != attachments.NoScreenshots) {
				t.Errorf("%s: offered %v", c.name, offered)
			}
			if offered {
				r.press("Take a screenshot")
			} else {
				r.frame.CloseTop()
			}
			if got := r.attached(); len(got) != c.added || c.says != "" && !r.says(c.says) {
				t.Errorf("%s: attached %q; it says %q", c.name, got, seen.Texts(r.canvas))
			}
			for r.frame.CloseTop() {
				r.catchUp()
			}
		}
		r.drafts.put(chat.Draft{Parts: slices.Repeat([]chat.Part{{Kind: chat.PartRemoteImage, Text: "https://example.org/a.png"}}, attachments.MaxParts)})
		r.Page.screens.screens = &screen{attachments.AskedScreenshots, chosen, nil}
		r.attacher.ShowMenu(r.composer)
		r.press("Take a screenshot")
		if got := len(r.attached()); got != attachments.MaxParts || !r.says("up to ten") {
			t.Error(fmt.Sprint(got, " are attached"))
		}
	})
}

// field returns the field with a name.
func (r *room) field(name string) (found *widgets.Field) {
	r.t.Helper()
	seen.Walk(r.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if f, is := o.(*widgets.Field); is && seen.Label(o) == name {
			found = f
		}
	})
	if found == nil {
		r.t.Fatalf("there is no %q in %q", name, seen.Texts(r.canvas))
	}
	return found
}
