package catalog

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
	"parlando/app/owner"
	"parlando/client/fieldname"
)

// FileName is the catalog's file in the data folder.
const FileName = "models.json"

// maxModels is the maximum number of models of one list. Some gateways list a few hundred; a faulty
// one may send an endless list.
const maxModels = 20_000

// Catalog stores what is known about models. It is safe for concurrent use; only Close waits for
// the disk.
type Catalog struct {
	*jsonfile.Document[document]
	marks *changes.Marks
	now   func() time.Time

	mu       sync.Mutex
	document document
	// index finds an entry of document by connection and model ID.
	index map[chat.ID]map[string]*entry
}

// document is the content of the file. The entries of a connection are in the order of the
// service's list, followed by unlisted ones.
type document struct {
	Connections map[chat.ID]*service `json:"connections"`
}

type service struct {
	Models []*entry `json:"models"`
	// Names are the names of models that were used before the connection was removed, by model ID.
	Names map[string]string `json:"names,omitempty"`
	// Withdrawn are the IDs of models that the service no longer lists, oldest first.
	Withdrawn []string `json:"withdrawn,omitempty"`
	// UploadLimit is the maximum size of a recording in bytes, learned from refusals; 0 if unknown.
	UploadLimit int64 `json:"upload_limit,omitempty"`
	// Condition is learned from the responses of the service.
	Condition Condition `json:"condition,omitzero"`
}

// Load reads models.json in dir. The Catalog is usable even after an error, like any
// jsonfile.Document. marks may be nil; now provides timestamps, nil means time.Now.
func Load(dir string, marks *changes.Marks, now func() time.Time) (*Catalog, error) {
	o := owner.CommonOptions{Marks: marks, Now: now}
	o.SetDefaults()
	c := &Catalog{marks: o.Marks, now: o.Now}
	var err error
	c.Document, err = jsonfile.Open(jsonfile.New(dir, FileName, o.Now), &c.mu, &c.document, func() document { return document{} }, c.tidy, c.snapshot)
	return c, err
}

// Reload reads the file if Load could not, and merges what was learned since. The errors are those
// of Load.
func (c *Catalog) Reload() error {
	err := c.Document.Reload()
	c.marks.Mark(changes.Change{Topic: changes.Models})
	return err
}

// tidy drops invalid entries, which a user may have edited, and rebuilds the index.
func (c *Catalog) tidy(d *document) {
	c.index = map[chat.ID]map[string]*entry{}
	if d.Connections == nil {
		d.Connections = map[chat.ID]*service{}
	}
	for id, s := range d.Connections {
		if s == nil {
			delete(d.Connections, id)
			continue
		}
		known := map[string]*entry{}
		s.Models = slices.DeleteFunc(s.Models, func(e *entry) bool {
			if e == nil || e.ID == "" || known[e.ID] != nil {
				return true
			}
			known[e.ID] = e
			e.Unsupported = nil
			return false
		})
		c.index[id] = known
	}
}

// Models returns the chat models of a connection: first the listed ones in the order of the
// service's list, then the others. Models that are listed for another purpose are omitted.
func (c *Catalog) Models(connection chat.ID) []Model {
	return c.models(connection, (*entry).chats)
}

func (c *Catalog) models(connection chat.ID, wanted func(*entry) bool) []Model {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.document.Connections[connection]
	if s == nil {
		return nil
	}
	all := make([]Model, 0, len(s.Models))
	for _, e := range s.Models {
		if wanted(e) {
			all = append(all, s.modelFor(e, PurposeChat))
		}
	}
	return all
}

// Model returns one model. If nothing is known about it, ok is false and only ID and Name are set.
// Names survive the removal of the connection if the model was used.
func (c *Catalog) Model(connection chat.ID, id string) (m Model, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.index[connection][id]; e != nil {
		return e.model(), true
	}
	e := entry{ID: id}
	if s := c.document.Connections[connection]; s != nil {
		e.Name = s.Names[id]
	}
	return e.model(), false
}

// Default returns the ID of the default model for new chats: the one that the user chose last for a
// new chat (RecordChoice), otherwise the first favorite, otherwise the first that looks like a chat
// model, otherwise the first; "" if there is none. Models that are Gone or end soon are considered
// only if there are no others.
func (c *Catalog) Default(connection chat.ID) string {
	id, _ := c.defaultModel(connection)
	return id
}

