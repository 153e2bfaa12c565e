package chatgpt

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"parlando/app/imports/foreign"
)

// files returns all files of a message.
func (d *decoder) files(m *message) (all []*foreign.File) {
	for i := range m.Content.Parts {
		all = append(all, d.partFiles(m, &m.Content.Parts[i])...)
	}
	return append(all, attached(m)...)
}

// partFiles returns the picture or sound of a part of a message.
func (d *decoder) partFiles(m *message, p *contentPart) []*foreign.File {
	switch p.Type {
	case "image_asset_pointer":
		if p.Pointer == "" {
			return nil
		}
		f := &foreign.File{Pointer: p.Pointer}
		if a := attachmentOf(m, p.Pointer); a != nil {
			f.Name, f.MIME = a.Name, a.MIME
		}
		return []*foreign.File{f}
	case "audio_asset_pointer":
		return []*foreign.File{soundOf(p)}
	case realTime:
		if p.Video {
			d.result.AddGap("video")
		}
		if p.Sound != nil {
			return []*foreign.File{soundOf(p.Sound)}
		}
	case "", "audio_transcription":
	default:
		if p.Text == "" {
			d.result.AddGap(p.Type)
		}
	}
	return nil
}

// soundOf returns the sound of a message whose words are in another part.
func soundOf(p *contentPart) *foreign.File {
	f := &foreign.File{Pointer: p.Pointer, Sound: true}
	if p.Format != "" {
		f.MIME = "audio/" + p.Format
	}
	return f
}

// attached returns the attachments that are not shown in a part: all but pictures.
func attached(m *message) (all []*foreign.File) {
	shown := map[string]bool{}
	for i := range m.Content.Parts {
		p := &m.Content.Parts[i]
		shown[assetID(p.Pointer)] = true
		if p.Sound != nil {
			shown[assetID(p.Sound.Pointer)] = true
		}
	}
	for _, a := range m.Metadata.Attachments {
		if a.ID+a.Name != "" && (a.ID == "" || !shown[a.ID]) {
			shown[a.ID] = true
			all = append(all, &foreign.File{Pointer: a.ID, Name: a.Name, MIME: a.MIME})
		}
	}
	return all
}

// maxAttachments is the number of attachments among which the name of a picture is searched.
const maxAttachments = 1000

func attachmentOf(m *message, pointer string) *attachment {
	id := assetID(pointer)
	all := m.Metadata.Attachments
	all = all[:min(len(all), maxAttachments)]
	if i := slices.IndexFunc(all, func(a attachment) bool { return a.ID == id }); i >= 0 {
		return &all[i]
	}
	return nil
}

// assetID returns the ID in a pointer.
func assetID(pointer string) string {
	if _, rest, ok := strings.Cut(pointer, "://"); ok {
		pointer = rest
	}
	id, _, _ := strings.Cut(pointer, "#")
	return id
}

// sandboxLink matches a link or picture in Markdown whose file was on the model's computer.
var sandboxLink = regexp.MustCompile(`!?\[([^\]\n]*)\]\(sandbox:((?:[^()\s]|\([^()\s]*\))*)\)`)

// withoutSandbox replaces links to files that the model made by their texts, and returns the files,
// which only some exports contain.
func withoutSandbox(text, messageID string) (string, []*foreign.File) {
	if !strings.Contains(text, "](sandbox:") {
		return text, nil
	}
	var files []*foreign.File
	seen := map[string]bool{}
	text = sandboxLink.ReplaceAllStringFunc(text, func(link string) string {
		found := sandboxLink.FindStringSubmatch(link)
		address := found[2]
		if unescaped, err := url.PathUnescape(address); err == nil {
			address = strings.ToValidUTF8(strings.ReplaceAll(unescaped, "\x00", ""), "\ufffd")
		}
		name := path.Base(address)
		if !seen[name] {
			seen[name] = true
			files = append(files, &foreign.File{Pointer: "sandbox:" + messageID + "/" + name, Name: name})
		}
		return firstOf(found[1], name)
	})
	return text, files
}
