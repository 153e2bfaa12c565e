package voice

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"parlando/media/bounded"
	"parlando/media/subprocess"
)

const (
	// maxOutput bounds the output of a program for one phrase in bytes: twenty minutes.
	maxOutput = 64 << 20
	// patience is the timeout of a program for one phrase, which normally takes milliseconds.
	patience = 30 * time.Second
	// drainTimeout bounds reading a program's remaining output after it exits. Reading can take
	// that long on a busy computer, and lost output would be lost words.
	drainTimeout = 10 * time.Second
)

// program is an installed program.
type program struct {
	path string
	// env names the only environment variables that are passed on; a language is set in addition.
	env []string
}

// run starts the program with a text on standard input and returns its output. When ctx is done it
// kills the program and returns the error of ctx.
func (p program) run(ctx context.Context, text string, args ...string) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(limited, p.path, args...)
	cmd.Env = p.environment()
	cmd.Stdin = strings.NewReader(text)
	out, complaint := bounded.NewFailingBuffer(maxOutput), bounded.NewTruncatingBuffer(500)
	cmd.Stdout, cmd.Stderr = out, complaint
	cmd.WaitDelay = drainTimeout
	err := subprocess.Start(cmd)
	if err == nil {
		err = cmd.Wait()
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case out.Exceeded():
		return nil, fmt.Errorf("%s: %w", p.path, bounded.ErrFull)
	case limited.Err() != nil:
		return nil, fmt.Errorf("%s: no answer within %v", p.path, patience)
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %s", p.path, err, strings.TrimSpace(complaint.String()))
	}
	return out.Bytes(), nil
}

// environment returns the complete environment of the program.
func (p program) environment() []string {
	env := []string{"LANG=C.UTF-8"}
	for _, name := range p.env {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}
