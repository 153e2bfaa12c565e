package settings

import "parlando/views/i18n"

// section is one page of the settings. fill builds it.
type section struct {
	icon, name string
	fill       func()
}

// The indexes of the sections that the settings may begin with.
const (
	appearanceSection = 1
	languageSection   = 2
	readingSection    = 4
	dictationSection  = 5
)

func (p *page) listSections() []section {
	return []section{
		{"plug", i18n.Text("Connections"), p.services},
		{"palette", i18n.Text("Appearance"), p.appearance},
		{"languages", i18n.Text("Language"), p.language},
		{"keyboard", i18n.Text("Shortcuts"), p.shortcuts},
		{"volume-2", i18n.TextIn("subject", "Reading aloud"), p.reading},
		{"mic", i18n.Text("Dictation"), p.dictation},
		{"bookmark", i18n.Text("Memory"), p.memory},
		{"wallet", i18n.Text("Costs"), p.costs},
		{"bell", i18n.Text("Notifications"), p.notifications},
		{"hard-drive", i18n.Text("Your data"), p.data},
		{"info", i18n.Text("About"), p.about},
	}
}

// listWidth is the width of the list of sections at the default text size.
const listWidth = 194

// goTo shows a section from its top.
func (p *page) goTo(section int) {
	if section != p.at {
		p.at = section
		p.Update()
		p.sections.Choose(section)
	}
	p.Scroll.ScrollToTop()
}

// enter shows a section and focuses its first control.
func (p *page) enter(section int) {
	p.goTo(section)
	p.FocusFirst()
}
