package tools

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/schema"
)

// Name is the file of the user's own tools, in the folder of the library.
const Name = "tools.json"

// Bounds of the user's own tools.
const (
	maxOwnTools         = 100
	maxDescriptionBytes = 10_000
)

// The errors of Verify and Save.
var (
	ErrName         = errors.New("a name has 1 to 64 letters A to Z, digits, underscores and hyphens")
	ErrReservedName = errors.New("this name has a meaning of its own")
	ErrNameTaken    = errors.New("another tool has this name, or one that looks like it")
	ErrDescription  = fmt.Errorf("a description has at most %d bytes", maxDescriptionBytes)
	// ErrSchema is wrapped with what is wrong.
	ErrSchema     = errors.New("the parameters are no usable JSON Schema")
	ErrTooManyOwn = fmt.Errorf("there can be %d tools", maxOwnTools)
	ErrNoSuchOwn  = errors.New("there is no own tool of this name")
)

// Own is a tool that the user made. When the model calls it, the user types the result.
type Own struct {
	// Name identifies it. In the file it is the id, by which jsonfile keeps the fields of newer
	// versions.
	Name        string `json:"id"`
	Description string `json:"description"`
	// Parameters is a JSON Schema of an object, as the user wrote it.
	Parameters string `json:"parameters"`
}

// storedTools is the file.
type storedTools struct {
	Own []Own `json:"own_tools"`
	// SearchEverywhere: search_my_chats finds what belongs to other connections, too.
	SearchEverywhere bool `json:"search_everywhere,omitempty"`
}

func (o Own) definition() chat.ToolDefinition {
	return chat.ToolDefinition{Name: o.Name, Description: o.Description, Parameters: json.RawMessage(o.Parameters)}
}

var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// reservedNames have a meaning as a tool choice.
var reservedNames = []string{chat.ToolsNone, chat.ToolsRequired, "auto"}

// lookAlikes maps characters to those that they can be taken for, in lower case.
var lookAlikes = strings.NewReplacer("-", "", "_", "", "1", "l", "i", "l", "0", "o", "5", "s", "rn", "m", "vv", "w")

// skeleton is equal for names that look alike.
func skeleton(name string) string { return lookAlikes.Replace(strings.ToLower(name)) }

// Verify returns the reason why a tool cannot be saved, other own tools aside: ErrName,
// ErrReservedName, ErrNameTaken by a built-in tool, ErrDescription or ErrSchema.
func Verify(o Own) error {
	switch {
	case !toolName.MatchString(o.Name):
		return ErrName
	case slices.Contains(reservedNames, strings.ToLower(o.Name)):
		return ErrReservedName
	case len(o.Description) > maxDescriptionBytes:
		return ErrDescription
	}
	for _, b := range builtIns {
		if skeleton(b.definition.Name) == skeleton(o.Name) {
			return ErrNameTaken
		}
	}
	if _, err := schema.Compile(o.Parameters); err != nil {
		return fmt.Errorf("%w: %w", ErrSchema, err)
	}
	return nil
}

// OwnTools returns the user's own tools by name, also those that a hand has put into the file and
// that Verify refuses. Only the first of one name counts.
func (t *Tools) OwnTools() []Own {
	t.mu.Lock()
	defer t.mu.Unlock()
	return byName(t.stored.Own)
}

func byName(own []Own) []Own {
	list := slices.Clone(own)
	slices.SortStableFunc(list, func(a, b Own) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b Own) bool { return a.Name == b.Name })
}

// Save adds an own tool, or changes the one named was; "" adds one. The errors are those of Verify,
// ErrNameTaken, ErrTooManyOwn, ErrNoSuchOwn, or of the disk: then the tool is there until the
// program quits, and is written with the next change.
func (t *Tools) Save(o Own, was string) error {
	if err := Verify(o); err != nil {
		return err
	}
	return t.change(func(s *storedTools) error {
		at := slices.IndexFunc(s.Own, func(own Own) bool { return own.Name == was })
		switch {
		case was != "" && at < 0:
			return ErrNoSuchOwn
		case was == "" && len(s.Own) >= maxOwnTools:
			return ErrTooManyOwn
		}
		for _, other := range s.Own {
			if other.Name != was && skeleton(other.Name) == skeleton(o.Name) {
				return ErrNameTaken
			}
		}
		if was == "" {
			s.Own = append(s.Own, o)
		} else {
			s.Own[at] = o
		}
		return nil
	})
}

// Remove removes an own tool. The errors are ErrNoSuchOwn and those of the disk, as for Save.
func (t *Tools) Remove(name string) error {
	return t.change(func(s *storedTools) error {
		rest := slices.DeleteFunc(slices.Clone(s.Own), func(own Own) bool { return own.Name == name })
		if len(rest) == len(s.Own) {
			return ErrNoSuchOwn
		}
		s.Own = rest
		return nil
	})
}

// SearchesEverywhere reports whether search_my_chats finds what belongs to other connections than
// the one of the chat.
func (t *Tools) SearchesEverywhere() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stored.SearchEverywhere
}

// SetSearchEverywhere keeps the user's choice. The errors are those of the disk, as for Save.
func (t *Tools) SetSearchEverywhere(everywhere bool) error {
	return t.change(func(s *storedTools) error {
		s.SearchEverywhere = everywhere
		return nil
	})
}

// change changes what is stored and returns when it is on disk.
func (t *Tools) change(apply func(*storedTools) error) error {
	t.mu.Lock()
	next := t.stored
	next.Own = slices.Clone(next.Own)
	err := apply(&next)
	if err == nil {
		t.stored = next
		t.follow(&t.stored)
	}
	t.mu.Unlock()
	if err != nil {
		return err
	}
	t.mark(changes.Tools, "")
	t.Soon()
	return t.Flush()
}

// follow brings own up to date with stored, which t.mu guards; Reload also calls it with others. A
// hand may have put tools into the file that are not offered, and which stay in it.
func (t *Tools) follow(s *storedTools) {
	if s != &t.stored {
		return
	}
	t.own = nil
	for _, o := range byName(s.Own) {
		if Verify(o) == nil {
			t.own = append(t.own, Tool{ToolDefinition: o.definition(), Asks: true, Own: true})
		}
	}
}

func (t *Tools) snapshot() any {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.stored
	now.Own = slices.Clone(now.Own)
	return &now
}
