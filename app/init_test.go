package app

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// TestNoTablesAreMadeBeforeMain holds the start quick: a package that compiles expressions or fills
// tables as the program starts delays its window, whether they are needed or not.
func TestNoTablesAreMadeBeforeMain(t *testing.T) {
	// A package may allocate most times before main. These packages of others allocate more, which
	// nothing here can change.
	const most = 1_500
	expensive := map[string]int{
		"fyne.io/fyne/v2/lang":                     14_000, // an empty window has it as well
		"github.com/santhosh-tekuri/jsonschema/v6": 24_000,
		"github.com/go-text/typesetting/fontscan":  3_500, // an empty window has it as well
		"github.com/cockroachdb/apd/v3":            3_000,
		"github.com/yuin/goldmark/extension":       2_300,
	}
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	told, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	packages := regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) allocs$`).FindAllSubmatch(told, -1)
	if len(packages) < 50 {
		t.Fatalf("only %d packages told what they did: %s", len(packages), told)
	}
	for _, p := range packages {
		name := string(p[1])
		allocs, err := strconv.Atoi(string(p[2]))
		if err != nil {
			t.Fatal(err)
		}
		if allocs > max(most, expensive[name]) {
			t.Errorf("%s allocates %d times before main, at most %d", name, allocs, max(most, expensive[name]))
		}
	}
}
