package words

import (
	"cmp"

	"fyne.io/fyne/v2/lang"

	"parlando/app/narrations"
)

// FileType is what people call a format of GATEWAY.md 2.7.
func FileType(format string) string {
	return cmp.Or(map[string]string{
		"mp3":  "MP3",
		"opus": "Opus",
		"aac":  "AAC",
		"flac": "FLAC",
		"wav":  "WAV",
		"pcm":  "PCM",
	}[format], format)
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
