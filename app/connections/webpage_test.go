package connections_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/client/failure"
)

// pythonServer answers like python -m http.server in a folder without anything below /v1.
func pythonServer(w http.ResponseWriter, r *http.Request) {
	status, reason := http.StatusNotFound, "File not found"
	if r.Method != http.MethodGet {
		status, reason = http.StatusNotImplemented, "Unsupported method ('"+r.Method+"')"
	}
	w.Header().Set("Content-Type", "text/html;charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `<!DOCTYPE HTML>
<html lang="en">
    <head>
        <meta charset="utf-8">
        <title>Error response</title>
    </head>
    <body>
        <h1>Error response</h1>
        <p>Error code: %d</p>
        <p>Message: %s.</p>
    </body>
</html>
`, status, reason)
}

// loginPage answers every path with a page that asks for a password.
func loginPage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = w.Write([]byte("<html><head><title>Sign in</title></head><body><form><input type=password></form></body></html>"))
}

// gatewayWithoutList answers in JSON that it has no list of models.
func gatewayWithoutList(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write([]byte(`{"detail":"Not Found"}`))
}

// plainMux answers like a Go program that does not know the path.
func plainMux(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

func serve(t *testing.T, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server
}

func TestAWebServerIsNoServiceUnlessItIsUsedAnyway(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{"python": pythonServer, "login page": loginPage} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, answer)
			w := newWorld(t)
			w.wire.real = server.Client().Transport
			r := w.connect(server.URL, "", connections.ConnectOptions{})
			if r.Connected || r.NoList || r.Problem == nil || r.Problem.Kind != problem.WrongAddress || r.Problem.Status == 0 || !r.CanUseAnyway {
				t.Errorf("%+v, %+v", r, r.Problem)
			}
			if len(w.List()) != 0 {
				t.Errorf("kept %v", w.List())
			}
			r = w.connect(server.URL, "", connections.ConnectOptions{UseAnyway: true})
			if !r.Connected || r.Problem != nil {
				t.Errorf("anyway: %+v, %+v", r, r.Problem)
			}
		})
	}
}

func TestAGatewayWithoutAListConnects(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{"JSON": gatewayWithoutList, "plain words": plainMux} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, answer)
			w := newWorld(t)
			w.wire.real = server.Client().Transport
			r := w.connect(server.URL, "", connections.ConnectOptions{})
			if !r.Connected || !r.NoList || r.Problem != nil {
				t.Errorf("%+v, %+v", r, r.Problem)
			}
			if a := w.Abilities(r.Connection.ID); a.Lists.Can != catalog.No || a.Problem != nil {
				t.Errorf("%+v", a)
			}
		})
	}
}

// A page of a web server tells nothing about a service, and where a list should be it is no alarm
// either.
func TestAWebPageInPlaceOfTheListTeachesNothing(t *testing.T) {
	server := serve(t, pythonServer)
	w := newWorld(t)
	w.wire.real = server.Client().Transport
	id := w.connect(server.URL, "", connections.ConnectOptions{UseAnyway: true}).Connection.ID
	if err := w.RefreshModels(t.Context(), id); err == nil {
		t.Fatal("it has a list")
	}
	w.Report(id, ask.Outcome{What: catalog.RepliesToMessages, Err: &failure.Error{Kind: failure.WrongAddress, Status: 404, WebPage: true}})
	a := w.Abilities(id)
	if a.Lists.Can != catalog.Unknown || a.Chats.Can != catalog.Unknown {
		t.Errorf("%+v", a)
	}
	checked, err := w.RunCheck(t.Context(), id, connections.CheckModels)
	if err != nil || checked.OK || checked.Problem == nil || checked.Problem.Kind != problem.WrongAddress {
		t.Errorf("%+v, %v", checked, err)
	}
}
