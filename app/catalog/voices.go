package catalog

import (
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/client/fieldname"
)

// DefaultVoices returns the six voices of the interface (GATEWAY.md 2.7), which are assumed if
// neither the list nor a refusal names voices.
func DefaultVoices() []string {
	return []string{"alloy", "echo", "fable", "onyx", "nova", "shimmer"}
}

// Voices returns the voices of a speech model that its list or a refusal named, whichever is newer,
// otherwise DefaultVoices; own reports that they are the model's own.
func (c *Catalog) Voices(connection chat.ID, model string) (voices []string, own bool) {
	for _, r := range slices.Backward(c.Refusals(connection, model)) {
		if isOfVoice(r) && len(r.Allowed) > 0 {
			return slices.Clone(r.Allowed), true
		}
	}
	if m, _ := c.Model(connection, model); len(m.Voices) > 0 {
		return slices.Clone(m.Voices), true
	}
	return DefaultVoices(), false
}

// isOfVoice reports whether a refusal is about the voice.
func isOfVoice(r Refusal) bool { return r.Field == fieldname.Voice || r.Field == fieldname.VoiceID }

// Voice returns the voice to request: the chosen one, in the model's spelling, or the model's first
// voice if it is known not to have a chosen one of the DefaultVoices. exact means that the user
// typed another name, which must not be replaced.
func (c *Catalog) Voice(connection chat.ID, model, chosen string) (voice string, exact bool) {
	voices, own := c.Voices(connection, model)
	if i := slices.IndexFunc(voices, func(v string) bool { return strings.EqualFold(v, chosen) }); i >= 0 {
		return voices[i], false
	}
	exact = !slices.Contains(DefaultVoices(), chosen)
	if own && !exact {
		return voices[0], false
	}
	return chosen, exact
}

// SoundFormat returns the first of the given formats that the model is not known to lack, or the
// first one if it lacks all.
func (c *Catalog) SoundFormat(connection chat.ID, model string, formats ...string) string {
	m, _ := c.Model(connection, model)
	refusals := c.Refusals(connection, model)
	for _, f := range formats {
		if len(m.Formats) > 0 && !slices.Contains(m.Formats, f) {
			continue
		}
		if !slices.ContainsFunc(refusals, func(r Refusal) bool { return r.Field == fieldname.ResponseFormat && r.Covers(f) }) {
			return f
		}
	}
	return formats[0]
}
