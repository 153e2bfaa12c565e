package words

import (
	"cmp"

	"parlando/app/speechexports"
	"parlando/views/i18n"
)

// AudioFileType returns the display name of an audio format of GATEWAY.md 2.7.
func AudioFileType(format string) string {
	return cmp.Or(map[string]string{
		"mp3":  "MP3",
		"opus": "Opus",
		"aac":  "AAC",
		"flac": "FLAC",
		"wav":  "WAV",
		"pcm":  "PCM",
	}[format], format)
}

// FileTypeError returns the reason why a type of file cannot be created, "" if no reason is known.
func FileTypeError(f speechexports.FileType) string {
	named := map[string]any{"Type": AudioFileType(f.Format), "Reason": f.Reason}
	switch {
	case f.Obstacle == speechexports.NoEncoder:
		return i18n.Text("This computer's voice can't be saved as {{.Type}}. Choose another file type.", named)
	case f.Obstacle == speechexports.NotListed:
		return i18n.Text("The service doesn't offer {{.Type}}.", named)
	case f.Obstacle == speechexports.Refused && f.Reason != "":
		return i18n.Text("The service rejected {{.Type}}: {{.Reason}}", named)
	case f.Obstacle == speechexports.Refused:
		return i18n.Text("The service sent something else when asked for {{.Type}}.", named)
	}
	return ""
}
