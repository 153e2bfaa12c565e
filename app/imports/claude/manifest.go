package claude

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"parlando/app/imports/exportjson"
)

const (
	// maxManifest bounds the size of a manifest in bytes, maxManifestDepth its levels.
	maxManifest      = 1 << 20
	maxManifestDepth = 6
)

// Manifest returns the names of the files that a manifest says to download; an export may be such a
// list instead of an archive. ok is false for any other object.
func Manifest(object []byte) (names []string, ok bool) {
	if len(object) > maxManifest {
		return nil, false
	}
	var value any
	if exportjson.Decode(object, &value) != nil {
		return nil, false
	}
	m := manifest{}
	m.read(value, 0)
	slices.Sort(m.names)
	return slices.Compact(m.names), m.hasAddress && len(m.names) > 0
}

// manifest collects the archives that a JSON value names.
type manifest struct {
	names      []string
	hasAddress bool
}

func (m *manifest) read(value any, depth int) {
	if depth > maxManifestDepth {
		return
	}
	switch v := value.(type) {
	case map[string]any:
		for _, member := range v {
			m.read(member, depth+1)
		}
	case []any:
		for _, element := range v {
			m.read(element, depth+1)
		}
	case string:
		m.readText(v)
	}
}

func (m *manifest) readText(text string) {
	name := text
	if strings.HasPrefix(text, "https://") {
		m.hasAddress = true
		address, err := url.Parse(text)
		if err != nil {
			return
		}
		name = address.Path
	}
	if strings.EqualFold(path.Ext(name), ".zip") && !strings.ContainsAny(name, " \n") {
		m.names = append(m.names, path.Base(name))
	}
}
