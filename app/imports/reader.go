package imports

import (
	"context"
	"errors"
	"iter"

	"parlando/app/imports/archive"
	"parlando/app/imports/chatgpt"
	"parlando/app/imports/claude"
	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
	"parlando/app/imports/gemini"
	"parlando/app/imports/messages"
	"parlando/app/imports/openwebui"
)

// foundItem is one thing that a reader finds in an export: a conversation, notes, or a refusal.
type foundItem struct {
	format       formats.Format
	conversation *foreign.Conversation
	notes        []foreign.Note
	refused      *Refusal
	// downloads are the files that Claude's manifest names.
	downloads []string
	// read is the number of bytes read so far.
	read int64
}

// reader reads all conversations of an export.
type reader struct {
	ctx     context.Context //nolint:containedctx // it lives as long as a call of read
	archive *archive.Archive
	yield   func(foundItem) bool

	file *archive.File
	// before is the size of the files before file, read that of what is read.
	before, read int64
	// known reports that something in the file was recognized, unknown counts the other objects.
	known   bool
	unknown int
	// list is the chat that consists of the messages of the file, activity has the entries of
	// Gemini.
	list     messages.List
	activity gemini.Reader
	entries  bool
}

// errEnough ends reading, because the caller has seen enough.
var errEnough = errors.New("enough")

// read returns everything in an export in the order of its files. The last error is that of ctx.
func read(ctx context.Context, a *archive.Archive) iter.Seq2[foundItem, error] {
	return func(yield func(foundItem, error) bool) {
		r := &reader{ctx: ctx, archive: a, yield: func(f foundItem) bool { return yield(f, nil) }}
		if err := r.readAll(); err != nil && !errors.Is(err, errEnough) {
			yield(foundItem{}, err)
		}
	}
}

func (r *reader) readAll() error {
	for _, refused := range r.archive.Refused() {
		if err := r.tell(foundItem{refused: &Refusal{File: refused.Name, Reason: reasonOf(refused.Err)}}); err != nil {
			return err
		}
	}
	for _, file := range r.archive.Files() {
		r.file, r.known, r.unknown, r.list, r.entries, r.activity = file, false, 0, messages.List{}, false, gemini.Reader{}
		if err := r.readFile(); err != nil {
			return err
		}
		r.before += file.Size
		r.read = r.before
	}
	return r.ctx.Err()
}

// tell passes something found to the caller.
func (r *reader) tell(f foundItem) error {
	f.read = r.read
	if !r.yield(f) {
		return errEnough
	}
	return nil
}

func (r *reader) readFile() error {
	for o, err := range r.file.Objects(r.ctx) {
		if r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if err != nil {
			if err := r.tell(foundItem{refused: refusalOf(r.file.Name, err)}); err != nil {
				return err
			}
			continue
		}
		r.read = r.before + o.End
		if err := r.readObject(o.Data); err != nil {
			return err
		}
	}
	if err := r.endFile(); err != nil {
		return err
	}
	if !r.known && r.unknown > 0 {
		return r.tell(foundItem{refused: &Refusal{File: r.file.Name, Reason: ReasonUnknown}})
	}
	return nil
}

// readObject reads one object of a file.
func (r *reader) readObject(object []byte) error {
	format := formats.Detect(object)
	if format == formats.Unknown {
		r.unknown++
		return nil
	}
	r.known = true
	switch format {
	case formats.ClaudeProject:
		notes, err := claude.DecodeProject(object)
		return r.tellNotes(format, notes, err)
	case formats.ClaudeMemories:
		notes, err := claude.DecodeMemories(object)
		return r.tellNotes(format, notes, err)
	case formats.ClaudeManifest:
		names, _ := claude.Manifest(object)
		return r.tell(foundItem{format: format, downloads: names})
	case formats.ClaudeDesign:
		return r.tell(foundItem{format: format, refused: &Refusal{File: r.file.Name, Reason: ReasonDesign}})
	case formats.Account:
		return nil
	case formats.MessageList:
		return r.tellRefused(format, r.list.Add(object))
	case formats.Gemini:
		r.entries = true
		list, err := r.activity.Add(object)
		return r.tellGemini(list, err)
	}
	if program := format.Program(); program != "" {
		return r.tell(foundItem{format: format, refused: &Refusal{File: r.file.Name, Reason: ReasonProgram, Program: program}})
	}
	return r.decode(format, object)
}

// decode reads an object that is a conversation.
func (r *reader) decode(format formats.Format, object []byte) error {
	var c foreign.Conversation
	var err error
	switch format {
	case formats.ChatGPT:
		c, err = chatgpt.Decode(object)
	case formats.Claude:
		c, err = claude.Decode(object)
	case formats.OpenWebUI:
		c, err = openwebui.Decode(object)
	case formats.Messages:
		c, err = messages.Decode(object)
	default:
		r.unknown++
		return nil
	}
	if err != nil {
		return r.tell(foundItem{format: format, refused: &Refusal{Title: c.Title, File: r.file.Name, Reason: decodingReason(err)}})
	}
	return r.tell(foundItem{format: format, conversation: &c})
}

// tellRefused passes on the error of reading an object, if there is one.
func (r *reader) tellRefused(format formats.Format, err error) error {
	if err == nil {
		return nil
	}
	return r.tell(foundItem{format: format, refused: &Refusal{File: r.file.Name, Reason: decodingReason(err)}})
}

// decodingReason returns the reason for an error of decoding an object.
func decodingReason(err error) Reason {
	if errors.Is(err, messages.ErrListTooLong) || errors.Is(err, gemini.ErrAnswerTooLong) || errors.Is(err, exportjson.ErrTooManyObjects) {
		return ReasonTooLarge
	}
	return ReasonDamaged
}

func (r *reader) tellNotes(format formats.Format, notes []foreign.Note, err error) error {
	if err != nil {
		return r.tellRefused(format, err)
	}
	return r.tell(foundItem{format: format, notes: notes})
}

func (r *reader) tellGemini(list []foreign.Conversation, err error) error {
	if err != nil {
		return r.tellRefused(formats.Gemini, err)
	}
	for i := range list {
		if err := r.tell(foundItem{format: formats.Gemini, conversation: &list[i]}); err != nil {
			return err
		}
	}
	return nil
}

// endFile reads what only the end of the file completes.
func (r *reader) endFile() error {
	if r.entries {
		if err := r.tellGemini(r.activity.End(), nil); err != nil {
			return err
		}
	}
	if c, err := r.list.Conversation(); err == nil {
		return r.tell(foundItem{format: formats.Messages, conversation: &c})
	}
	return nil
}
