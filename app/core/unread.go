package core

// Unread is something stored that could not be read, or not all of it. It is still on the disk.
type Unread string

// What may be unread. SettingsDamaged were set aside, and what could be read of them is used; so was the list of ModelsDamaged.
const (
	SettingsUnread    Unread = "settings"
	SettingsDamaged   Unread = "damaged settings"
	ModelsUnread      Unread = "models"
	ModelsDamaged     Unread = "damaged models"
	SoundFilesUnread  Unread = "sound files"
	TranscriptsUnread Unread = "transcripts"
	RecordingsUnread  Unread = "recordings"
)

// Unread is what could not be read when the program started; the recordings are read a moment later.
func (c *Core) Unread() []Unread {
	if c.Recordings.Unread() {
		return append(c.unread[:len(c.unread):len(c.unread)], RecordingsUnread)
	}
	return c.unread
}
