package chat

import "testing"

// What the quick window cannot do with a message opens the main window, and does nothing else.
func TestActionsOfTheQuickWindowOpenTheMainWindow(t *testing.T) {
	opened := 0
	m := inMain{open: func() { opened++ }}
	for name, act := range map[string]func(){
		"Edit":          func() { m.Edit("m") },
		"Delete":        func() { m.Delete("m") },
		"DeleteAlone":   func() { m.DeleteAlone("m") },
		"Choose":        func() { m.Choose("m", 1) },
		"PerformAction": func() { m.PerformAction("m", 0) },
		"SendAgain":     func() { m.SendAgain("m", "model", nil) },
		"ShowPicture":   func() { m.ShowPicture("m", "sum") },
		"SavePicture":   func() { m.SavePicture("m", "sum") },
	} {
		opened = 0
		if act(); opened != 1 {
			t.Errorf("%s opens it %d times", name, opened)
		}
	}
}
