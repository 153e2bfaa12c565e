package conversation_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/views/seen"
	"parlando/views/theme"
)

func TestEachItemOfTheMenuIsAboutItsMessage(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	did := ""
	says := func(what string) func(chat.ID) { return func(id chat.ID) { did = what + " " + string(id) } }
	s.OnEdit, s.OnRegenerate = says("edit"), says("ask again")
	s.OnChoose = func(id chat.ID, step int) { did = fmt.Sprintf("choose %s %d", id, step) }
	second := reply("2", "Answer.")
	second.Sibling, second.Siblings = 2, 3
	s.OnDelete = func(id chat.ID, alone bool) { did = fmt.Sprintf("delete %s %t", id, alone) }
	s.show(user("1", "Q"), second)
	for _, c := range []struct {
		message    int
		item, want string
	}{
		{0, "Edit and send again", "edit 1"},
		{1, "Try again", "ask again 2"},
		{1, "Previous reply", "choose 2 -1"},
		{1, "Next reply", "choose 2 1"},
		{0, "Delete this message", "delete 1 true"},
		{0, "Delete from here on", "delete 1 false"},
		{1, "Delete this message", "delete 2 true"},
	} {
		s.tap(t, "More", c.message)
		item := seen.Find(s.window.Canvas(), true, c.item).Control
		if item == nil {
			t.Fatalf("the menu has no %q", c.item)
		}
		test.TapCanvas(s.window.Canvas(), item.Center())
		if did != c.want {
			t.Errorf("%s did %q, want %q", c.item, did, c.want)
		}
	}
}

func TestTheMenuOffersOnlyTheDeletionsThatCanBe(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	writing := reply("2", "Ans")
	writing.State = chat.Writing
	for _, c := range []struct {
		name        string
		reply       chat.Message
		at          int
		alone, rest bool
	}{
		{"what something follows", reply("2", "Answer."), 0, true, true},
		{"the last one", reply("2", "Answer."), 1, true, false},
		{"a question that is being answered", writing, 0, false, true},
	} {
		s.show(user("1", "Q"), c.reply)
		s.tap(t, "More", c.at)
		for item, want := range map[string]bool{"Delete this message": c.alone, "Delete from here on": c.rest} {
			if has := seen.Find(s.window.Canvas(), true, item).Control != nil; has != want {
				t.Errorf("%s: %q is in the menu: %t", c.name, item, has)
			}
		}
		s.window.Canvas().Overlays().Remove(s.window.Canvas().Overlays().Top())
	}
}

func TestNoTooltipStaysBesideWhatAClickOpens(t *testing.T) {
	for _, button := range []string{"More", "Try again"} {
		s := newScene(t, 1024, 600, theme.Light)
		s.show(user("1", "Q"), reply("2", "Answer."))
		tips := func() (n int) {
			s.walk(func(o fyne.CanvasObject, _ fyne.Position) {
				if o, ok := o.(*canvas.Text); ok && o.Text == button {
					n++
				}
			})
			return n
		}
		at, ok := s.FindClickableArea(button, 0)
		if s.MouseMoved(mouse(at)); !ok || tips() != 1 {
			t.Fatalf("%s has no tooltip", button)
		}
		s.click(at)
		if tips() != 0 {
			t.Errorf("%d tooltips of %s stay", tips(), button)
		}
		if menu := s.window.Canvas().Overlays().Top() != nil; menu != (button == "More") {
			t.Errorf("%s opens a menu: %t", button, menu)
		}
	}
}
