package connections_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/client/failure"
	"parlando/client/practice"
)

// gateway is a service on this computer: the practice gateway, with what was asked of it.
type gateway struct {
	*httptest.Server
	practice *practice.Gateway
	mu       sync.Mutex
	asked    []string
}

func newGateway(t *testing.T) *gateway {
	g := &gateway{practice: practice.New(practice.Options{TokenInterval: -1})}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		g.asked = append(g.asked, r.Method+" "+r.URL.Path)
		g.mu.Unlock()
		g.practice.ServeHTTP(w, r)
	}))
	t.Cleanup(g.Close)
	return g
}

// requests are those since the last call.
func (g *gateway) requests() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	asked := strings.Join(g.asked, ", ")
	g.asked = nil
	return asked
}

// connected is a world with the real network that is connected to a gateway.
func connected(t *testing.T) (*world, *gateway, chat.ID) {
	g := newGateway(t)
	w := newWorld(t)
	w.Connections = connections.New(connections.Options{Settings: w.set, Secrets: w.keys, Catalog: w.cat, CommonOptions: owner.CommonOptions{Marks: w.marks}})
	t.Cleanup(func() { _ = w.Connections.Close(t.Context()) })
	w.SetCheckDefaults(connections.CheckModelNames{
		Speech:        func(chat.ID) string { return practice.VoiceModel },
		Transcription: func(chat.ID) string { return practice.TranscriptionModel },
	})
	r := w.connect(g.URL, practice.Key, connections.ConnectOptions{})
	if !r.Connected {
		t.Fatalf("%+v", r.Problem)
	}
	g.requests()
	return w, g, r.Connection.ID
}

func TestEachCheckAsksOnceAndWhatItShowsIsRemembered(t *testing.T) {
	w, g, id := connected(t)
	if a := w.Abilities(id); a.Lists.Can != catalog.Yes || a.Models == 0 || a.Lists.At.IsZero() || a.Chats.Can != catalog.Unknown || a.Problem != nil || a.Success.IsZero() {
		t.Errorf("after connecting: %+v", a)
	}
	for _, c := range []struct {
		check connections.Check
		asked string
		shown func(connections.CheckResult) bool
	}{
		{connections.CheckModels, "GET /v1/models", func(c connections.CheckResult) bool { return c.Models > 3 && !c.NoList && c.Model == "" }},
		{connections.CheckChat, "POST /v1/chat/completions", func(c connections.CheckResult) bool {
			return c.Streamed && strings.HasSuffix(c.Answer, "…") && !strings.ContainsAny(c.Answer, "#*") && len([]rune(c.Answer)) <= 200
		}},
		{connections.CheckSpeech, "POST /v1/audio/speech", func(c connections.CheckResult) bool { return c.Answer == "mp3" && c.Model == practice.VoiceModel }},
		{connections.CheckTranscription, "POST /v1/audio/transcriptions", func(c connections.CheckResult) bool { return c.Model == practice.TranscriptionModel }},
	} {
		done, err := w.RunCheck(t.Context(), id, c.check)
		if err != nil || !done.OK || done.Problem != nil || !c.shown(done) || done.Check != c.check {
			t.Errorf("%s: %+v, %v", c.check, done, err)
		}
		if got := g.requests(); got != c.asked {
			t.Errorf("%s asked %s", c.check, got)
		}
		if c.check.MayCost() == (c.check == connections.CheckModels) {
			t.Errorf("%s: may cost %v", c.check, c.check.MayCost())
		}
	}
	w.restart()
	a := w.Abilities(id)
	for name, l := range map[string]catalog.Evidence{"lists": a.Lists, "chats": a.Chats, "streams": a.Streams, "speaks": a.Speaks, "transcribes": a.Transcribes} {
		if l.Can != catalog.Yes || l.At.IsZero() {
			t.Errorf("%s: %+v", name, l)
		}
	}
	if a.Chats.Model == "" || a.Sees.Can != catalog.Unknown || a.Reads.Can != catalog.Unknown || a.CallsTools.Can != catalog.Unknown {
		t.Errorf("%+v", a)
	}
}

