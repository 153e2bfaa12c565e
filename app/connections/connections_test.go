package connections_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/connections"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/secrets"
	"parlando/app/secrets/secretstest"
	"parlando/app/settings"
	"parlando/client/failure"
	"parlando/client/practice"
)

// world is everything around Connections, real but for the wire and the password store.
type world struct {
	*connections.Connections
	t     *testing.T
	dir   string
	vault *secretstest.Keyring
	wire  *wire
	keys  *secrets.Secrets
	set   *settings.Store
	cat   *catalog.Catalog
	marks *changes.Marks
}

// practiceScenes lists the services that practice plays.
var practiceScenes = []connections.PracticeScene{{ID: "everyday", Address: "http://practice.localhost/v1"}, {ID: "special", Address: "http://practice.localhost/special/v1"}}

func newWorld(t *testing.T) *world {
	w := &world{t: t, dir: t.TempDir(), vault: &secretstest.Keyring{}, wire: &wire{key: "sk-right"}}
	w.start()
	return w
}

// start opens everything, as the program does when it begins.
func (w *world) start() {
	w.t.Helper()
	w.startWith(&wire{key: "practice"}, practiceScenes, "practice")
}

// startWith starts with a gateway that plays practice.
func (w *world) startWith(gateway http.RoundTripper, scenes []connections.PracticeScene, key string) {
	w.t.Helper()
	var err error
	if w.set, err = settings.Load(w.dir); err != nil {
		w.t.Fatal(err)
	}
	w.marks = changes.New()
	if w.cat, err = catalog.Load(w.dir, w.marks, nil); err != nil {
		w.t.Fatal(err)
	}
	w.keys = secrets.New(w.vault)
	w.Connections = connections.New(connections.Options{
		Settings: w.set, Secrets: w.keys, Catalog: w.cat, CommonOptions: owner.CommonOptions{Marks: w.marks}, Transport: w.wire,
		Practice: gateway, PracticeScenes: scenes, PracticeKey: key,
	})
	w.t.Cleanup(w.stop)
}

func (w *world) stop() {
	if err := errors.Join(w.set.Close(), w.cat.Close()); err != nil {
		w.t.Error(err)
	}
}

func (w *world) restart() {
	w.stop()
	w.start()
}

