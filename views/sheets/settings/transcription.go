package settings

import (
	"slices"

	"parlando/app/settings"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
)

// fileSizes are the file size limits to choose from, in bytes; services use such round numbers.
var fileSizes = []int64{10_000_000, 25_000_000, 100_000_000, 500_000_000}

// transcriptionOptions adds the model for dictation and transcripts, and the limits of services.
func (p *page) transcriptionOptions() {
	t := p.state.Settings.Transcription
	p.WideRow(i18n.Text("Model for transcribing"), i18n.Text("Of the current service"), func() {
		p.model(i18n.Text("Model for transcribing"), t.Models[p.state.Settings.Connection], p.state.Dictation.DefaultModel,
			func() modelchoice.Choice { return p.state.Dictation.Model })
	})
	option(p, i18n.Text("Recordings transcribed at the same time"), "", []string{i18n.Text("One at a time"), i18n.Text("Two at once")},
		[]int{1, 2}, func(c *settings.Settings) *int { return &c.Transcription.ConcurrentFiles })
	offered := fileSizes
	if !slices.Contains(offered, t.Limit) && t.Limit > 0 {
		offered = slices.Sorted(slices.Values(append([]int64{t.Limit}, fileSizes...)))
	}
	sizes := make([]string, len(offered))
	for i, l := range offered {
		sizes[i] = i18n.Text("{{.N}} MB", map[string]any{"N": format.Exact(float64(l) / 1e6)})
	}
	option(p, i18n.Text("Largest file your service accepts"), i18n.Text("Longer recordings are split at pauses and their texts put back together."),
		sizes, offered, func(c *settings.Settings) *int64 { return &c.Transcription.Limit })
}
