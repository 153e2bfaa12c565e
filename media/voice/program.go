package voice

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"parlando/media/bounded"
)

const (
	// maxOutput is the most that is read of a program that speaks one phrase, in bytes: twenty
	// minutes.
	maxOutput = 64 << 20
	// patience is the time that a program may take for one phrase; usual are milliseconds.
	patience = 30 * time.Second
	// drainTimeout bounds reading a program's remaining output after it exits. On a busy computer
	// reading it takes longer than writing it, and lost output would be lost words.
	drainTimeout = 10 * time.Second
)

// program is a program of this computer, found once.
type program struct {
	path string
	// env names the variables of our environment that it gets, next to a language. It gets no
	// others.
	env []string
}

// run gives a program a text on its standard input and returns what it writes. It never leaves it
// behind: when ctx ends, so does the program, and the error is that of ctx.
func (p program) run(ctx context.Context, text string, args ...string) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(limited, p.path, args...)
	cmd.Env = p.environment()
	cmd.Stdin = strings.NewReader(text)
	out, complaint := bounded.Fail(maxOutput), bounded.Drop(500)
	cmd.Stdout, cmd.Stderr = out, complaint
	cmd.WaitDelay = drainTimeout
	hide(cmd)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case out.Full():
		return nil, fmt.Errorf("%s: %w", p.path, bounded.ErrFull)
	case limited.Err() != nil:
		return nil, fmt.Errorf("%s: no answer within %v", p.path, patience)
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %s", p.path, err, strings.TrimSpace(complaint.String()))
	}
	return out.Bytes(), nil
}

// environment is all that a program knows of ours.
func (p program) environment() []string {
	env := []string{"LANG=C.UTF-8"}
	for _, name := range p.env {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}
