package practice

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Scene is a list of models that the gateway serves under a path of its own, so that people can try
// how a service of that kind is met. Faults and what was heard are shared by all scenes.
type Scene struct {
	ID string
	// Title and About tell people what the scene plays.
	Title, About string
	// Path is the path of its base address.
	Path string

	models []entry
	// idsOnly leaves everything out of the list that OpenAI's does not tell; shutdowns tells the
	// shutdown_date of each model.
	idsOnly, shutdowns bool
}

// IDs of the scenes.
const (
	EverydayScene      = "everyday"
	SpecialSpeechScene = "special-speech"
	NamesOnlyScene     = "names-only"
	NoSpeechScene      = "no-speech"
)

// Scenes returns all scenes, the everyday one first, which is the one at Address.
func Scenes() []Scene { return slices.Clone(scenes) }

// Address returns the base address under which Transport reaches the scene.
func (s Scene) Address() string { return strings.TrimSuffix(Address, everydayPath) + s.Path }

const everydayPath = "/v1"

var scenes = []Scene{
	{
		ID: EverydayScene, Title: "Everyday service", Path: everydayPath,
		About:  "A service that says of each model what it can do.",
		models: slices.Concat(chatModels, speechModels),
	},
	{
		ID: SpecialSpeechScene, Title: "Special speech models", Path: "/special-speech/v1",
		About:  "More models for speech and transcription, each with a peculiarity that its description tells. Two of them have an end date.",
		models: slices.Concat(chatModels, speechModels, specialModels), shutdowns: true,
	},
	{
		ID: NamesOnlyScene, Title: "Only names of models", Path: "/names-only/v1",
		About:  "A service that lists the names of its models, and doesn't say what they can do.",
		models: slices.Concat(chatModels, namedModels), idsOnly: true,
	},
	{
		ID: NoSpeechScene, Title: "Speech models are gone", Path: "/no-speech/v1",
		About:  "The everyday service after it has stopped offering its models for speech and transcription.",
		models: chatModels,
	},
}

// sceneOf returns the scene of a request by its path.
func sceneOf(r *http.Request) Scene {
	i := slices.IndexFunc(scenes, func(s Scene) bool { return strings.HasPrefix(r.URL.Path, s.Path+"/") })
	return scenes[max(i, 0)]
}

// find looks up a model by ID. IDs that begin with faultPrefix are valid but not listed.
func (s Scene) find(id string) (entry, bool) {
	if name, ok := strings.CutPrefix(id, faultPrefix); ok {
		return findFault(name)
	}
	i := slices.IndexFunc(s.models, func(e entry) bool { return e.id == id })
	if i < 0 {
		return entry{}, false
	}
	return s.models[i], true
}

// unknownModel returns the fault for a model that the scene lacks: it is gone if the everyday scene
// has it.
func (s Scene) unknownModel(id string) fault {
	f := unknownModel(id)
	if _, had := scenes[0].find(id); had {
		f.message = fmt.Sprintf("The model `%s` is no longer available.", id)
	}
	return f
}

// wire returns a model as the scene lists it at the given time.
func (s Scene) wire(e entry, now time.Time) map[string]any {
	w := e.wire()
	if s.idsOnly {
		maps.DeleteFunc(w, func(name string, _ any) bool {
			return !slices.Contains([]string{"id", "object", "created", "owned_by"}, name)
		})
	}
	if s.shutdowns {
		w["shutdown_date"] = nil
		if e.days != 0 {
			w["shutdown_date"] = now.AddDate(0, 0, e.days).Format(time.DateOnly)
		}
	}
	return w
}
