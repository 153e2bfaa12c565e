package connections_test

import (
	"net/url"
	"testing"

	"parlando/app/connections"
)

func TestKnownServicesAreNamedByTheirAddress(t *testing.T) {
	for _, s := range connections.KnownServices() {
		d, err := connections.Describe(s.Address)
		if err != nil || d.Address != s.Address || d.Warn || d.Here {
			t.Errorf("%s: %+v, %v", s.Name, d, err)
		}
		for _, page := range []string{s.KeysPage, s.AccountPage} {
			if u, err := url.Parse(page); err != nil || u.Scheme != "https" || u.Host == "" {
				t.Errorf("%s: %q", s.Name, page)
			}
		}
		if at, ok := connections.KnownServiceAt(s.Address); !ok || at.Name != s.Name {
			t.Errorf("%s: %+v", s.Name, at)
		}
	}
	for address, want := range map[string]string{
		"https://API.together.xyz/v1": "Together AI", "https://api.openai.com.evil.example/v1": "", "": "", "%": "",
	} {
		if s, ok := connections.KnownServiceAt(address); s.Name != want || ok != (want != "") {
			t.Errorf("%q: %+v", address, s)
		}
	}
}

func TestAKnownServiceIsCalledByItsName(t *testing.T) {
	w := newWorld(t)
	c := w.connect("api.openai.com", "sk-right", connections.ConnectOptions{}).Connection
	if c.Name != "OpenAI" || c.Named {
		t.Errorf("%+v", c)
	}
	if err := w.Rename(c.ID, "Work"); err != nil {
		t.Fatal(err)
	}
	if err := w.Rename(c.ID, ""); err != nil {
		t.Fatal(err)
	}
	if c, _ = w.Find(c.ID); c.Name != "OpenAI" {
		t.Errorf("%+v", c)
	}
}
