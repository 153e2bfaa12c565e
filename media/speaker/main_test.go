package speaker_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"parlando/media/speaker"
)

// Other processes that tests take for an output.
const (
	garbageFlag = "--output-that-talks-nonsense"
	crashFlag   = "--output-that-crashes"
)

// serverFlag is that of an output that uses the sound server which its next argument names as in an
// environment.
const serverFlag = "--sound-output-of"

// TestMain lets the tests' own program be the process of an output.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == serverFlag {
		name, value, _ := strings.Cut(os.Args[2], "=")
		os.Setenv(name, value)
		serve()
	}
	if len(os.Args) == 2 {
		switch os.Args[1] {
		case speaker.OutputFlag:
			serve()
		case garbageFlag:
			fmt.Println("Parlando opens a window, and there is no display here.")
			os.Stdin.Read(make([]byte, 1))
			os.Exit(0)
		case crashFlag:
			panic("crash")
		}
	}
	os.Exit(m.Run())
}

func serve() {
	if speaker.ServeOutput(os.Stdin, os.Stdout) != nil {
		os.Exit(1)
	}
	os.Exit(0)
}
