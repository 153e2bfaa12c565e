package core

import (
	"errors"

	"parlando/app/changes"
)

// Unread is stored data that could not be read completely. It is still on disk.
type Unread string

// What may be unread. Damaged settings and the damaged lists of models and tools were moved aside,
// and their readable content is used.
const (
	SettingsUnread    Unread = "settings"
	SettingsDamaged   Unread = "damaged settings"
	ModelsUnread      Unread = "models"
	ModelsDamaged     Unread = "damaged models"
	ToolsUnread       Unread = "tools"
	ToolsDamaged      Unread = "damaged tools"
	SoundFilesUnread  Unread = "sound files"
	TranscriptsUnread Unread = "transcripts"
	RecordingsUnread  Unread = "recordings"
)

// Unread lists what neither the start nor ReadAgain could read. Recordings are read shortly after
// the start.
func (c *Core) Unread() []Unread {
	var all []Unread
	add := func(is bool, u Unread) {
		if is {
			all = append(all, u)
		}
	}
	add(c.Settings.Unread(), SettingsUnread)
	add(c.Settings.Damaged() != "", SettingsDamaged)
	add(c.Catalog.Unread(), ModelsUnread)
	add(c.Catalog.Damaged() != "", ModelsDamaged)
	add(c.Tools.Unread(), ToolsUnread)
	add(c.Tools.Damaged() != "", ToolsDamaged)
	all = append(all, c.unread...)
	add(c.Recordings.Unread(), RecordingsUnread)
	return all
}

// ReadAgain retries reading the settings, the models and the user's tools that the start could not
// read. Changes made since then are kept.
func (c *Core) ReadAgain() error {
	settings := c.Settings.Unread()
	err := errors.Join(c.Settings.Reload(), c.Catalog.Reload(), c.Tools.Reload())
	if settings && !c.Settings.Unread() {
		s := c.Settings.Get().Speech
		c.Speech.SetSpeed(s.PlayingSpeed)
		c.Speech.SetVolume(s.Volume)
		c.Marks.Mark(changes.Change{Topic: changes.Connection})
	}
	return err
}
