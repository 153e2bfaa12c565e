package core

import (
	"context"
	"errors"

	"parlando/app/changes"
)

// ReadFailure is a kind of stored data that could not be read completely, but is still on disk.
type ReadFailure string

// The kinds. Damaged files were moved aside, and their readable content is used.
const (
	SettingsReadFailed    ReadFailure = "settings"
	SettingsDamaged       ReadFailure = "damaged settings"
	ModelsReadFailed      ReadFailure = "models"
	ModelsDamaged         ReadFailure = "damaged models"
	ToolsReadFailed       ReadFailure = "tools"
	ToolsDamaged          ReadFailure = "damaged tools"
	SoundFilesReadFailed  ReadFailure = "sound files"
	TranscriptsReadFailed ReadFailure = "transcripts"
	RecordingsReadFailed  ReadFailure = "recordings"
	FormsReadFailed       ReadFailure = "forms"
)

// ReadFailures lists the data that neither Open nor ReadAgain could read. Recordings are read
// shortly after Open.
func (c *Core) ReadFailures() []ReadFailure {
	var all []ReadFailure
	add := func(is bool, u ReadFailure) {
		if is {
			all = append(all, u)
		}
	}
	add(c.Settings.ReadFailed(), SettingsReadFailed)
	add(c.Settings.Damaged() != "", SettingsDamaged)
	add(c.Catalog.ReadFailed(), ModelsReadFailed)
	add(c.Catalog.Damaged() != "", ModelsDamaged)
	add(c.Tools.ReadFailed(), ToolsReadFailed)
	add(c.Tools.Damaged() != "", ToolsDamaged)
	add(!c.Drafts.FormsRead(), FormsReadFailed)
	all = append(all, c.unread...)
	add(c.Recordings.ReadFailed(), RecordingsReadFailed)
	return all
}

// ReadAgain retries reading the settings, models, tools and forms that Open could not read. Changes
// made since then stay.
func (c *Core) ReadAgain() error {
	settings := c.Settings.ReadFailed()
	err := errors.Join(c.Settings.Reload(), c.Catalog.Reload(), c.Tools.Reload(), c.Drafts.LoadForms(context.Background()))
	if settings && !c.Settings.ReadFailed() {
		s := c.Settings.Get().Speech
		c.Speech.SetSpeed(s.PlayingSpeed)
		c.Speech.SetVolume(s.Volume)
		c.Marks.Mark(changes.Change{Topic: changes.Connection})
	}
	return err
}
