// Package settings holds the user's choices about the program in one plain struct and one file,
// settings.json. Keys are stored in the system's password store instead (package secrets).
package settings

import (
	"cmp"
	"maps"
	"slices"

	"parlando/app/chat"
)

// Theme is light, dark or that of the system. Its value is stored.
type Theme string

// The themes.
const (
	FollowSystem Theme = "system"
	Light        Theme = "light"
	Dark         Theme = "dark"
)

// MinTextSize and MaxTextSize bound Settings.TextSize.
const (
	MinTextSize = 0.75
	MaxTextSize = 2.0
)

// Settings holds everything remembered about the program. Its zero value is not valid; see
// Defaults.
type Settings struct {
	Theme Theme `json:"theme"`
	// TextSize multiplies all text sizes: MinTextSize to MaxTextSize, where 1 is the size of the
	// design.
	TextSize float64 `json:"text_size"`
	// WindowWidth and WindowHeight are the last size of the window in Fyne's units; 0 means the
	// default size.
	WindowWidth  float32 `json:"window_width"`
	WindowHeight float32 `json:"window_height"`
	// WindowPlace is the last position of the window, if the system reports it.
	WindowPlace WindowPosition `json:"window_place"`
	// Language is the language of the window as a tag of BCP 47, "" for that of the system.
	Language string `json:"language,omitempty"`
	// Comfort adapts the window to the user's eyes and hands.
	Comfort Comfort `json:"comfort"`
	// SidebarOpen and AdjustOpen report whether these panels are open.
	SidebarOpen bool `json:"sidebar_open"`
	AdjustOpen  bool `json:"adjust_open"`
	// MoreOpen reports whether "More" is expanded in Adjust.
	MoreOpen bool `json:"adjust_more_open,omitempty"`
	// Library is the folder of the library, "" for the default data folder. A folder below the
	// parent of the default data folder is stored relative to that parent, with slashes.
	Library string `json:"library,omitempty"`
	// EarlierLibrary is the folder of the library used before Library, in the same notation but
	// never "" for the default folder; "" if there was none.
	EarlierLibrary string `json:"earlier_library,omitempty"`
	// Conversation is the conversation that was open last, or "" for a new chat.
	Conversation chat.ID `json:"conversation"`
	// Project is the project whose page was open last, "" for none.
	Project chat.ID `json:"project"`
	// Temporary is the temporary chat that is open now, "" for none. It is not stored.
	Temporary chat.ID `json:"-"`
	// Connection is the connection in use, "" before the first connection. Connections lists all
	// connections in the user's order.
	Connection  chat.ID      `json:"connection"`
	Connections []Connection `json:"connections"`
	// Forgotten lists removed connections, the latest last.
	Forgotten []RemovedConnection `json:"forgotten,omitempty"`
	// Proxy is the proxy of all requests.
	Proxy Proxy `json:"proxy"`
	// Parameters are the initial parameters of a new chat.
	Parameters chat.Parameters `json:"parameters"`
	// Presets are the sets of parameters a chat can adopt, in the user's order.
	Presets []Preset `json:"presets"`
	// AnswerForms are the user's named forms of answers, the last used first.
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
	// Backups holds the choices about backups.
	Backups Backups `json:"backups"`
	// Notify shows a notification when something finishes while the window is in the background.
	Notify bool `json:"notify"`
	// Folders maps the purpose of a file dialog to the folder it showed last.
	Folders map[string]string `json:"folders,omitempty"`
}

// Defaults returns the settings of a first start.
func Defaults() Settings {
	return Settings{Theme: FollowSystem, TextSize: 1, Proxy: Proxy{Mode: ProxySystem}, Comfort: defaultComfort(), SidebarOpen: true, Presets: DefaultPresets(), Speech: defaultSpeech(), Dictation: defaultDictation(), Transcription: defaultTranscription(), Costs: defaultCosts(), Backups: defaultBackups(), Notify: true}
}

// Find returns the connection with this ID.
func (s Settings) Find(id chat.ID) (Connection, bool) {
	i := slices.IndexFunc(s.Connections, func(c Connection) bool { return c.ID == id })
	if i < 0 {
		return Connection{}, false
	}
	return s.Connections[i], true
}

// sanitized returns s with every value clamped to its range, so that a file edited by hand cannot
// make the window unreadable.
func (s Settings) sanitized() Settings {
	if s.Theme != Light && s.Theme != Dark {
		s.Theme = FollowSystem
	}
	s.TextSize = cmp.Or(s.TextSize, 1)
	s.TextSize = min(max(s.TextSize, MinTextSize), MaxTextSize)
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
	s.Backups = s.Backups.sanitized()
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
	for _, n := range chat.NumberParameters {
		if v := *n.Of(&p); v != nil {
			*v = n.Range.Clamp(*v)
		}
	}
	if p.MaxTokens != nil && *p.MaxTokens < 1 {
		p.MaxTokens = nil // the minimum is 1; smaller numbers have no meaning
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
	s.Speech.Models, s.Speech.ModelVoices = maps.Clone(s.Speech.Models), maps.Clone(s.Speech.ModelVoices)
	s.Dictation = s.Dictation.clone()
	s.Transcription = s.Transcription.clone()
	s.Folders = maps.Clone(s.Folders)
	return s
}
