package updates

import (
	"testing"
	"testing/fstest"
)

func TestWhatUpdatesTheProgram(t *testing.T) {
	const address, packaged = "https://example.org/packages", "usr/lib/parlando/parlando"
	source := func(path, content string) fstest.MapFS { return fstest.MapFS{path: {Data: []byte(content)}} }
	apt := source("etc/apt/sources.list.d/parlando.sources", "Types: deb\nURIs: "+address+"/apt\n")
	for name, c := range map[string]struct {
		program, address string
		root             fstest.MapFS
		want             Updater
	}{
		"apt":                  {packaged, address, apt, System},
		"dnf":                  {packaged, address, source("etc/yum.repos.d/parlando.repo", "[parlando]\nbaseurl="+address+"/rpm\n"), System},
		"a source turned off":  {packaged, address, source("etc/apt/sources.list.d/parlando.list", "# deb "+address+"/apt stable main\n"), User},
		"another source":       {packaged, address, source("etc/apt/sources.list.d/other.list", "deb https://example.com stable main\n"), User},
		"no source":            {packaged, address, nil, User},
		"no address":           {packaged, "", apt, User},
		"beside the packaged":  {"home/ada/.local/lib/parlando/parlando", address, apt, User},
		"winget":               {"Users/Ada/Parlando/parlando.exe", "", source("Users/Ada/Parlando/winget", ""), Winget},
		"the installer":        {"Users/Ada/Parlando/parlando.exe", "", source("Users/Ada/winget", ""), User},
		"a place without name": {"", address, apt, User},
	} {
		if got := (place{c.program, c.root}).updater(c.address); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}
