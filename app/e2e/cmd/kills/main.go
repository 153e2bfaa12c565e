// Kills uses the real program like a user, in a real window on a virtual display against the
// practice gateway. It kills the program at random moments, as a power cut would, and checks that
// no word is lost that was typed at least 0.85 s before.
//
// After each kill it reads a copy of the library, starts the program again and reads another copy.
// No typed word may be missing unless the user discarded it. The library must not be damaged,
// contain a message twice, offer a sent message as a draft, or have a message still being written.
//
// The actions and the moments of the kills depend on -seed alone; -list prints them. The same seed
// replays the same actions and moments, but not to the microsecond. An action whose target is not
// on the screen is skipped and counted. A story that did not complete once in 20 kills is a
// failure.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"parlando/app/e2e"
)

func main() {
	program := flag.String("program", "build/parlando-e2e", "the program, built with the tag e2e")
	out := flag.String("out", "build/kills", "folder for the libraries in which something is missing")
	kills := flag.Int("n", 60, "how often to kill")
	seed := flag.Uint64("seed", 0, "replays the actions and moments of the run that printed it; 0 takes a new one")
	only := flag.String("story", "", "tell only this story: "+strings.Join(names(allStories), ", "))
	list := flag.Bool("list", false, "print the actions and the moments and do nothing")
	flag.Parse()
	if *seed == 0 {
		*seed = uint64(time.Now().Unix() % 100_000)
	}
	stories := allStories
	if i := slices.Index(names(stories), *only); *only != "" {
		if i < 0 {
			fmt.Fprintf(os.Stderr, "kills: no story is called %q\n", *only)
			os.Exit(2)
		}
		stories = stories[i : i+1]
	}
	fmt.Printf("seed %d\n", *seed)
	if *list {
		for kill := range *kills {
			fmt.Printf("%4d  %s\n", kill+1, write(stories, *seed, kill+1))
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *program, *out, stories, *seed, *kills); err != nil {
		fmt.Fprintln(os.Stderr, "kills:", err)
		os.Exit(1)
	}
}

// names returns the names of stories.
func names(stories []story) (all []string) {
	for _, s := range stories {
		all = append(all, s.name)
	}
	return all
}

// killer repeatedly kills the program with the same library.
type killer struct {
	actor
	binary  string
	stories []story
	seed    uint64
	dir     string // the screen's folder
	out     string
	dataDir string
	losses  []loss
}

func run(ctx context.Context, program, out string, stories []story, seed uint64, kills int) error {
	dir, err := os.MkdirTemp("", "parlando-kills-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	screen, err := e2e.OpenScreen(ctx, dir, e2e.ScreenOptions{})
	if err != nil {
		return err
	}
	defer screen.Close()
	sound, err := screen.StartSound(ctx)
	if err != nil {
		return err
	}
	microphone, err := sound.ConnectMicrophone(ctx, "kills")
	if err != nil {
		return err
	}
	binary, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	k := &killer{
		actor:  actor{screen: screen, microphone: microphone, ledger: &ledger{}, counts: newCounts()},
		binary: binary, stories: stories, seed: seed, dir: dir, out: out, dataDir: filepath.Join(dir, "library"),
	}
	if err := errors.Join(os.RemoveAll(out), os.MkdirAll(out, 0o755), k.prepare()); err != nil {
		return err
	}
	if err := k.start(ctx); err != nil {
		return err
	}
	for k.kill = 1; k.kill <= kills; k.kill++ {
		if err := k.killOnce(ctx); err != nil {
			k.counts.faults = append(k.counts.faults, fmt.Sprintf("kill %d: %v", k.kill, err))
			break
		}
		if k.kill%window == 0 {
			k.counts.faults = append(k.counts.faults, k.counts.untold(k.stories)...)
		}
	}
	if k.program != nil { // the last start succeeded
		k.program.Kill()
	}
	return k.verdict()
}

// verdict prints the summary and returns an error if there are losses or faults.
func (k *killer) verdict() error {
	k.counts.table(os.Stdout, k.ledger, k.losses)
	for _, fault := range k.counts.faults {
		fmt.Println(fault)
	}
	if len(k.losses) > 0 || len(k.counts.faults) > 0 {
		return fmt.Errorf("%d words lost, %d faults; to see it again: make kills N=%d SEED=%d", len(k.losses), len(k.counts.faults), k.counts.kills, k.seed)
	}
	return nil
}

// prepare stores a custom tool and enables it for new chats.
func (k *killer) prepare() error {
	for name, text := range map[string]string{
		"config/settings.json": `{"theme":"light","window_width":1280,"window_height":800,"sidebar_open":true,` +
			`"parameters":{"tools":["search_my_chats","weather"]}}`,
		"data/tools.json": `{"own_tools":[{"id":"weather","description":"The weather of a city today",` +
			`"parameters":"{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}"}]}`,
	} {
		path := filepath.Join(k.dataDir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	return nil
}

func (k *killer) start(ctx context.Context) (err error) {
	began := time.Now()
	if k.program, err = k.screen.StartProgram(ctx, k.binary, "--data-dir", k.dataDir, "--practice"); err != nil {
		return err
	}
	k.counts.starts = append(k.counts.starts, time.Since(began))
	return k.program.Fill(ctx, 1280, 800)
}

// library returns the path of the library's file.
func (k *killer) library() string { return filepath.Join(k.dataDir, "data", "library.db") }

// killOnce performs a story, kills the program, starts it again, and prints a line.
func (k *killer) killOnce(ctx context.Context) error {
	s := write(k.stories, k.seed, k.kill)
	story := k.stories[slices.Index(names(k.stories), s.story)]
	told, checked := k.counts.done[story.proof], k.ledger.checked
	k.killed.Store(false)
	type outcome struct {
		done int
		why  error
	}
	ended, reached := make(chan outcome, 1), make(chan struct{})
	go func() {
		done, why := k.perform(ctx, s, reached)
		ended <- outcome{done, why}
	}()
	select {
	case <-reached:
		if err := e2e.Wait(ctx, s.killAfter); err != nil {
			return err
		}
	case o := <-ended: // the story ended before the action of the kill
		ended <- o
	}
	killed := time.Now()
	k.killed.Store(true)
	k.program.Kill()
	o := <-ended
	k.counts.kills++
	k.counts.tell(story, told)

	lost, faults, err := k.judge(ctx, killed)
	if err != nil {
		return err
	}
	line := fmt.Sprintf("kill %2d  %-12s %2d of %2d actions  %2d words checked  start %s  killed %s", k.kill, s.story, o.done, len(s.actions),
		k.ledger.checked-checked, quantile(k.counts.starts[len(k.counts.starts)-1:], 1), s.moment())
	if o.why != nil && !errors.Is(o.why, errKilled) {
		line += "  the rest skipped: " + o.why.Error()
	}
	fmt.Println(line)
	k.losses = append(k.losses, lost...)
	for _, l := range lost {
		fmt.Println("  ", l)
	}
	for _, f := range faults {
		fmt.Println("  ", f)
		k.counts.faults = append(k.counts.faults, fmt.Sprintf("kill %d: %s", k.kill, f))
	}
	if len(lost)+len(faults) > 0 {
		fmt.Printf("   seed %d, kill %d: %s\n", k.seed, k.kill, s)
	}
	return nil
}

// judge checks the library after the kill and after the next start.
func (k *killer) judge(ctx context.Context, killed time.Time) (lost []loss, faults []string, err error) {
	before, after := k.copyName("killed"), k.copyName("started")
	if err := copyKilled(k.library(), before); err != nil {
		return nil, nil, err
	}
	f, err := look(ctx, k.dataDir, before)
	if err != nil {
		return nil, nil, err
	}
	lost = k.ledger.afterKill(k.kill, killed, f)
	faults = append(f.faults, k.ledger.astray(k.kill, f)...)

	if err := k.start(ctx); err != nil {
		return lost, faults, err
	}
	if err := copyRunning(ctx, k.library(), after); err != nil {
		return lost, faults, err
	}
	if f, err = look(ctx, k.dataDir, after); err != nil {
		return lost, faults, err
	}
	open, err := unended(ctx, after)
	if err != nil {
		return lost, faults, err
	}
	for _, fault := range slices.Concat(f.faults, open) {
		if !slices.Contains(faults, fault) {
			faults = append(faults, fault)
		}
	}
	lost = append(lost, k.ledger.afterStart(f)...)
	if len(lost)+len(faults) == 0 {
		for _, name := range []string{before, after} {
			// Not all of these files exist.
			_ = errors.Join(os.Remove(name), os.Remove(name+"-wal"), os.Remove(name+"-shm"))
		}
	}
	return lost, faults, nil
}

// copyName returns the path for a copy of the library.
func (k *killer) copyName(when string) string {
	return filepath.Join(k.out, fmt.Sprintf("%02d-%s.db", k.kill, when))
}
