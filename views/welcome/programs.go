package welcome

import (
	"fyne.io/fyne/v2"

	"parlando/views/form"
	"parlando/views/format"
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

// Programs holds the model servers found on this computer, and adds a button for each to a form.
// Use it only on Fyne's thread. A nil callback is not called.
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
		return i18n.Text("Looking for AI programs on this computer…")
	case len(p.found) == 0:
		return i18n.Text("None is running. Start one, such as Ollama or LM Studio.")
	}
	return foundWords(p.found)
}

// AddTo adds the sentence, the problem and the buttons to a form.
func (p *Programs) AddTo(f *form.Form) {
	words := p.sentence()
	if !p.searching && len(p.found) == 0 {
		words = i18n.Text("No AI program is running on this computer. If you have one (for example Ollama, LM Studio or Jan), start it, then search again.")
	}
	muted(f, words)
	if p.problem != "" {
		f.Wrong(p.problem)
	}
	p.addButtons(f)
}

// addButtons adds a button for each program. The button Search again stays during its search, to
// keep the focus.
func (p *Programs) addButtons(f *form.Form) {
	var buttons []fyne.CanvasObject
	for _, l := range p.found {
		words := i18n.Text("Use {{.Name}}", map[string]any{"Name": l.Name})
		buttons = append(buttons, f.Button(words, func() { widgets.CallWith(p.OnUse, l) }))
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

// foundWords returns a sentence that names the programs found.
func foundWords(found []LocalProgram) string {
	name := map[string]any{"Name": found[0].Name}
	switch {
	case len(found) > 1:
		return i18n.Text("Running here: {{.Names}}.", map[string]any{"Names": names(found)})
	case found[0].NeedsKey:
		return i18n.Text("{{.Name}} is running here. It needs a key.", name)
	case found[0].Models == 0:
		return i18n.Text("{{.Name}} is running here.", name)
	}
	return i18n.Plural("{{.Name}} is running here, with {{.N}} models.", found[0].Models, name)
}

func names(found []LocalProgram) string {
	out := make([]string, len(found))
	for i, l := range found {
		out[i] = l.Name
	}
	return format.List(out)
}
