package speech

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/client/fieldname"
)

// PreferredVoice returns the voice of the settings for the connection in use.
func (s *Speech) PreferredVoice() Voice {
	preferred := s.o.Settings.Get().Speech
	connection, _ := s.o.Services.Resolve("")
	model := s.DefaultModel(connection)
	return Voice{
		Connection: connection, Model: model, Voice: s.voiceFor(connection, model, ""), Speed: preferred.RequestSpeed,
		Instructions: preferred.Instructions, Local: preferred.Local,
	}
}

// PreferredVoiceFor is PreferredVoice for a chat that uses a connection ("" is the current one), so
// that its text is sent to no other service.
func (s *Speech) PreferredVoiceFor(connection chat.ID) Voice {
	v := s.PreferredVoice()
	if connection != "" && connection != v.Connection {
		v.Connection, v.Model, v.Voice = connection, "", ""
	}
	return v
}

// DefaultModel returns the speech model of a connection ("" is the current one): the model of the
// settings, otherwise the recommended one (catalog.Recommended).
func (s *Speech) DefaultModel(connection chat.ID) string {
	model, _ := s.defaultModel(connection)
	return model
}

// defaultModel implements DefaultModel. named reports whether the settings or the service named the
// model.
func (s *Speech) defaultModel(connection chat.ID) (model string, named bool) {
	connection, _ = s.o.Services.Resolve(connection)
	if model := s.o.Settings.Get().Speech.Models[connection]; model != "" {
		return model, true
	}
	return s.o.Catalog.Recommended(connection, catalog.PurposeSpeech)
}

// complete fills in the empty fields of a voice; the zero Voice becomes PreferredVoice.
func (s *Speech) complete(v Voice) (_ Voice, address string, named bool) {
	if v == (Voice{}) {
		v = s.PreferredVoice()
	}
	v.Connection, address = s.o.Services.Resolve(v.Connection)
	model, named := s.defaultModel(v.Connection)
	v.Model = cmp.Or(v.Model, model)
	named = named || v.Model != model
	v.Voice = s.voiceFor(v.Connection, v.Model, v.Voice)
	if v.Speed == 0 || math.IsNaN(v.Speed) {
		v.Speed = 1
	}
	v.Speed = min(max(v.Speed, settings.MinRequestSpeed), settings.MaxRequestSpeed)
	if s.refuses(v, fieldname.Speed) {
		v.Speed = 1
	}
	if s.refuses(v, fieldname.Instructions) {
		v.Instructions = ""
	}
	return v, address, named
}

// voiceFor returns the voice to request from a model: chosen, or the voice of the settings if that
// is "". If the model is known not to have it, catalog.Voice chooses another.
func (s *Speech) voiceFor(connection chat.ID, model, chosen string) string {
	all := s.o.Settings.Get().Speech
	voice, _ := s.o.Catalog.Voice(connection, model, cmp.Or(chosen, all.ModelVoices[model], all.Voice))
	return voice
}

// VoicesOf returns the voices to choose from for the model of a voice, and the voice itself. It
// reads memory only.
func (s *Speech) VoicesOf(v Voice) []string {
	model := v.Model
	if model == "" {
		model = s.DefaultModel(v.Connection)
	}
	connection, _ := s.o.Services.Resolve(v.Connection)
	voices, _ := s.o.Catalog.Voices(connection, model)
	if v.Voice != "" && !slices.Contains(voices, v.Voice) {
		voices = append(voices, v.Voice)
	}
	return voices
}

// PreferVoice stores a voice for the speech model of the connection in use. The current reading is
// not affected.
func (s *Speech) PreferVoice(name string) {
	v := s.PreferredVoice()
	s.keepVoice(v.Connection, v.Model, name)
	s.o.Settings.Change(func(all *settings.Settings) { all.Speech.Local = false })
}

// keepVoice stores the voice chosen for a model. It is stored for this model only if the model has
// its own voices, or if Voices does not contain the voice.
func (s *Speech) keepVoice(connection chat.ID, model, name string) {
	_, own := s.o.Catalog.Voices(connection, model)
	s.o.Settings.Change(func(all *settings.Settings) {
		kept := maps.Clone(all.Speech.ModelVoices)
		if own || !slices.Contains(Voices(), name) {
			if kept == nil {
				kept = map[string]string{}
			}
			kept[model] = name
		} else {
			delete(kept, model)
			all.Speech.Voice = name
		}
		all.Speech.ModelVoices = kept
	})
}

// refuses reports whether the model of a voice is known to refuse a request field.
func (s *Speech) refuses(v Voice, field string) bool {
	return slices.Contains(s.o.Catalog.RefusedFields(v.Connection, v.Model), field)
}
