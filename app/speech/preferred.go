package speech

import (
	"cmp"
	"math"
	"slices"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
)

// defaultModel is asked where nothing says which model speaks (GATEWAY.md 2.7).
const defaultModel = "tts-1"

// speedField is Voice.Speed on the wire (GATEWAY.md 2.7).
const speedField = "speed"

// Preferred is the voice of the settings, for the connection in use.
func (s *Speech) Preferred() Voice {
	preferred := s.o.Settings.Get().Speech
	connection, _ := s.o.Gateways.Service("")
	return Voice{
		Connection: connection, Model: s.DefaultModel(connection), Voice: preferred.Voice, Speed: preferred.RequestSpeed, Local: preferred.Local,
	}
}

// PreferredFor is Preferred for what is said in a chat of a connection, "" for the one in use: no
// other service is shown it.
func (s *Speech) PreferredFor(connection chat.ID) Voice {
	v := s.Preferred()
	if connection != "" && connection != v.Connection {
		v.Connection, v.Model = connection, ""
	}
	return v
}

// DefaultModel is the model for speech of a connection ("" is the one in use): that of the
// settings, else the first that the service lists for speech, else tts-1.
func (s *Speech) DefaultModel(connection chat.ID) string {
	model, _ := s.defaultModel(connection)
	return model
}

// defaultModel also reports whether the model was chosen, or is only the usual one.
func (s *Speech) defaultModel(connection chat.ID) (model string, named bool) {
	connection, _ = s.o.Gateways.Service(connection)
	if model := s.o.Settings.Get().Speech.Models[connection]; model != "" {
		return model, true
	}
	if all := s.o.Catalog.ModelsFor(connection, catalog.Speech); len(all) > 0 {
		return all[0].ID, true
	}
	return defaultModel, false
}

// complete fills in what a voice does not say; the zero Voice is Preferred.
func (s *Speech) complete(v Voice) (_ Voice, address string, named bool) {
	if v == (Voice{}) {
		v = s.Preferred()
	}
	v.Connection, address = s.o.Gateways.Service(v.Connection)
	model, named := s.defaultModel(v.Connection)
	v.Model = cmp.Or(v.Model, model)
	named = named || v.Model != model
	if v.Voice == "" {
		v.Voice = s.o.Settings.Get().Speech.Voice
	}
	if v.Speed == 0 || math.IsNaN(v.Speed) {
		v.Speed = 1
	}
	v.Speed = min(max(v.Speed, settings.RequestSpeedMin), settings.RequestSpeedMax)
	if s.noSpeed(v) {
		v.Speed = 1
	}
	return v, address, named
}

// noSpeed reports whether the model of a voice is known to have one speed only.
func (s *Speech) noSpeed(v Voice) bool {
	return slices.Contains(s.o.Catalog.Without(v.Connection, v.Model), speedField)
}
