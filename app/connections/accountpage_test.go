package connections_test

import (
	"errors"
	"testing"

	"parlando/app/connections"
	"parlando/app/settings"
)

func TestTheAccountPageIsTheTypedOneElseThatOfTheHost(t *testing.T) {
	w := newWorld(t)
	id := w.connect("https://api.openai.com", "sk-right", connections.ConnectOptions{}).Connection.ID
	is := func(when, want string) {
		t.Helper()
		if got := w.AccountPage(id); got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	const known = "https://platform.openai.com/usage"
	is("known", known)
	for typed, want := range map[string]string{
		" https://billing.example.org/me?team=1#credit ": "https://billing.example.org/me?team=1#credit",
		"HTTP://Intern.example.org/cost":                 "http://Intern.example.org/cost",
		"billing.example.org":                            "https://billing.example.org",
		"//billing.example.org/a":                        "https://billing.example.org/a",
		"localhost:3000/usage":                           "http://localhost:3000/usage",
		"https://x.example/login?to=https://y.example":   "https://x.example/login?to=https://y.example",
		"": known,
	} {
		if err := w.SetAccountPage(id, typed); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
		is(typed, want)
	}
	if err := w.SetAccountPage("gone", "https://x.example"); !errors.Is(err, connections.ErrNoConnection) {
		t.Errorf("of no connection: %v", err)
	}
	if got := w.AccountPage("gone"); got != "" {
		t.Errorf("of no connection: %q", got)
	}
}

func TestWhatIsNoWebPageIsNoAccountPage(t *testing.T) {
	w := newWorld(t)
	id := w.connect("https://api.example.org", "sk-right", connections.ConnectOptions{}).Connection.ID
	const typed = "https://billing.example.org/"
	if err := w.SetAccountPage(id, typed); err != nil {
		t.Fatal(err)
	}
	for input, want := range map[string]error{
		"javascript:alert(1)": connections.ErrNotHTTP, "file:///etc/passwd": connections.ErrNotHTTP, "ftp://x.example": connections.ErrNotHTTP,
		"https://me:pw@x.example": connections.ErrUserInfo, "me:pw@x.example/usage": connections.ErrUserInfo, "https://": connections.ErrNoHost,
		"my account": connections.ErrBadAddress, "https://x.example/$(rm)": connections.ErrBadAddress, "https:///x.example": connections.ErrBadAddress,
		"https://x.example/?a=b c": connections.ErrBadAddress,
	} {
		if err := w.SetAccountPage(id, input); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", input, err, want)
		}
		if got := w.AccountPage(id); got != typed {
			t.Errorf("%q was stored as %q", input, got)
		}
	}
	w.set.Change(func(s *settings.Settings) { s.Connections[0].Account = "file:///etc/passwd" })
	if got := w.AccountPage(id); got != "" {
		t.Errorf("edited by hand: %q", got)
	}
}

func TestPracticeAndProgramsOnThisComputerHaveNoAccountPage(t *testing.T) {
	w := newWorld(t)
	if err := w.UsePractice(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []settings.ConnectionKind{settings.Practice, settings.Local} {
		w.set.Change(func(s *settings.Settings) {
			s.Connections[0].Kind, s.Connections[0].Account = kind, "https://billing.example.org/"
		})
		if got := w.AccountPage(w.List()[0].ID); got != "" {
			t.Errorf("%s: %q", kind, got)
		}
	}
}

func TestATypedAccountPageStaysWithItsHost(t *testing.T) {
	w := newWorld(t)
	id := w.connect("https://api.example.org", "sk-right", connections.ConnectOptions{}).Connection.ID
	const typed = "https://billing.example.org/"
	if err := w.SetAccountPage(id, typed); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ address, want string }{
		{"https://api.example.org/other/v1", typed},
		{"https://api.example.org:8443/v1", typed},
		{"https://api.groq.com/openai/v1", "https://console.groq.com/dashboard/usage"},
		{"https://api.example.org", ""},
	} {
		if r := w.connect(step.address, "sk-right", connections.ConnectOptions{Change: id}); !r.Connected {
			t.Fatalf("%s: %+v", step.address, r)
		}
		if got := w.AccountPage(id); got != step.want {
			t.Errorf("at %s: %q, want %q", step.address, got, step.want)
		}
	}
}