// defaultModel is Default; lasts reports that the model is not Gone and does not end soon.
func (c *Catalog) defaultModel(connection chat.ID) (id string, lasts bool) {
	all := c.Models(connection)
	lasting := slices.DeleteFunc(slices.Clone(all), func(m Model) bool { return m.Gone || c.endsSoon(m.Ends) })
	if len(lasting) > 0 {
		all = lasting
	}
	var chosen, favorite, chatting, any string
	var at time.Time
	for _, m := range all {
		if m.Chosen.After(at) {
			chosen, at = m.ID, m.Chosen
		}
		if m.Favorite && favorite == "" {
			favorite = m.ID
		}
		if chatting == "" && looksChatty(m.ID) {
			chatting = m.ID
		}
		any = cmp.Or(any, m.ID)
	}
	return cmp.Or(chosen, favorite, chatting, any), len(lasting) > 0
}

// SetListed replaces the data from the service's previous list by that of a new list. What the user
// set and what was learned stays. A model that is no longer listed is removed unless it has such
// data. Refusals are cleared, so that the fields are tried again, except those that named what the
// model accepts.
func (c *Catalog) SetListed(connection chat.ID, list []Model) {
	c.change(connection, func(s *service, known map[string]*entry) {
		before := s.Models
		for _, e := range before {
			e.Refusals = named(e.Refusals)
		}
		s.Condition.Models = len(list)
		s.Models = make([]*entry, 0, len(list))
		listed := map[string]bool{}
		for _, m := range list {
			id := cleanID(m.ID)
			if id == "" || listed[id] || len(listed) == maxModels {
				continue
			}
			listed[id] = true
			e := known[id]
			if e == nil {
				e = &entry{ID: id}
				known[id] = e
			}
			if !e.Listed {
				e.RefusedFor = nil // the model was refused while it was not listed
			}
			e.Listed, e.Name, e.SeesListed, e.ReadsListed, e.ToolsListed, e.Context = true, "", m.Sees, m.Reads, m.Tools, max(m.Context, 0)
			e.SchemasListed, e.ThinksListed, e.Modalities, e.WebSearch = m.Schemas, m.Thinks, m.Modalities, m.WebSearch
			if len(m.Voices) > 0 { // the list is newer than the voices named by a refusal
				e.Refusals = slices.DeleteFunc(e.Refusals, isOfVoice)
			}
			e.Purpose, e.Formats, e.Voices, e.Diarizes, e.PriceListed, e.Ends = m.Purpose, m.Formats, m.Voices, m.Diarizes, m.Price, m.Ends
			if name := cleanName(m.Name); name != id {
				e.Name = name
			}
			s.Models = append(s.Models, e)
		}
		s.noteWithdrawn(before, listed)
		for _, e := range before {
			if listed[e.ID] {
				continue
			}
			e.Listed = false
			if e.dear() {
				s.Models = append(s.Models, e)
			} else {
				delete(known, e.ID)
			}
		}
	})
}

// AddTyped adds a model whose ID the user typed, and returns the ID as it will be sent; "" if the
// input is not an ID.
func (c *Catalog) AddTyped(connection chat.ID, input string) string {
	id := cleanTyped(input)
	c.set(connection, id, func(e *entry) { e.Typed = true })
	return id
}

// RecordUse records that a message was sent to the model now. An unlisted model counts as typed.
func (c *Catalog) RecordUse(connection chat.ID, model string) {
	now := c.now().UTC().Truncate(time.Second)
	c.set(connection, model, func(e *entry) {
		e.LastUsed = now
		e.Typed = e.Typed || !e.Listed
	})
}

// RecordChoice records that the user chose the model for new chats; see RecordUse.
func (c *Catalog) RecordChoice(connection chat.ID, model string) {
	now := c.now().UTC()
	c.set(connection, model, func(e *entry) { e.Chosen = now })
}

// RecordServed records that a reply named the model as its author.
func (c *Catalog) RecordServed(connection chat.ID, model string) {
	c.set(connection, model, func(e *entry) { e.Served = true })
}

// SetAcceptsPictures sets whether the model accepts pictures according to the user, which overrides
// the list and what was learned. Unknown clears the user's choice.
func (c *Catalog) SetAcceptsPictures(connection chat.ID, model string, sees Tristate) {
	c.set(connection, model, func(e *entry) { e.SeesTicked = sees })
}

// SetAcceptsPDF sets whether the model accepts PDF documents according to the user, which overrides
// the list and what was learned. Unknown clears the user's choice.
func (c *Catalog) SetAcceptsPDF(connection chat.ID, model string, reads Tristate) {
	c.set(connection, model, func(e *entry) { e.ReadsTicked = reads })
}

// LearnAcceptsPictures records evidence: No after the service refused pictures, Yes after a reply
// to a message with one.
func (c *Catalog) LearnAcceptsPictures(connection chat.ID, model string, sees Tristate) {
	c.learn(connection, model, sees, func(e *entry) *Tristate { return &e.SeesLearned })
}