func (w *world) connect(address, key string, o connections.ConnectOptions) connections.ConnectResult {
	w.t.Helper()
	r, err := w.Connect(w.t.Context(), address, key, o)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// wire is the network: one service on every host, and a record of what was sent.
type wire struct {
	mu     sync.Mutex
	key    string
	status int
	body   string
	fail   error
	// onlyPlain: nothing but http is answered.
	onlyPlain bool
	// real answers instead where it is set.
	real http.RoundTripper
	// before, if set, runs before a request is answered.
	before func(*http.Request)
	sent   []string
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.before != nil {
		w.before(r)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent = append(w.sent, fmt.Sprintf("%s %s %s", r.Method, r.URL, r.Header.Get("Authorization")))
	if w.fail != nil {
		return nil, w.fail
	}
	if w.real != nil {
		return w.real.RoundTrip(r)
	}
	if w.onlyPlain && r.URL.Scheme != "http" {
		return nil, http.ErrSchemeMismatch // as a program says that knows no TLS
	}
	status, body := w.status, w.body
	if status == 0 {
		status, body = 200, `{"object":"list","data":[{"id":"model-a"},{"id":"model-b"}]}`
		if w.key != "" && r.Header.Get("Authorization") != "Bearer "+w.key {
			status, body = 401, `{"error":{"message":"Incorrect API key","code":"invalid_api_key"}}`
		}
	}
	return &http.Response{
		StatusCode: status, Body: io.NopCloser(strings.NewReader(body)), Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}

func (w *wire) record() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.sent...)
}

func TestAnAddressAKeyAndOneClickConnect(t *testing.T) {
	w := newWorld(t)
	r := w.connect("  api.example.org/v1/chat/completions ", "\"Bearer sk-right\"\n", connections.ConnectOptions{})
	if !r.Connected || r.Models != 2 || r.NoList || r.Problem != nil || r.KeyRefused != "" {
		t.Fatalf("%+v, %v", r, r.Problem)
	}
	if got := fmt.Sprint(w.wire.record()); got != "[GET https://api.example.org/v1/models Bearer sk-right]" {
		t.Errorf("sent %s", got)
	}
	current, ok := w.Current()
	if !ok || current != r.Connection || current.Name != "api.example.org" || current.Address != "https://api.example.org/v1" || current.Kind != connections.Service || current.NoKey {
		t.Errorf("%+v", current)
	}
	if w.cat.Default(current.ID) != "model-a" {
		t.Errorf("%+v", w.cat.Models(current.ID))
	}
	w.restart()
	c, err := w.Client(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Models(t.Context()); err != nil {
		t.Errorf("the key was not there after a restart: %v", err)
	}
	for range 3 {
		if _, err := w.Client(t.Context(), current.ID); err != nil {
			t.Fatal(err)
		}
	}
	if calls, _ := w.vault.Calls(); strings.Count(fmt.Sprint(calls), "get ") != 1 {
		t.Errorf("the password store was asked %v", calls)
	}
}

func TestTheKeyIsInThePasswordStoreAndNowhereElse(t *testing.T) {
	w := newWorld(t)
	w.connect("api.example.org", "sk-right", connections.ConnectOptions{})
	w.stop()
	if w.vault.String() == "map[]" {
		t.Error("it was not stored")
	}
	files, err := filepath.Glob(filepath.Join(w.dir, "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		if data, err := os.ReadFile(f); err != nil || strings.Contains(string(data), "sk-right") {
			t.Errorf("%s: %s, %v", f, data, err)
		}
	}
}

func TestARefusedKeySaysSoAndChangesNothing(t *testing.T) {
	w := newWorld(t)
	r := w.connect("api.example.org", "sk-wrong", connections.ConnectOptions{})
	if r.Connected || r.Problem == nil || r.Problem.Kind != problem.KeyRejected || r.Problem.Status != 401 || r.Problem.Host != "api.example.org" || !r.CanUseAnyway {
		t.Errorf("%+v, %+v", r, r.Problem)
	}
	if strings.Contains(fmt.Sprintf("%+v", *r.Problem), "sk-wrong") {
		t.Errorf("the key is in the problem: %+v", *r.Problem)
	}
	if _, ok := w.Current(); ok || len(w.List()) != 0 || w.vault.String() != "map[]" {
		t.Errorf("something was kept: %v, %v", w.List(), w.vault)
	}
}

func TestAServiceWithoutAListIsNoAlarm(t *testing.T) {
	for _, status := range []int{404, 405} {
		w := newWorld(t)
		w.wire.status, w.wire.body = status, `{"error":{"message":"not here"}}`
		r := w.connect("api.example.org", "sk-right", connections.ConnectOptions{})
		if !r.Connected || !r.NoList || r.Problem != nil {
			t.Errorf("%d: %+v", status, r)
		}
		w.cat.AddTyped(r.Connection.ID, "typed")
		var refused *failure.Error
		if err := w.RefreshModels(t.Context(), ""); !errors.As(err, &refused) || refused.Kind != failure.NoModelList {
			t.Errorf("%v", err)
		}
		if w.cat.Default(r.Connection.ID) != "typed" {
			t.Error("what was typed is gone")
		}
	}
}

func TestProblemOnTheWayIsToldAndItCanBeUsedAnyway(t *testing.T) {
	w := newWorld(t)
	w.wire.fail = errors.New("no route to host")
	r := w.connect("api.example.org", "sk-right", connections.ConnectOptions{})
	if r.Connected || r.Problem == nil || r.Problem.Kind != problem.Offline || !r.CanUseAnyway {
		t.Fatalf("%+v, %+v", r, r.Problem)
	}
	before := len(w.wire.record())
	r = w.connect("api.example.org", "sk-right", connections.ConnectOptions{UseAnyway: true})
	if !r.Connected || len(w.wire.record()) != before {
		t.Errorf("%+v, sent %v", r, w.wire.record()[before:])
	}
	w.wire.fail = nil
	if err := w.RefreshModels(t.Context(), ""); err != nil || w.cat.Default(r.Connection.ID) != "model-a" {
		t.Errorf("later: %v", err)
	}
}

func TestPlainHTTPLeavesThisComputerOnlyAfterAWarning(t *testing.T) {
	w := newWorld(t)
	if d, err := connections.Describe("http://api.example.org"); err != nil || !d.Warn || d.Address != "http://api.example.org/v1" {
		t.Errorf("%+v, %v", d, err)
	}
	r := w.connect("http://api.example.org", "sk-right", connections.ConnectOptions{UseAnyway: true})
	if r.Connected || !r.NeedsAllowPlain || len(w.wire.record()) != 0 || len(w.List()) != 0 {
		t.Errorf("%+v, sent %v", r, w.wire.record())
	}
	if r := w.connect("http://api.example.org", "sk-right", connections.ConnectOptions{AllowPlain: true}); !r.Connected {
		t.Errorf("%+v", r)
	}
	if r := w.connect("localhost:9999", "sk-right", connections.ConnectOptions{}); !r.Connected || r.Connection.Address != "http://localhost:9999/v1" {
		t.Errorf("this computer: %+v", r)
	}
}

func TestHTTPInThisNetworkIsTriedWithoutTheKey(t *testing.T) {
	w := newWorld(t)
	w.wire.key, w.wire.fail = "sk-right", errors.New("connection refused")
	if r := w.connect("nas.local:11434", "sk-right", connections.ConnectOptions{}); r.Connected || r.NeedsAllowPlain || r.Problem == nil {
		t.Errorf("nothing answers: %+v", r)
	}
	w.wire.fail, w.wire.onlyPlain = nil, true
	r := w.connect("nas.local:11434", "sk-right", connections.ConnectOptions{})
	if r.Connected || !r.NeedsAllowPlain || r.Address != "http://nas.local:11434/v1" {
		t.Errorf("http answers: %+v", r)
	}
	for _, sent := range w.wire.record() {
		if strings.Contains(sent, "http://") && strings.Contains(sent, "sk-right") {
			t.Errorf("the key was sent unencrypted: %s", sent)
		}
	}
	if r := w.connect(r.Address, "sk-right", connections.ConnectOptions{AllowPlain: true}); !r.Connected {
		t.Errorf("agreed to: %+v", r)
	}
}

func TestHTTPSIsPutRightForAProgramOnThisComputer(t *testing.T) {
	gateway := httptest.NewServer(practice.New(practice.Options{}))
	defer gateway.Close()
	w := newWorld(t)
	w.wire.real = http.DefaultTransport
	r := w.connect(strings.Replace(gateway.URL, "http://", "https://", 1), practice.Key, connections.ConnectOptions{})
	if !r.Connected || r.Connection.Address != gateway.URL+"/v1" {
		t.Errorf("%+v", r)
	}
	w.wire.real, w.wire.onlyPlain = nil, true
	if r := w.connect("https://api.example.org", "sk-right", connections.ConnectOptions{}); r.Connected || r.NeedsAllowPlain {
		t.Errorf("elsewhere: %+v", r)
	}
}

func TestAnAddressThatIsNoneIsToldBeforeAnythingIsSent(t *testing.T) {
	w := newWorld(t)
	for input, want := range map[string]error{
		" ": connections.ErrEmptyAddress, "ftp://x.example": connections.ErrNotHTTP, "https://me:pw@x.example": connections.ErrUserInfo,
	} {
		if _, err := connections.Describe(input); !errors.Is(err, want) {
			t.Errorf("Describe(%q): %v", input, err)
		}
		if _, err := w.Connect(t.Context(), input, "k", connections.ConnectOptions{}); !errors.Is(err, want) {
			t.Errorf("Connect(%q): %v", input, err)
		}
	}
	if len(w.wire.record()) != 0 {
		t.Errorf("sent %v", w.wire.record())
	}
}

func TestWithoutAKeyNothingIsSentToAService(t *testing.T) {
	w := newWorld(t)
	r := w.connect("api.example.org", " ", connections.ConnectOptions{})
	if r.Connected || r.Problem == nil || r.Problem.Kind != problem.NoKey || !r.CanUseAnyway || len(w.wire.record()) != 0 {
		t.Errorf("%+v, sent %v", r, w.wire.record())
	}
	if r := w.connect("api.example.org", "", connections.ConnectOptions{UseAnyway: true}); !r.Connected || !r.Connection.NoKey {
		t.Errorf("a service that needs none: %+v", r)
	}
}

func TestWhenThePasswordStoreFailsTheKeyCanBeKeptUntilQuit(t *testing.T) {
	for text, want := range map[string]secrets.Kind{
		"failed to unlock correct collection '/org/freedesktop/secrets/collection/login'": secrets.Locked,
		"The name org.freedesktop.secrets was not provided by any .service files":         secrets.Missing,
	} {
		w := newWorld(t)
		w.vault.Refuse(errors.New(text))
		r := w.connect("api.example.org", "sk-right", connections.ConnectOptions{})
		if r.Connected || r.KeyRefused != want || len(w.List()) != 0 {
			t.Errorf("%+v", r)
		}
		r = w.connect("api.example.org", "sk-right", connections.ConnectOptions{KeepUntilQuit: true})
		if !r.Connected || !w.KeptUntilQuit(r.Connection.ID) {
			t.Fatalf("%+v", r)
		}
		if _, err := w.Client(t.Context(), ""); err != nil {
			t.Error(err)
		}
		w.restart()
		_, err := w.Client(t.Context(), "")
		var p problem.Problem
		if !errors.As(err, &p) || p.Kind != problem.NoKey || p.Host != "api.example.org" || secrets.KindOf(err) != want {
			t.Errorf("after a restart: %v", err)
		}
	}
}

func TestAChangedOriginAsksForTheKeyAgainAndTakesNothingAlong(t *testing.T) {
	w := newWorld(t)
	id := w.connect("https://api.example.org", "sk-right", connections.ConnectOptions{}).Connection.ID
	sent := len(w.wire.record())
	r := w.connect("https://evil.example", "", connections.ConnectOptions{Change: id})
	if r.Connected || r.Problem == nil || r.Problem.Kind != problem.NoKey || len(w.wire.record()) != sent {
		t.Fatalf("%+v, sent %v", r, w.wire.record()[sent:])
	}
	r = w.connect("https://api.example.org/other/v1", "", connections.ConnectOptions{Change: id})
	if !r.Connected || r.Connection.ID != id || len(w.List()) != 1 {
		t.Errorf("another path at the same origin: %+v", r)
	}
	w.wire.key = "sk-new"
	w.vault.Deleted = make(chan struct{}, 16)
	r = w.connect("https://new.example", "sk-new", connections.ConnectOptions{Change: id})
	if !r.Connected || r.Connection.ID != id {
		t.Fatalf("%+v", r)
	}
	want := fmt.Sprintf("map[%s https://new.example:443:sk-new]", id)
	<-w.vault.Deleted // it is deleted behind the user's back
	if w.vault.String() != want {
		t.Errorf("kept %v, want %s", w.vault, want)
	}
}

func TestANewKeyForTheSameAddressReplacesTheOldOne(t *testing.T) {
	w := newWorld(t)
	first := w.connect("api.example.org", "sk-right", connections.ConnectOptions{}).Connection
	w.wire.key = "sk-second"
	second := w.connect("https://api.example.org/v1/", "sk-second", connections.ConnectOptions{}).Connection
	if first != second || len(w.List()) != 1 {
		t.Errorf("%v", w.List())
	}
	if err := w.RefreshModels(t.Context(), ""); err != nil {
		t.Error(err)
	}
}

func TestPracticeNeedsNoKeyNoNetworkAndNoPasswordStore(t *testing.T) {
	w := newWorld(t)
	w.vault.Refuse(errors.New("it was asked"))
	for range 2 {
		if err := w.UsePractice(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	current, ok := w.Current()
	if !ok || current.Kind != connections.Practice || len(w.List()) != 1 || w.cat.Default(current.ID) != "model-a" {
		t.Errorf("%+v", w.List())
	}
	c, err := w.Client(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Models(t.Context()); err != nil || len(w.wire.record()) != 0 {
		t.Errorf("%v, sent %v", err, w.wire.record())
	}
}

func TestEveryChangeIsMarked(t *testing.T) {
	w := newWorld(t)
	marked := func() bool {
		for _, c := range w.marks.Take() {
			if c.Topic == changes.Connection {
				return true
			}
		}
		return false
	}
	a := w.connect("a.example", "sk-right", connections.ConnectOptions{}).Connection.ID
	if !marked() {
		t.Error("connecting")
	}
	if err := w.Select(a); err != nil || !marked() {
		t.Error("selecting")
	}
	if err := w.Forget(a); err != nil || !marked() {
		t.Error("forgetting")
	}
}

func TestACanceledConnectStopsAndChangesNothing(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Connect(ctx, "a.example", "sk-right", connections.ConnectOptions{}); !errors.Is(err, context.Canceled) || len(w.List()) != 0 {
		t.Errorf("%v, %v", err, w.List())
	}
}

func TestWhileTheUserUnlocksThePasswordStoreItSaysSo(t *testing.T) {
	w := newWorld(t)
	synctest.Test(t, func(t *testing.T) {
		w.vault.Hold = make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			r, err := w.Connect(t.Context(), "a.example", "sk-right", connections.ConnectOptions{})
			if err != nil || !r.Connected {
				t.Errorf("%+v, %v", r, err)
			}
		})
		time.Sleep(10 * time.Second)
		if !w.WaitingForKeyring() || len(w.marks.Take()) == 0 {
			t.Error("nobody was told")
		}
		close(w.vault.Hold)
		all.Wait()
		synctest.Wait()
		if w.WaitingForKeyring() {
			t.Error("still waiting")
		}
	})
}

func TestProgramsOnThisComputerAreFoundAndUsedWithoutAKey(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "" {
			t.Errorf("%s with %q", r.URL, r.Header.Get("Authorization"))
		}
		fmt.Fprint(w, `{"object":"list","data":[{"id":"llama:8b"},{"id":"qwen:4b"},{"id":"x"}]}`)
	}))
	defer server.Close()
	hold := make(chan struct{})
	mute := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hold }))
	defer mute.Close()
	defer close(hold)
	w := newWorld(t)
	c := connections.New(connections.Options{
		Settings: w.set, Secrets: w.keys, Catalog: w.cat,
		Programs: []connections.Program{{"Closed", "http://127.0.0.1:1/v1"}, {"Mute", mute.URL}, {"Ollama", server.URL}, {"Elsewhere", "http://192.0.2.1"}},
	})
	// It comes back although one of them never answers.
	found := c.FindLocal(t.Context())
	if len(found) != 1 || found[0] != (connections.LocalService{Name: "Ollama", Address: server.URL + "/v1", Models: 3}) {
		t.Fatalf("%+v", found)
	}
	r, err := c.UseLocal(t.Context(), found[0])
	if err != nil || !r.Connected || r.Connection.Kind != connections.Local || w.cat.Default(r.Connection.ID) != "llama:8b" {
		t.Fatalf("%+v, %v", r, err)
	}
	speaker, err := c.Client(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := speaker.Models(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := c.UseLocal(t.Context(), connections.LocalService{Name: "Trick", Address: "http://192.0.2.1/v1"}); !errors.Is(err, connections.ErrNotLocal) {
		t.Errorf("%v", err)
	}
}
