package connections

import (
	"context"
	"errors"
	"sync"
	"time"

	"parley/client"
)

// ErrNotHere means that the address of a local program leads away from this computer.
var ErrNotHere = errors.New("connections: this is not on this computer")

// soon is how long a program on this computer has to answer.
const soon = 300 * time.Millisecond

// Program is a program that serves models on this computer.
type Program struct {
	Name    string
	Address string
}

// UsualPrograms are Ollama and LM Studio where they usually listen.
func UsualPrograms() []Program {
	return []Program{
		{"Ollama", "http://127.0.0.1:11434/v1"},
		{"LM Studio", "http://127.0.0.1:1234/v1"},
	}
}

// Found is a Program that answered.
type Found struct {
	Name    string
	Address string
	// Models is how many it has; 0 is possible, and where it NeedsKey.
	Models int
	// NeedsKey: it answered that it wants a key. It is connected with Connect, its Name and the key.
	NeedsKey bool
}

// FindLocal asks the programs for their models, all at once, and returns those that answered within 300 ms. It asks nobody
// outside this computer.
func (c *Connections) FindLocal(ctx context.Context) []Found {
	ctx, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	answers := make([]*Found, len(c.options.Programs))
	var all sync.WaitGroup
	for i, program := range c.options.Programs {
		address, err := client.ParseAddress(program.Address)
		if err != nil || !address.Loopback() {
			continue
		}
		all.Go(func() {
			asked := client.New(client.Options{Address: address, Transport: c.transport(Connection{Direct: true}), Patience: -1})
			if models, err := asked.Models(ctx); err == nil {
				answers[i] = &Found{Name: program.Name, Address: address.String(), Models: len(models)}
			}
		})
	}
	all.Wait()
	var found []Found
	for _, a := range answers {
		if a != nil {
			found = append(found, *a)
		}
	}
	return found
}
