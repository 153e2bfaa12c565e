package core

import (
	"context"
	"os"

	"parlando/app/transcripts/waveforms"
	"parlando/media/waveform"
)

// waveColumns is the number of columns of a waveform, more than a window is wide.
const waveColumns = 2000

// look creates the store of waveforms. It measures nothing yet.
func (c *Core) look() {
	c.Waveforms = waveforms.New(waveforms.Options{Dir: c.Paths.Cache, Measure: measureWave, CommonOptions: c.common})
	c.atCloseWithin("waveforms", c.Waveforms.Close)
}

// measureWave implements waveforms.Options.Measure.
func measureWave(ctx context.Context, path string, grown func(waveforms.Waveform)) (waveforms.Waveform, error) {
	f, err := os.Open(path)
	if err != nil {
		return waveforms.Waveform{}, err
	}
	defer f.Close()
	wave, err := waveform.Measure(ctx, f, waveColumns, func(w waveform.Wave) { grown(waveOf(w)) })
	return waveOf(wave), err
}

func waveOf(w waveform.Wave) waveforms.Waveform {
	return waveforms.Waveform{Levels: w.Levels, Step: w.Step, Length: w.Length, Damaged: w.Damaged}
}
