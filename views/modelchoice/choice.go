// Package modelchoice is the choice of a model for speech or transcripts, the same wherever it is
// made: its menu, a typed name, and what is said of a model that ends or is no longer offered.
package modelchoice

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/views/i18n"
	"parlando/views/monthlylimit"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Choice is the choice of a model on a connection.
type Choice struct {
	// Model is the ID of the chosen model, Options are the models to choose from. Question has
	// the words below the choice of a model that ends soon or is Gone.
	Model    string
	Options  []catalog.Model
	Question words.ModelQuestion
	// Optional means that there is a substitute for the model where the service has none: the voice
	// of this computer.
	Optional bool
	// Choose chooses an option. Enter chooses a typed ID, and ignores anything else; Ask asks for
	// one. Keep answers that the user continues with a model that is Gone.
	Choose, Enter func(id string)
	Ask, Keep     func()
}

// New returns the choice of a model for catalog.PurposeSpeech or PurposeTranscription. choose
// stores the ID of another model for the connection.
func New(h shell.Host, models *catalog.Catalog, connection chat.ID, purpose catalog.Purpose, model string, choose func(id string)) Choice {
	c := Choice{
		Model: model, Options: models.Options(connection, purpose, model), Question: words.AskAboutModel(models, connection, model, purpose, time.Now()),
		Optional: purpose == catalog.PurposeSpeech, Choose: choose,
	}
	if c.Question.Gone && !c.Gone() {
		c.Question.Text = i18n.Text("{{.Model}} is no longer offered. This computer's own voice, if it has one, reads instead.", map[string]any{"Model": c.Name(model)})
	}
	c.Enter = func(input string) {
		if id := models.AddTypedFor(connection, input, purpose); id != "" {
			choose(id)
		}
	}
	example := models.Options("", purpose, "")[0].ID
	c.Ask = func() { shell.AskForModel(h, string(purpose), i18n.Text("Another model"), example, c.Enter) }
	c.Keep = func() {
		models.KeepModel(connection, model, purpose)
		choose(model)
	}
	return c
}

// NewStored is New with a choice that is stored in the settings; chosen is called afterwards, and
// may be nil.
func NewStored(h shell.Host, models *catalog.Catalog, store *settings.Store, connection chat.ID, purpose catalog.Purpose, model string, chosen func()) Choice {
	return New(h, models, connection, purpose, model, func(id string) {
		store.Change(func(s *settings.Settings) {
			if purpose == catalog.PurposeSpeech {
				s.Speech.Models.Set(connection, id)
			} else {
				s.Transcription.Models.Set(connection, id)
			}
		})
		widgets.CallIfSet(chosen)
	})
}

// Name returns the display name of a model.
func (c Choice) Name(id string) string {
	if i := slices.IndexFunc(c.Options, func(m catalog.Model) bool { return m.ID == id }); i >= 0 {
		return c.Options[i].Name
	}
	return id
}

// Gone reports whether the user has to answer Question before a request.
func (c Choice) Gone() bool { return c.Question.Gone && (c.Question.Instead != "" || !c.Optional) }

// Readers are the services that read texts aloud.
type Readers struct {
	Host     shell.Host
	Models   *catalog.Catalog
	Settings *settings.Store
	Speech   *speech.Speech
	Limit    *monthlylimit.Asker
}

// Say reads a text aloud with the voice for a connection ("" is the one in use), but if its model
// is Gone only after the user has chosen one, and at the monthly limit as SayWith.
func (r Readers) Say(t speech.Text, connection chat.ID) {
	voice := r.Speech.PreferredVoiceFor(connection)
	say := func() { r.SayWith(t, r.Speech.PreferredVoiceFor(connection), nil) }
	if voice.Local {
		say()
		return
	}
	model := r.Speech.DefaultModel(voice.Connection)
	NewStored(r.Host, r.Models, r.Settings, voice.Connection, catalog.PurposeSpeech, model, nil).Ready(r.Host, say)
}

// SayWith reads a text aloud with a voice, and calls said, which may be nil. If the monthly limit
// of the connection is reached, and sound is missing in the cache, the user is asked first.
func (r Readers) SayWith(t speech.Text, v speech.Voice, said func()) {
	r.Limit.Ready(v.Connection, i18n.Text("Read this one"), func() bool { return r.Speech.IsFree(t, v) }, func() {
		r.Speech.Say(t, v)
		widgets.CallIfSet(said)
	})
}

// Answer is a button that answers Choice.Question.
type Answer struct {
	Words string
	Do    func()
}

// Answers returns the buttons below Question, the recommended one first. more opens the menu.
func (c Choice) Answers(more func()) []Answer {
	another := Answer{i18n.Text("Choose another…"), more}
	if !c.Question.Gone {
		return []Answer{another}
	}
	keep := Answer{c.Question.Keep, c.Keep}
	if c.Question.Instead == "" {
		return []Answer{another, keep}
	}
	return []Answer{{c.Question.Use, func() { c.Choose(c.Question.Instead) }}, keep}
}

// Items returns the menu of the options. name returns how one is called, nil for its name.
func (c Choice) Items(name func(catalog.Model) string) []widgets.MenuItem {
	var items []widgets.MenuItem
	for _, m := range c.Options {
		item := widgets.MenuItem{Text: m.Name, Hint: words.ModelHint(m, time.Now()), Chosen: m.ID == c.Model, Do: func() { c.Choose(m.ID) }}
		if name != nil {
			item.Text = name(m)
		}
		items = append(items, item)
	}
	return items
}

// AskItem returns the last line of a menu, which asks for a name.
func (c Choice) AskItem() widgets.MenuItem {
	return widgets.MenuItem{Text: i18n.Text("Enter a model name…"), Do: c.Ask}
}

// ShowMenu opens the menu under an object.
func (c Choice) ShowMenu(anchor fyne.CanvasObject) {
	widgets.ShowMenu(anchor, append(c.Items(nil), c.AskItem()))
}

// Ready calls then at once, or if the model is Gone after the user has chosen one.
func (c Choice) Ready(h shell.Host, then func()) {
	if !c.Gone() {
		then()
		return
	}
	var o *widgets.Overlay
	all := c.Answers(nil)
	keep := widgets.NewButton(all[1].Words, widgets.Secondary, func() { o.Hide(); all[1].Do(); then() })
	o = widgets.Ask(h.Canvas(), i18n.Text("Model for reading aloud"), widgets.NewBody(c.Question.Text), all[0].Words, i18n.Text("Cancel"), func() { all[0].Do(); then() }, keep)
}
