package welcome

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// LocalProgram is a program on this computer that serves models.
type LocalProgram struct {
	Name, Address string
	// Models is the number of its models; may be 0.
	Models int
	// NeedsKey is set if the program requires a key, which the form then asks for.
	NeedsKey bool
}

// programsAtOnce is the maximum number of program buttons; with more programs, the rest is in a
// menu.
const programsAtOnce = 3

// Programs shows the model servers found on this computer, with a button for each. Its height is
// about the same during and after the search, so that nothing around it moves. Use it only on
// Fyne's thread.
type Programs struct {
	// OnUse connects to a program, OnAgain searches again. A nil callback is not called.
	OnUse   func(LocalProgram)
	OnAgain func()

	sentence, problem *widgets.Text
	problemBox        *widgets.Text
	buttons           *fyne.Container
	// again repeats the search. It stays visible meanwhile to keep the focus.
	again   *widgets.Button
	busy    bool
	changed func()
}

// NewPrograms returns a Programs in the searching state; changed is called when its height changes.
func NewPrograms(changed func()) *Programs {
	p := &Programs{changed: changed}
	p.sentence = muted("")
	p.problem = widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameCaptionText, fyne.TextStyle{})
	p.problemBox = p.problem.NoMargin()
	p.problemBox.Hide()
	p.buttons = container.New(&widgets.Flow{Gap: 8})
	p.again = widgets.NewButton(i18n.Text("Search again"), widgets.Secondary, func() {
		if !p.busy {
			p.look(p.again)
			widgets.CallIfSet(p.OnAgain)
		}
	})
	p.look()
	return p
}

// Objects returns its objects, from top to bottom.
func (p *Programs) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{p.sentence.NoMargin(), p.problemBox, p.buttons}
}

// look shows that the search is running, above the given buttons.
func (p *Programs) look(buttons ...fyne.CanvasObject) {
	p.busy = true
	p.show(i18n.Text("Looking for local models…"), buttons)
}

// Set shows the programs found.
func (p *Programs) Set(found []LocalProgram) {
	p.busy = false
	if len(found) == 0 {
		p.show(i18n.Text("No AI programs found on this computer. If you have one, such as Ollama, LM Studio or Jan, start it and search again."), []fyne.CanvasObject{p.again})
		return
	}
	var buttons []fyne.CanvasObject
	shown := found
	if len(found) > programsAtOnce {
		shown = found[:programsAtOnce-1]
	}
	for _, l := range shown {
		buttons = append(buttons, widgets.NewButton(i18n.Text("Use {{.Name}}", map[string]any{"Name": l.Name}), widgets.Secondary, func() { p.use(l) }))
	}
	if rest := found[len(shown):]; len(rest) > 0 {
		buttons = append(buttons, p.others(rest))
	}
	canvas := widgets.CanvasOf(p.again)
	p.show(foundWords(found), buttons)
	if canvas != nil && canvas.Focused() == p.again {
		canvas.Focus(buttons[0].(fyne.Focusable))
	}
}

// ShowProblem shows why a program cannot be used.
func (p *Programs) ShowProblem(sentence string) {
	p.problem.SetText(sentence)
	widgets.SetVisible(p.problemBox, sentence != "")
	p.changed()
}

func (p *Programs) show(sentence string, buttons []fyne.CanvasObject) {
	p.sentence.SetText(sentence)
	p.problemBox.Hide()
	p.buttons.Objects = buttons
	p.buttons.Refresh()
	p.changed()
}

func (p *Programs) use(l LocalProgram) {
	widgets.CallWith(p.OnUse, l)
}

// others returns the button that opens the menu of the remaining programs.
func (p *Programs) others(rest []LocalProgram) fyne.CanvasObject {
	b := widgets.NewButton(i18n.Text("Others"), widgets.Secondary, nil).SetIconAfter("chevron-down")
	b.SetOnTapped(func() {
		items := make([]widgets.MenuItem, len(rest))
		for i, l := range rest {
			items[i] = widgets.MenuItem{Icon: "laptop", Text: i18n.Text("Use {{.Name}}", map[string]any{"Name": l.Name}), Do: func() { p.use(l) }}
		}
		widgets.ShowMenu(b, items)
	})
	return b
}

// foundWords returns a sentence that names the programs found.
func foundWords(found []LocalProgram) string {
	if len(found) > 1 {
		return i18n.Text("Found: {{.Names}}. Nothing leaves this computer.", map[string]any{"Names": names(found)})
	}
	if found[0].NeedsKey {
		return i18n.Text("Found {{.Name}}, which needs a key. Nothing leaves this computer.", map[string]any{"Name": found[0].Name})
	}
	return i18n.Plural("Found {{.Name}} with {{.N}} models. Nothing leaves this computer.", found[0].Models, map[string]any{"Name": found[0].Name})
}

func names(found []LocalProgram) string {
	out := make([]string, len(found))
	for i, l := range found {
		out[i] = l.Name
	}
	return strings.Join(out, ", ")
}
