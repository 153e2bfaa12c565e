package settings

// The bounds of Backups.LimitGB, in gigabytes of 1,000,000,000 bytes.
const (
	MinBackupsGB     = 1
	MaxBackupsGB     = 10_000
	defaultBackupsGB = 10
)

// Backups configures the backups.
type Backups struct {
	// Off means that no backups are made by themselves.
	Off bool `json:"off,omitempty"`
	// Folder is the folder of the backups, "" for the one beside the library.
	Folder string `json:"folder,omitempty"`
	// WithoutSounds leaves out recordings and sound files.
	WithoutSounds bool `json:"without_sounds,omitempty"`
	// LimitGB is the size of all backups of a library above which old ones are removed.
	LimitGB int `json:"limit_gb"`
	// Recipient is the public key to which backups are encrypted, "" if they are not.
	Recipient string `json:"recipient,omitempty"`
}

// Limit returns the limit in bytes.
func (b Backups) Limit() int64 { return int64(b.LimitGB) * 1_000_000_000 }

func defaultBackups() Backups { return Backups{LimitGB: defaultBackupsGB} }

func (b Backups) sanitized() Backups {
	if b.LimitGB <= 0 {
		b.LimitGB = defaultBackupsGB
	}
	b.LimitGB = min(max(b.LimitGB, MinBackupsGB), MaxBackupsGB)
	return b
}

// Adopt takes over the settings of another computer, except what belongs to this one: folders, the
// window, the microphone and where backups go.
func (s *Settings) Adopt(theirs Settings) {
	mine := *s
	*s = theirs
	s.Library, s.EarlierLibrary, s.Folders, s.Backups = mine.Library, mine.EarlierLibrary, mine.Folders, mine.Backups
	s.WindowWidth, s.WindowHeight, s.WindowPlace = mine.WindowWidth, mine.WindowHeight, mine.WindowPlace
	s.Recording = mine.Recording
}
