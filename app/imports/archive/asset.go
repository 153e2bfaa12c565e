package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"path"
	"slices"
	"strings"
)

// Asset is a file that a message names.
type Asset struct {
	// Name is the original name if the export has it, or else that in the export. It proves nothing
	// about the content.
	Name string
	// Size is in bytes, as declared.
	Size  int64
	entry *entry
}

// Open opens the content, which has at most Size bytes.
func (a *Asset) Open() (io.ReadCloser, error) {
	r, err := a.entry.open()
	if err != nil {
		return nil, &FileError{a.entry.name, reason(err)}
	}
	return r, nil
}

// The files that have the original names of others.
const (
	assetNames   = "conversation_asset_file_names.json"
	libraryFiles = "library_files.json"
)

// isIndex reports whether a file has the original names of others.
func isIndex(name string) bool {
	base := path.Base(name)
	return base == assetNames || base == libraryFiles
}

// assets finds files by the pointers in messages.
type assets struct {
	// byBase are all entries, sorted by base name.
	byBase []baseEntry
	// names has the original name of each ID.
	names map[string]string
	// made has the ID of each file that a reply made, by the ID of the message and the name.
	made map[[2]string]string
}

type baseEntry struct {
	base string
	*entry
}

// index prepares Find.
func (a *Archive) index(ctx context.Context) error {
	a.assets = assets{names: map[string]string{}, made: map[[2]string]string{}}
	for _, e := range a.entries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch base := path.Base(e.name); base {
		case assetNames:
			a.readAssetNames(ctx, e)
		case libraryFiles:
			a.readLibraryFiles(ctx, e)
		default:
			a.assets.byBase = append(a.assets.byBase, baseEntry{base, e})
		}
	}
	slices.SortStableFunc(a.assets.byBase, func(x, y baseEntry) int { return cmp.Compare(x.base, y.base) })
	return ctx.Err()
}

func (a *Archive) readAssetNames(ctx context.Context, e *entry) {
	content, err := (&File{Name: e.name, Size: e.size, entry: e}).Whole(ctx, maxIndexBytes)
	if err != nil {
		a.refuse(e.name, err)
		return
	}
	var names map[string]string
	if err := json.Unmarshal(content, &names); err != nil && names == nil {
		a.refuse(e.name, ErrDamaged)
		return
	}
	for file, name := range names {
		a.assets.names[strings.TrimSuffix(file, ".dat")] = originalName(name)
	}
}

func (a *Archive) readLibraryFiles(ctx context.Context, e *entry) {
	if e.size > maxIndexBytes {
		a.refuse(e.name, ErrTooLarge)
		return
	}
	for o, err := range (&File{Name: e.name, Size: e.size, entry: e}).Objects(ctx) {
		if err != nil {
			a.refuse(e.name, reason(err))
			continue
		}
		var f struct {
			ID      string `json:"file_id"`
			Name    string `json:"file_name"`
			Message string `json:"origination_message_id"`
		}
		_ = json.Unmarshal(o.Data, &f) // fields of another type stay empty
		if f.ID == "" || f.Name == "" {
			continue
		}
		name := originalName(f.Name)
		a.assets.names[f.ID] = name
		if f.Message != "" {
			a.assets.made[[2]string{f.Message, name}] = f.ID
		}
	}
}

// originalName returns a name without its folders.
func originalName(name string) string {
	return path.Base(strings.ReplaceAll(name, "\\", "/"))
}

// Find finds the file to which a pointer in a message leads: file-service://file-1,
// sediment://file_1, the bare ID, or sandbox:MESSAGE/NAME for a file that a reply made. Exports
// lack many files.
func (a *Archive) Find(pointer string) (*Asset, bool) {
	id, ok := a.assets.id(pointer)
	if !ok {
		return nil, false
	}
	e := a.assets.find(id)
	if e == nil {
		return nil, false
	}
	name := cmp.Or(a.assets.names[id], withoutID(path.Base(e.name), id))
	return &Asset{Name: name, Size: e.size, entry: e}, true
}

// id returns the ID in a pointer.
func (a *assets) id(pointer string) (id string, ok bool) {
	if made, ok := strings.CutPrefix(pointer, "sandbox:"); ok {
		message, name, _ := strings.Cut(made, "/")
		id, ok := a.made[[2]string{message, originalName(name)}]
		return id, ok && isID(id)
	}
	if _, rest, ok := strings.Cut(pointer, "://"); ok {
		pointer = rest
	}
	if i := strings.IndexAny(pointer, "#?"); i >= 0 {
		pointer = pointer[:i]
	}
	return pointer, isID(pointer)
}

func isID(id string) bool {
	return id != "" && !strings.ContainsAny(id, `/\`) && !strings.Contains(id, "..")
}

// find returns the file of an ID: ID.dat, then ID, then a name that begins with it, with an
// original name or a type behind it.
func (a *assets) find(id string) *entry {
	for _, base := range []string{id + ".dat", id} {
		if i, ok := a.search(base); ok {
			return a.byBase[i].entry
		}
	}
	for _, prefix := range []string{id + "-", id + "_", id + "."} {
		if i, _ := a.search(prefix); i < len(a.byBase) && strings.HasPrefix(a.byBase[i].base, prefix) {
			return a.byBase[i].entry
		}
	}
	return nil
}

// search returns the place of the first entry with a base name that is not before base.
func (a *assets) search(base string) (int, bool) {
	return slices.BinarySearchFunc(a.byBase, base, func(e baseEntry, base string) int { return cmp.Compare(e.base, base) })
}

// withoutID returns the original name in a name of the form ID-NAME, or else the whole name.
func withoutID(base, id string) string {
	rest := strings.TrimPrefix(base, id)
	if name := strings.TrimLeft(rest, "-_"); name != rest && name != "" {
		return name
	}
	return base
}
