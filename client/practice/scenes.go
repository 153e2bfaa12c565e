package practice

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Scene is a list of models with a base address of its own, so that users can try how Parlando
// works with a service of that kind. All scenes share faults and recognized speech.
type Scene struct {
	// ID is the name of the scene; views/words describes the scene to users.
	ID string
	// Path is the path of its base address.
	Path string

	models []entry
	// idsOnly reduces the entries of the catalog to the fields that OpenAI sends; shutdowns adds
	// the shutdown_date to each entry.
	idsOnly, shutdowns bool
	// literal refuses everything that docs/gateway.md does not name, and the list of models.
	literal bool
}

// IDs of the scenes.
const (
	EverydayScene      = "everyday"
	SpecialSpeechScene = "special-speech"
	NamesOnlyScene     = "names-only"
	NoSpeechScene      = "no-speech"
	LiteralScene       = "literal"
)

// Scenes returns all scenes, first the everyday scene, whose base address is Address.
func Scenes() []Scene { return slices.Clone(scenes) }

// Address returns the base address under which Transport reaches the scene.
func (s Scene) Address() string { return strings.TrimSuffix(Address, everydayPath) + s.Path }

const everydayPath = "/v1"

var scenes = []Scene{
	{ID: EverydayScene, Path: everydayPath, models: slices.Concat(chatModels, speechModels)},
	{ID: SpecialSpeechScene, Path: "/special-speech/v1", models: slices.Concat(chatModels, speechModels, specialModels), shutdowns: true},
	{ID: NamesOnlyScene, Path: "/names-only/v1", models: slices.Concat(chatModels, namedModels), idsOnly: true},
	{ID: NoSpeechScene, Path: "/no-speech/v1", models: chatModels},
	{ID: LiteralScene, Path: "/literal/v1", models: slices.Concat(chatModels, speechModels), literal: true},
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

// unknownModel returns the fault for a model that is not in the scene. If the everyday scene has
// the model, the message says that it is no longer available.
func (s Scene) unknownModel(id string) fault {
	f := unknownModel(id)
	if _, had := scenes[0].find(id); had {
		f.message = fmt.Sprintf("The model `%s` is no longer available.", id)
	}
	return f
}

// wire returns a model's entry in the scene's catalog at the given time.
func (s Scene) wire(e entry, now time.Time, t translator) map[string]any {
	w := e.wire(t)
	if s.idsOnly {
		maps.DeleteFunc(w, func(name string, _ any) bool {
			return !slices.Contains([]string{"id", "object", "created", "owned_by"}, name)
		})
	}
	if s.shutdowns {
		w["shutdown_date"] = nil
		if e.days != 0 {
			w["shutdown_date"] = now.UTC().AddDate(0, 0, e.days).Format(time.DateOnly)
		}
	}
	return w
}