func TestARefusalFoundByACheckIsRemembered(t *testing.T) {
	w, g, id := connected(t)
	if err := w.SetDefaults(id, practice.StrictModel, nil); err != nil {
		t.Fatal(err)
	}
	for _, asked := range []int{1, 0} { // refused requests
		done, err := w.RunCheck(t.Context(), id, connections.CheckChat)
		if err != nil || !done.OK {
			t.Errorf("%+v, %v", done, err)
		}
		if got := g.requests(); strings.Count(got, "POST") != asked+1 {
			t.Errorf("asked %s, want %d refused", got, asked)
		}
	}
	if known := w.cat.RefusedFields(id, practice.StrictModel); !slices.Contains(known, "stream") {
		t.Errorf("remembered: %v", known)
	}
}

// The service's list says which models use tools, and what was learned counts for more.
func TestItIsKnownHowManyModelsUseTools(t *testing.T) {
	w, _, id := connected(t)
	check := func(why string, use int, known bool) {
		t.Helper()
		if a := w.Abilities(id); a.UseTools != use || a.ToolsKnown != known {
			t.Errorf("%s: %d, %v", why, a.UseTools, a.ToolsKnown)
		}
	}
	check("by the list", 1, true)
	w.cat.LearnTools(id, practice.ToolModel, catalog.No)
	check("after a refusal", 0, true)
	w.cat.RetryTools(id, practice.ToolModel)
	w.cat.SetListed(id, []catalog.Model{{ID: "untold"}})
	check("by a service that does not tell", 0, false)
	w.cat.LearnTools(id, "untold", catalog.Yes)
	check("after a call", 1, true)
}

func TestATestThatFailsSaysWhyAndProblemIsOverWhenSomethingWorks(t *testing.T) {
	w, g, id := connected(t)
	if err := g.practice.InjectFault("500"); err != nil {
		t.Fatal(err)
	}
	done, err := w.RunCheck(t.Context(), id, connections.CheckChat)
	if err != nil || done.OK || done.Problem == nil || done.Problem.Kind != problem.ServerError {
		t.Fatalf("%+v, %v", done, err)
	}
	if a := w.Abilities(id); a.Problem == nil || a.Problem.Kind != problem.ServerError || a.ProblemResolved || a.Chats.Can != catalog.Unknown || strings.Contains(a.Problem.Detail, practice.Key) {
		t.Errorf("%+v", a)
	}
	if err := g.practice.InjectFault(""); err != nil {
		t.Fatal(err)
	}
	if done, err := w.RunCheck(t.Context(), id, connections.CheckChat); err != nil || !done.OK {
		t.Errorf("%+v, %v", done, err)
	}
	if a := w.Abilities(id); a.Problem == nil || !a.ProblemResolved || a.Chats.Can != catalog.Yes {
		t.Errorf("%+v", a)
	}
}

func TestACheckWithoutAModelAsksNobody(t *testing.T) {
	w, g, id := connected(t)
	w.SetCheckDefaults(connections.CheckModelNames{})
	for _, check := range []connections.Check{connections.CheckSpeech, connections.CheckTranscription} {
		if _, err := w.RunCheck(t.Context(), id, check); !errors.Is(err, connections.ErrNoModel) {
			t.Errorf("%s: %v", check, err)
		}
	}
	if _, err := w.RunCheck(t.Context(), "nobody", connections.CheckModels); !errors.Is(err, connections.ErrNoConnection) {
		t.Error(err)
	}
	if got := g.requests(); got != "" {
		t.Errorf("asked %s", got)
	}
}

