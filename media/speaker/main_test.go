package speaker_test

import (
	"fmt"
	"os"
	"testing"

	"parley/media/speaker"
)

// Other processes that tests take for an output.
const (
	garbageFlag = "--output-that-talks-nonsense"
	crashFlag   = "--output-that-crashes"
)

// TestMain lets the tests' own program be the process of an output.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 {
		switch os.Args[1] {
		case speaker.OutputFlag:
			if speaker.ServeOutput(os.Stdin, os.Stdout) != nil {
				os.Exit(1)
			}
			os.Exit(0)
		case garbageFlag:
			fmt.Println("Parley opens a window, and there is no display here.")
			os.Stdin.Read(make([]byte, 1))
			os.Exit(0)
		case crashFlag:
			panic("crash")
		}
	}
	os.Exit(m.Run())
}
