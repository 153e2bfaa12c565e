package main

import (
	"bytes"
	"context"
	"io"
	"time"

	"parlando/assets/spoken"
	"parlando/media/audio"
)

// dictating are the steps with dictation. Without a sound server, the screenshots show the problem
// that there is no microphone.
var dictating = []step{
	{"90-listening", all(
		key("Escape"),
		newChat("Practice writer"),
		key("ctrl+l"),
		write("To all neighbors:"),
		key("ctrl+shift+d"),
		hearing("=Cancel"),
		speak(6*time.Second),
	)},
	{"91-written-down", all(key("ctrl+shift+d"), gone("=Cancel"), pause(time.Second))},
	{"92-muted", all(key("ctrl+shift+d"), hearing("=Cancel"), pause(3*time.Second))},
	{"93-nobody-spoke", all(key("ctrl+shift+d"), gone("=Cancel"), see("=Try again"))},
	{"94-conversation", all(newChat("Practice writer"), click("=Voice chat"), hearing("=End"), speak(3*time.Second))},
	{"95-the-reply-is-read", withMicrophone(all(see("Speaking"), pause(3*time.Second)))},
	{"96-interrupted", withMicrophone(all(key("space"), see("=Send now")))},
	{"97-unplugged", all(
		withMicrophone(func(ctx context.Context, t *tourist) error { return t.microphone.Disconnect(ctx) }),
		pause(3*time.Second),
		key("Escape", "ctrl+n", "ctrl+shift+d"),
		pause(3*time.Second),
	)},
	{"98-settings-of-dictation", all(
		key("Escape", "Escape"),
		openSection("Dictation"),
		pause(time.Second),
	)},
	{"99-settings-closed", all(
		key("Escape"),
		gone("Words to get right"),
		click("=Close"), // closes the problem with the microphone
		gone("=Try again"),
	)},
}

// withMicrophone runs an action only if there is a microphone.
func withMicrophone(do action) action {
	return func(ctx context.Context, t *tourist) error {
		if t.microphone == nil {
			return nil
		}
		return do(ctx, t)
	}
}

// hearing waits until recording has started or a problem is shown.
func hearing(button string) action {
	return func(ctx context.Context, t *tourist) error {
		heard := see(button)
		if t.microphone == nil {
			heard = see("=Try again")
		}
		return all(heard, pause(time.Second))(ctx, t)
	}
}

// speak plays the first sentences of a recording known to the practice service.
func speak(length time.Duration) action {
	return withMicrophone(func(ctx context.Context, t *tourist) error {
		d, err := audio.NewDecoder(bytes.NewReader(spoken.Sound("pear-tree.mp3")))
		if err != nil {
			return err
		}
		d = audio.Mono(d)
		rate := d.Rate()
		samples := make([]float32, int(length.Seconds()*float64(rate)))
		for n := 0; n < len(samples); {
			read, err := d.Read(samples[n:])
			n += read
			if err == io.EOF { //nolint:errorlint // as io.Reader
				break
			}
			if err != nil {
				return err
			}
		}
		return t.microphone.Speak(ctx, samples, rate)
	})
}