func TestRequestsOfTheUserShowWhatAConnectionCanDo(t *testing.T) {
	path := &failure.Error{Kind: failure.WrongAddress, Status: 404, Detail: "Not Found"}
	page := &failure.Error{Kind: failure.WrongAddress, Status: 404, WebPage: true}
	method := &failure.Error{Kind: failure.WrongAddress, Status: 405}
	later := &failure.Error{Kind: failure.WrongAddress, Status: 501}
	moved := &failure.Error{Kind: failure.WrongAddress, Status: 301}
	blind := &failure.Error{Kind: failure.NoVision, Status: 400}
	for name, c := range map[string]struct {
		outcomes []ask.Outcome
		ability  catalog.Ability
		want     catalog.Evidence
		problem  problem.Kind
	}{
		"a reply":            {[]ask.Outcome{{What: catalog.RepliesToMessages, Model: "m", Streamed: true}}, catalog.StreamsReplies, catalog.Evidence{Can: catalog.Yes, Model: "m"}, ""},
		"a reply at once":    {[]ask.Outcome{{What: catalog.RepliesToMessages, Model: "m", Whole: true}}, catalog.StreamsReplies, catalog.Evidence{Can: catalog.No, Model: "m"}, ""},
		"a picture":          {[]ask.Outcome{{What: catalog.RepliesToMessages, Model: "m", Pictures: true}}, catalog.AcceptsPictures, catalog.Evidence{Can: catalog.Yes, Model: "m"}, ""},
		"a picture refused":  {[]ask.Outcome{{What: catalog.RepliesToMessages, Model: "m", Pictures: true, Err: blind}}, catalog.AcceptsPictures, catalog.Evidence{Can: catalog.No, Model: "m"}, ""},
		"a document refused": {[]ask.Outcome{{What: catalog.RepliesToMessages, Model: "m", Documents: true, Err: blind}}, catalog.AcceptsPDF, catalog.Evidence{Can: catalog.No, Model: "m"}, ""},
		"one of two models sees": {[]ask.Outcome{
			{What: catalog.RepliesToMessages, Model: "m", Pictures: true}, {What: catalog.RepliesToMessages, Model: "n", Pictures: true, Err: blind},
		}, catalog.AcceptsPictures, catalog.Evidence{Can: catalog.Yes, Model: "m"}, ""},
		"no speech there":     {[]ask.Outcome{{What: catalog.SynthesizesSpeech, Model: "tts-1", Err: path}}, catalog.SynthesizesSpeech, catalog.Evidence{Can: catalog.No, Model: "tts-1"}, problem.WrongAddress},
		"no such method":      {[]ask.Outcome{{What: catalog.SynthesizesSpeech, Model: "tts-1", Err: method}}, catalog.SynthesizesSpeech, catalog.Evidence{Can: catalog.No, Model: "tts-1"}, problem.WrongAddress},
		"not implemented":     {[]ask.Outcome{{What: catalog.SynthesizesSpeech, Model: "tts-1", Err: later}}, catalog.SynthesizesSpeech, catalog.Evidence{Can: catalog.No, Model: "tts-1"}, problem.WrongAddress},
		"moved":               {[]ask.Outcome{{What: catalog.SynthesizesSpeech, Model: "tts-1", Err: moved}}, catalog.SynthesizesSpeech, catalog.Evidence{}, problem.WrongAddress},
		"a page is no answer": {[]ask.Outcome{{What: catalog.SynthesizesSpeech, Model: "tts-1", Err: page}}, catalog.SynthesizesSpeech, catalog.Evidence{}, problem.WrongAddress},
		"a wrong key":         {[]ask.Outcome{{What: catalog.SynthesizesSpeech, Model: "tts-1", Err: &failure.Error{Kind: failure.Auth, Status: 401}}}, catalog.SynthesizesSpeech, catalog.Evidence{}, problem.KeyRejected},
		"no list":             {[]ask.Outcome{{What: catalog.ListsModels, Err: &failure.Error{Kind: failure.NoModelList, Status: 404}}}, catalog.ListsModels, catalog.Evidence{Can: catalog.No}, ""},
		"stopped":             {[]ask.Outcome{{What: catalog.SynthesizesSpeech, Err: context.Canceled}}, catalog.SynthesizesSpeech, catalog.Evidence{}, ""},
		"a filter":            {[]ask.Outcome{{What: catalog.RepliesToMessages, Model: "m", Err: &failure.Error{Kind: failure.ContentFilter, Status: 400}}}, catalog.RepliesToMessages, catalog.Evidence{}, ""},
		"functions":           {[]ask.Outcome{{What: catalog.RepliesToMessages, Model: "m", Tools: true}}, catalog.CallsTools, catalog.Evidence{Can: catalog.Yes, Model: "m"}, ""},
	} {
		w := newWorld(t)
		id := w.connect("api.example.org", "sk-right", connections.ConnectOptions{UseAnyway: true}).Connection.ID
		for _, o := range c.outcomes {
			w.Report("", o)
		}
		known := w.cat.Condition(id)
		got := known.Abilities[c.ability]
		if got.At.IsZero() == (c.want.Can != catalog.Unknown) {
			t.Errorf("%s: at %v", name, got.At)
		}
		got.At = time.Time{}
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		if kind := kindOf(known.Problem); kind != c.problem {
			t.Errorf("%s: trouble %q, want %q", name, kind, c.problem)
		}
		if c.problem != "" && known.Problem.Host != "api.example.org" {
			t.Errorf("%s: %+v", name, known.Problem)
		}
	}
	w := newWorld(t)
	w.Report("forgotten", ask.Outcome{What: catalog.RepliesToMessages})
	if known := w.cat.Condition("forgotten"); len(known.Abilities) != 0 {
		t.Errorf("%+v", known)
	}
}