// LearnAcceptsPDF records evidence: No after the service refused a document, Yes after a reply to a
// message with one.
func (c *Catalog) LearnAcceptsPDF(connection chat.ID, model string, reads Tristate) {
	c.learn(connection, model, reads, func(e *entry) *Tristate { return &e.ReadsLearned })
}

// LearnTools records evidence: No after the service refused tools, Yes after a tool call.
func (c *Catalog) LearnTools(connection chat.ID, model string, tools Tristate) {
	c.learn(connection, model, tools, func(e *entry) *Tristate { return &e.ToolsLearned })
}

// LearnThinks records that a reply of the model had reasoning.
func (c *Catalog) LearnThinks(connection chat.ID, model string) {
	c.learn(connection, model, Yes, func(e *entry) *Tristate { return &e.ThinksLearned })
}

// RetryTools makes requests offer all tools to the model again, even if the list says that it
// accepts none.
func (c *Catalog) RetryTools(connection chat.ID, model string) {
	c.ForgetRefusals(connection, model, fieldname.Tools)
	c.set(connection, model, func(e *entry) {
		e.ToolsLearned = Unknown
		if e.ToolsListed == No {
			e.ToolsLearned = Yes
		}
	})
}

// learn stores new evidence from a reply or refusal in the field that of returns.
func (c *Catalog) learn(connection chat.ID, model string, can Tristate, of func(*entry) *Tristate) {
	c.mu.Lock()
	e := c.index[connection][model]
	known := e != nil && *of(e) == can
	c.mu.Unlock()
	if !known {
		c.set(connection, model, func(e *entry) { *of(e) = can })
	}
}

// SetFavorite adds the model to the favorites or removes it.
func (c *Catalog) SetFavorite(connection chat.ID, model string, favorite bool) {
	c.set(connection, model, func(e *entry) { e.Favorite = favorite })
}

// Forget deletes everything about a connection, except the names of the models that were used, to
// label its chats.
func (c *Catalog) Forget(connection chat.ID) {
	c.mu.Lock()
	s := c.document.Connections[connection]
	delete(c.document.Connections, connection)
	delete(c.index, connection)
	if s != nil {
		if names := s.usedNames(); len(names) > 0 {
			c.document.Connections[connection], c.index[connection] = &service{Names: names}, map[string]*entry{}
		}
	}
	c.mu.Unlock()
	if s != nil {
		c.changed()
	}
}

// usedNames returns the names of the models that were used, by ID.
func (s *service) usedNames() map[string]string {
	names := maps.Clone(s.Names)
	for _, e := range s.Models {
		if e.Name != "" && (e.Served || !e.LastUsed.IsZero()) {
			if names == nil {
				names = map[string]string{}
			}
			names[e.ID] = e.Name
		}
	}
	return names
}

// set changes one model, adding it if unknown. An empty ID changes nothing.
func (c *Catalog) set(connection chat.ID, id string, change func(*entry)) {
	id = cleanID(id)
	if id == "" {
		return
	}
	c.change(connection, func(s *service, known map[string]*entry) {
		e := known[id]
		if e == nil {
			e = &entry{ID: id}
			known[id] = e
			s.Models = append(s.Models, e)
		}
		change(e)
	})
}

func (c *Catalog) change(connection chat.ID, change func(*service, map[string]*entry)) {
	if connection == "" {
		return
	}
	c.mu.Lock()
	s := c.document.Connections[connection]
	if s == nil {
		s = &service{}
		c.document.Connections[connection] = s
		c.index[connection] = map[string]*entry{}
	}
	change(s, c.index[connection])
	c.mu.Unlock()
	c.changed()
}

func (c *Catalog) changed() {
	c.SaveSoon()
	c.marks.Mark(changes.Change{Topic: changes.Models})
}

// snapshot copies the document for the writer.
func (c *Catalog) snapshot() any {
	c.mu.Lock()
	defer c.mu.Unlock()
	copied := document{Connections: make(map[chat.ID]*service, len(c.document.Connections))}
	for id, s := range c.document.Connections {
		models := make([]*entry, len(s.Models))
		for i, e := range s.Models {
			one := *e
			one.Refusals, one.Modalities = slices.Clone(e.Refusals), slices.Clone(e.Modalities)
			models[i] = &one
		}
		copied.Connections[id] = &service{Models: models, Names: maps.Clone(s.Names), Withdrawn: slices.Clone(s.Withdrawn), UploadLimit: s.UploadLimit, Condition: s.Condition.clone()}
	}
	return &copied
}
