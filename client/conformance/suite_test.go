package conformance

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// testCase is one thing the gateway must do, under the name it has in cases.txt.
type testCase struct {
	name string
	run  func(t *testing.T)
}

func allCases() []testCase {
	return slices.Concat(modelCases(), chatCases(), streamCases(), toolCases(), pictureCases(), jsonCases(), errorCases(), faultCases(), speechCases(), transcriptionCases(), sceneCases())
}

// verdicts collects how the cases ended, which they do in any order.
type verdicts struct {
	mu    sync.Mutex
	lines map[string]string
	red   int
	green int
	out   int
}

func (v *verdicts) add(t *testing.T, name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	why := ""
	if reason, ok := reasons.Load(t.Name()); ok {
		why = ": " + reason.(string)
	}
	switch {
	case t.Failed():
		v.lines[name] = "FAIL  " + name
		v.red++
	case t.Skipped():
		v.lines[name] = "left out  " + name + why
		v.out++
	default:
		v.lines[name] = "pass  " + name + why
		v.green++
	}
}

func TestConformance(t *testing.T) {
	cases := allCases()
	var have []string
	for _, c := range cases {
		have = append(have, c.name)
	}
	sameCases(t, have)
	v := verdicts{lines: map[string]string{}}
	t.Run("case", func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				t.Cleanup(func() { v.add(t, c.name) })
				c.run(t)
			})
		}
	})
	for _, name := range have {
		if line, ran := v.lines[name]; ran {
			fmt.Println(line)
		}
	}
	left := ""
	if v.out > 0 {
		left = fmt.Sprintf(", %d skipped", v.out)
	}
	fmt.Printf("conformance-go: %d passed, %d failed%s\n", v.green, v.red, left)
}

// sameCases holds the suite to cases.txt, so that the two suites cannot drift apart.
func sameCases(t *testing.T, have []string) {
	t.Helper()
	data, err := os.ReadFile("cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(data))
	for _, name := range have {
		if !slices.Contains(want, name) {
			t.Errorf("cases.txt has no line for %s", name)
		}
	}
	for _, name := range want {
		if !slices.Contains(have, name) {
			t.Errorf("no case is called %s", name)
		}
	}
}
