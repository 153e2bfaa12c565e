package words

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/narrations"
)

// FileType is what people call a format of GATEWAY.md 2.7.
func FileType(format string) string {
	switch format {
	case "mp3":
		return "MP3"
	case "opus":
		return "Opus"
	case "aac":
		return "AAC"
	case "flac":
		return "FLAC"
	case "wav":
		return "WAV"
	case "pcm":
		return "PCM"
	}
	return format
}

// NoFileType says why a file of a type cannot be made, "" if nothing is known against it.
func NoFileType(f narrations.FileType) string {
	named := map[string]any{"Type": FileType(f.Format), "Reason": f.Reason}
	switch {
	case f.Obstacle == narrations.NoEncoder:
		return lang.L("This computer's voice cannot be saved as {{.Type}}.", named)
	case f.Obstacle == narrations.NotListed:
		return lang.L("The service does not offer {{.Type}}.", named)
	case f.Obstacle == narrations.Refused && f.Reason != "":
		return lang.L("The service refused {{.Type}}: {{.Reason}}", named)
	case f.Obstacle == narrations.Refused:
		return lang.L("The service sent no {{.Type}} when it was asked for it.", named)
	}
	return ""
}
