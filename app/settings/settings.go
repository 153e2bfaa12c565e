// Package settings holds what the user has chosen about the program itself, in one plain struct
// and one file, settings.json. It knows nothing of keys: those are in the system's password store
// (package secrets).
package settings

import (
	"cmp"
	"maps"
	"slices"

	"parlando/app/chat"
)

// Theme is light, dark or that of the system. The stored word is the value itself.
type Theme string

// The themes.
const (
	FollowSystem Theme = "system"
	Light        Theme = "light"
	Dark         Theme = "dark"
)

// TextSizeMin and TextSizeMax bound Settings.TextSize.
const (
	TextSizeMin = 0.75
	TextSizeMax = 2.0
)

// Settings is everything that is remembered about the program. Its zero value is not useful; see
// Defaults.
type Settings struct {
	Theme Theme `json:"theme"`
	// TextSize multiplies every size of text: TextSizeMin to TextSizeMax, 1 is the design's own.
	TextSize float64 `json:"text_size"`
	// WindowWidth and WindowHeight are the last size of the window in Fyne's units; 0 means the
	// default size.
	WindowWidth  float32 `json:"window_width"`
	WindowHeight float32 `json:"window_height"`
	// WindowPlace is its last place, where the system tells that.
	WindowPlace Place `json:"window_place"`
	// Comfort suits the window to a user's eyes and hands.
	Comfort Comfort `json:"comfort"`
	// SidebarOpen and AdjustOpen remember the panels.
	SidebarOpen bool `json:"sidebar_open"`
	AdjustOpen  bool `json:"adjust_open"`
	// MoreOpen remembers whether Adjust shows what stands under "More".
	MoreOpen bool `json:"adjust_more_open,omitempty"`
	// Conversation is the one that was open last, or "" for the new chat.
	Conversation chat.ID `json:"conversation"`
	// Connection is the one in use, or "" before the first. Connections are all there are, in the
	// person's order.
	Connection  chat.ID      `json:"connection"`
	Connections []Connection `json:"connections"`
	// Forgotten are connections that are not there any more, the latest last.
	Forgotten []Forgotten `json:"forgotten,omitempty"`
	// Proxy is the proxy of all requests.
	Proxy Proxy `json:"proxy"`
	// Parameters are the parameters a new chat starts with.
	Parameters chat.Parameters `json:"parameters"`
	// Presets are the sets of parameters a chat can take over, in the order the user has given
	// them.
	Presets []Preset `json:"presets"`
	// AnswerForms are the forms of answers that the user has named, the one used last first.
	AnswerForms []chat.AnswerForm `json:"answer_forms,omitempty"`
	// Speech configures reading aloud.
	Speech Speech `json:"speech"`
	// Recording configures the microphone.
	Recording Recording `json:"recording"`
	// Dictation configures speech into messages.
	Dictation Dictation `json:"dictation"`
	// Transcription configures the transcription of sound files.
	Transcription Transcription `json:"transcription"`
	// Costs holds the choices about costs.
	Costs Costs `json:"costs"`
	// Notify shows a notification when something ends while the window is not in front.
	Notify bool `json:"notify"`
	// Folders holds the folder that a file dialog showed last, by what the dialog was for.
	Folders map[string]string `json:"folders,omitempty"`
}

// Defaults are the settings of a first start.
func Defaults() Settings {
	return Settings{Theme: FollowSystem, TextSize: 1, Proxy: Proxy{Mode: ProxySystem}, Comfort: defaultComfort(), SidebarOpen: true, Presets: FirstPresets(), Speech: defaultSpeech(), Dictation: defaultDictation(), Transcription: defaultTranscription(), Costs: defaultCosts(), Notify: true}
}

// Find returns the connection with this id.
func (s Settings) Find(id chat.ID) (Connection, bool) {
	i := slices.IndexFunc(s.Connections, func(c Connection) bool { return c.ID == id })
	if i < 0 {
		return Connection{}, false
	}
	return s.Connections[i], true
}

// sanitized returns s with every value in its range, so that a file mended by hand cannot make a
// window nobody can read.
func (s Settings) sanitized() Settings {
	if s.Theme != Light && s.Theme != Dark {
		s.Theme = FollowSystem
	}
	s.TextSize = cmp.Or(s.TextSize, 1)
	s.TextSize = min(max(s.TextSize, TextSizeMin), TextSizeMax)
	s.WindowWidth = min(max(s.WindowWidth, 0), 20_000)
	s.WindowHeight = min(max(s.WindowHeight, 0), 20_000)
	s.WindowPlace = s.WindowPlace.sanitized()
	s.Comfort = s.Comfort.sanitized()
	s.Parameters = hold(s.Parameters)
	s.Presets = holdPresets(s.Presets)
	s.AnswerForms = holdAnswerForms(s.AnswerForms)
	s.Speech = s.Speech.sanitized()
	s.Dictation = s.Dictation.sanitized()
	s.Transcription = s.Transcription.sanitized()
	s.Costs = s.Costs.sanitized()
	s.Connections = sanitizeConnections(s.Connections)
	s.Forgotten = sanitizeForgotten(s.Forgotten)
	s.Proxy = s.Proxy.sanitized()
	if _, ok := s.Find(s.Connection); !ok {
		s.Connection = ""
	}
	return s
}

func hold(p chat.Parameters) chat.Parameters {
	p = p.Clone()
	for _, n := range chat.Numbers {
		if v := *n.Of(&p); v != nil {
			*v = n.Range.Hold(*v)
		}
	}
	if p.MaxTokens != nil && *p.MaxTokens < 1 {
		p.MaxTokens = nil // the least is 1: a smaller number means nothing
	}
	return holdMore(p)
}

// clone returns a copy that shares nothing with s.
func (s Settings) clone() Settings {
	s.Connections = cloneConnections(s.Connections)
	s.Forgotten = slices.Clone(s.Forgotten)
	s.Parameters = hold(s.Parameters)
	s.Presets = holdPresets(s.Presets)
	s.AnswerForms = holdAnswerForms(s.AnswerForms)
	s.Speech.Models = maps.Clone(s.Speech.Models)
	s.Dictation = s.Dictation.clone()
	s.Transcription = s.Transcription.clone()
	s.Folders = maps.Clone(s.Folders)
	return s
}
