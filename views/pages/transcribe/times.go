package transcribe

import (
	"parlando/app/connections"
	"parlando/app/cost"
	"parlando/app/transcripts/transcriber"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// timesChoice holds the effort of transcribing with times (Exact) and without (Fewer), for a model
// that returns no times itself.
type timesChoice struct{ Exact, Fewer effort }

// effort is a number of requests and their cost; Priced is false if the cost is unknown.
type effort struct {
	Requests int
	Cost     cost.Money
	Priced   bool
}

// timesChoice returns the choice for the files of a batch. It returns nil unless the model is known
// to return no times and times take more requests.
func (q *question) timesChoice(b *batch) *timesChoice {
	if !q.Transcripts.TellsNoTimes(b.connection, b.Model) {
		return nil
	}
	var exact, fewer billedSound
	c, _ := q.Connections.Find(b.connection)
	service, _ := connections.KnownServiceAt(c.Address)
	for _, f := range b.files {
		if f.shown.Measuring || f.shown.Problem.Kind != "" {
			continue
		}
		exact.add(f.shown.Estimate, transcriber.ExactRequests(f.shown.Length), service)
		fewer.add(f.shown.Estimate, f.shown.Parts, service)
	}
	if exact.requests <= fewer.requests {
		return nil
	}
	price, _, ok := q.Models.Price(b.connection, b.Model)
	return &timesChoice{exact.effort(price, ok), fewer.effort(price, ok)}
}

// billedSound adds up requests and the sound that the service bills for them.
type billedSound struct {
	requests     int
	milliseconds int64
}

func (b *billedSound) add(e transcriber.Estimate, requests int, s connections.KnownService) {
	b.requests += requests
	b.milliseconds += max(e.Length.Milliseconds(), int64(requests)*s.LeastBilled.Milliseconds())
}

func (b *billedSound) effort(p cost.Price, known bool) effort {
	e := effort{Requests: b.requests}
	if !known {
		return e
	}
	e.Cost, _, e.Priced = cost.CostOf(p, cost.Counts{Sound: b.milliseconds})
	if p.Request != nil { // Request is per million requests; CostOf has counted one request
		e.Cost.Micros += *p.Request * int64(b.requests-1) / 1_000_000
	}
	return e
}

// words returns the requests and the cost of an effort: "about 40 requests · about $0.05".
func (e effort) words() string {
	said := words.RequestsMade(e.Requests)
	if e.Priced {
		said = join(said, i18n.Text("about {{.Price}}", map[string]any{"Price": words.Amount(e.Cost)}))
	}
	return said
}

// times adds the choice between times and fewer requests.
func (a *askCard) times(name string) {
	t, fewer := a.question.Times, a.question.FewerRequests
	chosen, said := i18n.Text("Exact times"), join(t.Exact.words(), i18n.Text("This model gives no times, so the audio is sent in short parts."))
	if fewer {
		chosen = i18n.Text("Fewer requests")
		said = join(t.Fewer.words(), i18n.Text("This model gives no times, so the text can't follow the audio or become subtitles."))
	}
	item := func(name string, e effort, of bool) widgets.MenuItem {
		return widgets.MenuItem{Text: join(name, e.words()), Chosen: fewer == of, Do: func() {
			a.batch.Change(func(c *choices) { c.FewerRequests = of })
		}}
	}
	a.Add(a.Dropdown(name, chosen, func(anchor *widgets.Dropdown) {
		widgets.ShowMenu(anchor, []widgets.MenuItem{item(i18n.Text("Exact times"), t.Exact, false), item(i18n.Text("Fewer requests"), t.Fewer, true)})
	}))
	a.Muted(said)
}
