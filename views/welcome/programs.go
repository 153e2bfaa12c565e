package welcome

import (
	"strings"

	"fyne.io/fyne/v2"

	"parlando/views/form"
	"parlando/views/i18n"
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

// Programs holds the model servers found on this computer, and adds a button for each to a form.
// Its height is about the same during and after the search, so that nothing around it moves. Use it
// only on Fyne's thread. A nil callback is not called.
type Programs struct {
	// OnUse connects to a program, OnAgain searches again, OnChange rebuilds the form.
	OnUse             func(LocalProgram)
	OnAgain, OnChange func()

	// searching is true while a search runs, searched once the first search has finished.
	searching, searched bool
	found               []LocalProgram
	problem             string
}

// NewPrograms returns a Programs in the searching state.
func NewPrograms() *Programs { return &Programs{searching: true} }

// Set shows the programs found.
func (p *Programs) Set(found []LocalProgram) {
	p.searching, p.searched, p.found = false, true, found
	p.ShowProblem("")
}

// ShowProblem shows why a program cannot be used.
func (p *Programs) ShowProblem(sentence string) {
	p.problem = sentence
	widgets.CallIfSet(p.OnChange)
}

// sentence returns the sentence about the programs found, or about the search.
func (p *Programs) sentence() string {
	switch {
	case p.searching:
		return i18n.Text("Looking for local models…")
	case len(p.found) == 0:
		return i18n.Text("No AI programs found on this computer. If you have one, such as Ollama, LM Studio or Jan, start it and search again.")
	}
	return foundWords(p.found)
}

// AddTo adds the sentence, the problem and the buttons to a form.
func (p *Programs) AddTo(f *form.Form) {
	muted(f, p.sentence())
	p.addProblem(f)
	p.addButtons(f)
}

func (p *Programs) addProblem(f *form.Form) {
	if p.problem != "" {
		f.Wrong(p.problem)
	}
}

// addButtons adds a button for each program. The button Search again stays during its search, to
// keep the focus.
func (p *Programs) addButtons(f *form.Form) {
	shown := p.found
	if len(shown) > programsAtOnce {
		shown = shown[:programsAtOnce-1]
	}
	var buttons []fyne.CanvasObject
	for _, l := range shown {
		buttons = append(buttons, f.Button(useWords(l), func() { p.use(l) }))
	}
	if rest := p.found[len(shown):]; len(rest) > 0 {
		buttons = append(buttons, p.others(f, rest))
	}
	if p.searched && len(p.found) == 0 {
		buttons = append(buttons, f.Button(i18n.Text("Search again"), p.again))
	}
	f.AddRow(buttons...)
}

// again repeats the search, unless one is running.
func (p *Programs) again() {
	if !p.searching {
		p.searching = true
		p.ShowProblem("")
		widgets.CallIfSet(p.OnAgain)
	}
}

func (p *Programs) use(l LocalProgram) { widgets.CallWith(p.OnUse, l) }

func useWords(l LocalProgram) string {
	return i18n.Text("Use {{.Name}}", map[string]any{"Name": l.Name})
}

// others returns the button that opens the menu of the remaining programs.
func (p *Programs) others(f *form.Form, rest []LocalProgram) fyne.CanvasObject {
	b := f.Button(i18n.Text("Others"), nil).SetIconAfter("chevron-down")
	b.SetOnTapped(func() {
		items := make([]widgets.MenuItem, len(rest))
		for i, l := range rest {
			items[i] = widgets.MenuItem{Icon: "laptop", Text: useWords(l), Do: func() { p.use(l) }}
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
