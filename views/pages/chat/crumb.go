package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/projects"
	"parlando/views/widgets"
	"parlando/views/words"
)

// projectCrumb names the project of the open chat at the top of the page, and leads to it.
type projectCrumb struct {
	*base
	openProject func(chat.ID)

	button *widgets.Button
	strip  *widgets.Box
}

// make creates the strip, which is hidden.
func (c *projectCrumb) make() fyne.CanvasObject {
	c.button = widgets.NewButton("", widgets.Bare, func() { c.openProject(c.open.Project) }).SetSmall().SetIcon("folder")
	c.strip = widgets.NewBox(container.New(&widgets.Flow{}, c.button), "", "", 0, 24, 2)
	c.strip.Hide()
	return c.strip
}

// show names the project of the open chat; a new chat shows the project itself.
func (c *projectCrumb) show(p projects.Project) {
	c.button.SetText(words.ShortName(p.Name, words.MaxNameInSentence))
	if shown := c.open.ID != "" && p.Name != ""; shown != c.strip.Visible() {
		widgets.SetVisible(c.strip, shown)
		c.body.Root.Refresh()
		widgets.CallIfSet(c.body.OnMoved)
	}
}
