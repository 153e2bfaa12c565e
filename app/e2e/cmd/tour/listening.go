package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"parlando/app/e2e"
)

// listening are the steps with reading aloud. Without a sound output, the
// player shows that it waits for one.
var listening = []step{
	{"52-reading-aloud", all(
		key("Escape"),
		newChat("Practice writer"),
		ask("Which program runs a lighthouse?"),
		begun,
		answered,
		click("Read aloud"),
		reads,
		pause(3*time.Second),
	)},
	{"53-next-sentence", all(click("=Next sentence"), pause(time.Second))},
	{"54-scrolled-away", all(click("To the end"), see("Back to the sentence being read"))},
	{"55-reading-adjust", all(click("Back to the sentence being read"), key("ctrl+j"), see("Creativity"))},
	{"56-voices", all(key("ctrl+j"), click("=Nova"), see("Shimmer"))},
	{"57-paused-elsewhere", all(key("Escape", "ctrl+n", "ctrl+shift+space"), see("Paused"))},
	{"58-back-at-it", all(click("Paused"), see("Practice writer"), pause(time.Second))},
	{"59-replies-aloud", all(
		key("ctrl+shift+s"),
		gone("=Stop reading"),
		click("=Read replies aloud"),
		ask("And a harbor, in short?"),
		reads,
	)},
	{"59-silent-again", all(answered, click("=Read replies aloud"), key("ctrl+shift+s"), gone("=Stop reading"))},
}

// reads waits until reading aloud has started or waits for a sound output.
func reads(ctx context.Context, t *tourist) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if _, err := t.running.WaitFor(ctx, "=Stop reading"); err != nil {
		return err
	}
	for {
		texts, err := t.running.Texts()
		if err != nil {
			return err
		}
		if strings.Contains(texts, "Reading aloud · ") || strings.Contains(texts, "No speakers found.") {
			return nil
		}
		if err := e2e.Wait(ctx, 200*time.Millisecond); err != nil {
			return fmt.Errorf("nothing is read: %w", err)
		}
	}
}
