package tools

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/identifier"
	"parlando/app/internal/schema"
)

// FileName is the file of the user's tools, in the library's folder.
const FileName = "tools.json"

// The limits of the user's tools.
const (
	maxOwnTools         = 100
	maxDescriptionBytes = 10_000
	maxTitleRunes       = 64
)

// The errors of Verify and Save.
var (
	ErrName         = errors.New("a name has 1 to 64 letters A to Z, digits, underscores and hyphens")
	ErrTitle        = fmt.Errorf("a title has at most %d characters", maxTitleRunes)
	ErrReservedName = errors.New("the name is reserved")
	ErrNameTaken    = errors.New("another tool has the same or a similar name")
	ErrDescription  = fmt.Errorf("a description has at most %d bytes", maxDescriptionBytes)
	// ErrSchema wraps the reason why the schema is not usable.
	ErrSchema     = errors.New("the parameters are not a usable JSON Schema")
	ErrTooManyOwn = fmt.Errorf("at most %d tools are allowed", maxOwnTools)
	ErrNoSuchOwn  = errors.New("no custom tool has this name")
)

// OwnTool is a tool made by the user, who types its result when the model calls it.
type OwnTool struct {
	// Name identifies the tool. In the file it is the "id" by which jsonfile finds the tool's
	// unknown fields.
	Name string `json:"id"`
	// Title is the displayed name, "" for Name.
	Title       string `json:"title,omitempty"`
	Description string `json:"description"`
	// Parameters is a JSON Schema of an object, as typed by the user.
	Parameters string `json:"parameters"`
}

// storedTools is the content of tools.json.
type storedTools struct {
	Own []OwnTool `json:"own_tools"`
	// SearchEverywhere extends search_my_chats to other connections.
	SearchEverywhere bool `json:"search_everywhere,omitempty"`
	// RememberUnasked lets remember run without asking.
	RememberUnasked bool `json:"remember_unasked,omitempty"`
}

func (o OwnTool) definition() chat.ToolDefinition {
	return chat.ToolDefinition{
		Name: o.Name, Title: o.Title, Labels: labels(o.Parameters), Description: o.Description, Parameters: json.RawMessage(o.Parameters), Own: true,
	}
}

var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// reservedNames are names that a tool cannot have, because they are values of the tool choice.
var reservedNames = []string{chat.ToolsNone, chat.ToolsRequired, "auto"}

// lookAlikes replaces characters of lower-case names by similar-looking ones.
var lookAlikes = strings.NewReplacer("-", "", "_", "", "1", "l", "i", "l", "0", "o", "5", "s", "rn", "m", "vv", "w")

// skeleton returns the same string for names that look alike.
func skeleton(name string) string { return lookAlikes.Replace(strings.ToLower(name)) }

// look returns the same string for tools whose displayed names look alike.
func (o OwnTool) look() string {
	title := cmp.Or(o.Title, o.Name)
	return skeleton(cmp.Or(identifier.From(title, "tool"), identifier.Fold(title)))
}

// resembles reports whether two tools could be mistaken for each other.
func (o OwnTool) resembles(other OwnTool) bool {
	return skeleton(o.Name) == skeleton(other.Name) || o.look() == other.look()
}

// Verify returns the reason why a tool cannot be saved: ErrName, ErrReservedName, ErrNameTaken by a
// built-in tool, ErrTitle, ErrDescription or ErrSchema. It does not check the names of other own
// tools.
func Verify(o OwnTool) error {
	switch {
	case !toolName.MatchString(o.Name):
		return ErrName
	case slices.Contains(reservedNames, strings.ToLower(o.Name)):
		return ErrReservedName
	case utf8.RuneCountInString(o.Title) > maxTitleRunes:
		return ErrTitle
	case len(o.Description) > maxDescriptionBytes:
		return ErrDescription
	case slices.ContainsFunc(builtIns, func(b builtIn) bool { return o.resembles(OwnTool{Name: b.definition.Name}) }):
		return ErrNameTaken
	}
	if _, err := schema.Compile(o.Parameters); err != nil {
		return fmt.Errorf("%w: %w", ErrSchema, err)
	}
	return nil
}

// NewName returns a valid name for an own tool with this title, which no other tool has.
func (t *Tools) NewName(title string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := func(name string) bool {
		return Verify(OwnTool{Name: name, Parameters: FieldSchema(nil)}) != nil ||
			slices.ContainsFunc(t.stored.Own, func(own OwnTool) bool { return skeleton(own.Name) == skeleton(name) })
	}
	if name := identifier.From(title, "tool"); name != "" {
		return identifier.Unique(name, taken)
	}
	for n := 1; ; n++ {
		if name := "tool_" + strconv.Itoa(n); !taken(name) {
			return name
		}
	}
}

// OwnTools returns the user's tools by name, including invalid ones added by editing the file. Of
// duplicate names only the first is used.
func (t *Tools) OwnTools() []OwnTool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return byName(t.stored.Own)
}

func byName(own []OwnTool) []OwnTool {
	list := slices.Clone(own)
	slices.SortStableFunc(list, func(a, b OwnTool) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b OwnTool) bool { return a.Name == b.Name })
}

// Save adds an own tool, or replaces the one named was unless that is "". The errors are those of
// Verify, ErrNameTaken, ErrTooManyOwn, ErrNoSuchOwn, or a disk error; after a disk error the tool
// exists until the program quits, and is written with the next change.
func (t *Tools) Save(o OwnTool, was string) error {
	if err := Verify(o); err != nil {
		return err
	}
	return t.change(func(s *storedTools) error {
		at := slices.IndexFunc(s.Own, func(own OwnTool) bool { return own.Name == was })
		switch {
		case was != "" && at < 0:
			return ErrNoSuchOwn
		case was == "" && len(s.Own) >= maxOwnTools:
			return ErrTooManyOwn
		}
		for _, other := range s.Own {
			if other.Name != was && o.resembles(other) {
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

// Remove deletes an own tool. The error is ErrNoSuchOwn or a disk error, as for Save.
func (t *Tools) Remove(name string) error {
	return t.change(func(s *storedTools) error {
		rest := slices.DeleteFunc(slices.Clone(s.Own), func(own OwnTool) bool { return own.Name == name })
		if len(rest) == len(s.Own) {
			return ErrNoSuchOwn
		}
		s.Own = rest
		return nil
	})
}

// SearchesEverywhere reports whether search_my_chats finds chats of all connections, not only of
// the chat's own.
func (t *Tools) SearchesEverywhere() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stored.SearchEverywhere
}

// SetSearchEverywhere stores the user's choice. The error is a disk error, as for Save.
func (t *Tools) SetSearchEverywhere(everywhere bool) error {
	return t.change(func(s *storedTools) error {
		s.SearchEverywhere = everywhere
		return nil
	})
}

// change applies a change and waits until it is on disk.
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
	t.SaveSoon()
	return t.Flush()
}

// follow updates own if s is t.stored, which t.mu guards; Reload also calls it with other values.
// Invalid tools from an edited file are not offered, but stay in the file.
func (t *Tools) follow(s *storedTools) {
	if s != &t.stored {
		return
	}
	t.own = nil
	for _, o := range byName(s.Own) {
		if Verify(o) == nil {
			t.own = append(t.own, Tool{ToolDefinition: o.definition(), Asks: true})
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