func kindOf(p *problem.Problem) problem.Kind {
	if p == nil {
		return ""
	}
	return p.Kind
}

func TestConnectionsAreNamedOrderedAndSeparate(t *testing.T) {
	w := newWorld(t)
	work := w.connect("api.example.org", "sk-right", connections.ConnectOptions{Name: " Work\n"}).Connection
	w.wire.key = ""
	private := w.connect("https://api.example.org/v1", "sk-private", connections.ConnectOptions{New: true}).Connection
	third := w.connect("https://api.example.org/v1", "sk-third", connections.ConnectOptions{New: true}).Connection
	if work.Name != "Work" || private.Name != "api.example.org" || third.Name != "api.example.org 2" || len(w.List()) != 3 {
		t.Fatalf("%+v", w.List())
	}
	// Nothing entered for a further one takes nobody's key along.
	if r, err := w.Connect(t.Context(), "api.example.org", "", connections.ConnectOptions{New: true}); err != nil || r.Problem == nil || r.Problem.Kind != problem.NoKey {
		t.Errorf("%+v, %v", r, err)
	}
	// The same key once more is the connection that has it.
	if again := w.connect("api.example.org", "sk-private", connections.ConnectOptions{New: true}).Connection; again.ID != private.ID || len(w.List()) != 3 {
		t.Errorf("%+v", w.List())
	}
	sent := len(w.wire.record())
	for _, id := range []chat.ID{work.ID, private.ID, third.ID} {
		if err := w.RefreshModels(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	for i, key := range []string{"sk-right", "sk-private", "sk-third"} {
		if got := w.wire.record()[sent+i]; !strings.HasSuffix(got, "Bearer "+key) {
			t.Errorf("%d: %s", i, got)
		}
	}
	if err := errors.Join(w.Rename(private.ID, "Private"), w.Move(third.ID, 0), w.Move(work.ID, 99), w.Rename(third.ID, "x"), w.Rename(third.ID, " ")); err != nil {
		t.Fatal(err)
	}
	w.restart()
	var names []string
	for _, c := range w.List() {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, ", "); got != "api.example.org, Private, Work" {
		t.Errorf("in order: %s", got)
	}
	// Another key and another path keep what was chosen; another service keeps all but the model.
	warm := 0.4
	if err := w.SetDefaults(work.ID, "model-b", &chat.Parameters{Temperature: &warm}); err != nil {
		t.Fatal(err)
	}
	next := w.connect("https://api.example.org/other/v1", "sk-right", connections.ConnectOptions{Change: work.ID}).Connection
	if next.Name != "Work" || next.Model != "model-b" || next.Parameters == nil {
		t.Errorf("%+v", next)
	}
	next = w.connect("https://new.example/v1", "sk-right", connections.ConnectOptions{Change: work.ID}).Connection
	if next.ID != work.ID || next.Name != "Work" || next.Model != "" || next.Parameters == nil || *next.Parameters.Temperature != warm {
		t.Errorf("%+v", next)
	}
	if b := w.ChatDefaults(private.ID); b.Parameters.Temperature != nil || b.Model != "model-a" {
		t.Errorf("%+v", b)
	}
	if b := w.ChatDefaults("nobody"); b.Model != "" {
		t.Errorf("%+v", b)
	}
	w.set.Change(func(s *settings.Settings) { s.Connections = nil })
	if way := w.ForChat(""); way.Gone || way.Connection.ID != "" {
		t.Errorf("before the first: %+v", way)
	}
}

func TestRequestsShowWhatAModelIsFor(t *testing.T) {
	w := newWorld(t)
	id := w.connect("api.example.org", "sk-right", connections.ConnectOptions{UseAnyway: true}).Connection.ID
	missing := &failure.Error{Kind: failure.NotFound, Status: 404, Detail: "The model `tts-1` does not exist"}
	unloaded := &failure.Error{Kind: failure.NotFound, Status: 404, Detail: "No models loaded. Please load a model"}
	for _, o := range []ask.Outcome{
		{What: catalog.SynthesizesSpeech, Model: "reader"},
		{What: catalog.SynthesizesSpeech, Model: "tts-1", Err: missing},
		{What: catalog.TranscribesAudio, Model: "listener"},
		{What: catalog.RepliesToMessages, Model: "writer", Err: unloaded},
	} {
		w.Report(id, o)
	}
	for model, want := range map[string]catalog.Offer{"reader": {}, "tts-1": {Gone: true, Unknown: true, Instead: "reader"}} {
		if got := w.cat.Offer(id, model, catalog.PurposeSpeech); got != want {
			t.Errorf("%s: %+v, want %+v", model, got, want)
		}
	}
	if got, known := w.cat.Recommended(id, catalog.PurposeTranscription); got != "listener" || !known {
		t.Errorf("%s, %v", got, known)
	}
	if got := w.cat.Offer(id, "writer", catalog.PurposeChat); got.Gone {
		t.Errorf("%+v", got)
	}
}

func TestAnOldListIsReadAgainAfterARequestOfTheUser(t *testing.T) {
	w := newWorld(t)
	var now atomic.Pointer[time.Time]
	now.Store(new(time.Now()))
	w.cat, _ = catalog.Load(t.TempDir(), w.marks, func() time.Time { return *now.Load() })
	defer w.cat.Close()
	w.Connections = connections.New(connections.Options{
		CommonOptions: owner.CommonOptions{Marks: w.marks, Now: func() time.Time { return *now.Load() }},
		Settings:      w.set, Secrets: w.keys, Catalog: w.cat, Transport: w.wire,
	})
	id := w.connect("api.example.org", "sk-right", connections.ConnectOptions{}).Connection.ID
	connecting := len(w.wire.record())
	w.wire.mu.Lock()
	w.wire.status, w.wire.body = 200, `{"data":[{"id":"model-a","shutdown_date":"2026-12-11"},{"id":"model-c"}]}`
	w.wire.mu.Unlock()
	w.Report(id, ask.Outcome{What: catalog.RepliesToMessages, Model: "model-a"})
	now.Store(new(now.Load().Add(8 * 24 * time.Hour)))
	if sent := w.wire.record()[connecting:]; len(sent) != 0 {
		t.Errorf("unasked: %q", sent)
	}
	w.Report(id, ask.Outcome{What: catalog.RepliesToMessages, Model: "model-a"})
	renewed := func() bool {
		return w.cat.Condition(id).Abilities[catalog.ListsModels].At.After(now.Load().Add(-time.Hour))
	}
	if err := w.marks.Await(t.Context(), renewed, changes.Models); err != nil {
		t.Fatal(err)
	}
	w.Report(id, ask.Outcome{What: catalog.RepliesToMessages, Model: "model-a"})
	if sent := w.wire.record()[connecting:]; len(sent) != 1 || !strings.HasPrefix(sent[0], "GET ") {
		t.Errorf("sent %q", sent)
	}
	if m, _ := w.cat.Model(id, "model-a"); m.Ends.IsZero() || !w.cat.Offer(id, "model-b", catalog.PurposeChat).Gone {
		t.Errorf("%+v", m)
	}
}
