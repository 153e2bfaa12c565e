package transcribe

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/assets/spoken"
	"parlando/views/shell"
)

// maxInFolder bounds the number of files examined in a folder.
const maxInFolder = 2000

// SoundExtensions returns the extensions of sound files, in lower case and with the dot.
func SoundExtensions() []string {
	return []string{
		".mp3", ".mp4", ".mpeg", ".mpga", ".m4a", ".wav", ".webm", ".ogg", ".oga", ".opus", ".flac", ".aac", ".aiff", ".aif", ".aifc", ".caf", ".amr", ".3gp",
		".wma", ".mov", ".mkv", ".m4b", ".mka", ".dss", ".ds2",
	}
}

// soundFile is a file of the batch.
type soundFile struct {
	file  transcripts.File
	path  string
	shown askedFile
	// inside means that the file was found in a folder, so that no error is shown if it is not a
	// sound file.
	inside bool
	// searched means that the file was searched for damage.
	searched bool
	// again is the existing transcript of this sound, "" for a new one.
	again chat.ID
}

func newSoundFile(f transcripts.File, path string) soundFile {
	return soundFile{file: f, path: path, shown: askedFile{Name: filepath.Base(path), Measuring: true}}
}

// soundsAt returns the file at path or, for a folder, its files and those of its subfolders except
// hidden ones. unread lists the paths that could not be read.
func soundsAt(path string) (out []soundFile, unread []string) {
	if !shell.IsFolder(path) {
		return []soundFile{newSoundFile(transcripts.File{Path: path}, path)}, nil
	}
	_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			unread = append(unread, p)
			return nil //nolint:nilerr // the rest can be read all the same
		case strings.HasPrefix(d.Name(), ".") && p != path:
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			s := newSoundFile(transcripts.File{Path: p}, p)
			s.inside = true
			out = append(out, s)
		}
		if len(out) == maxInFolder {
			return fs.SkipAll
		}
		return nil
	})
	return out, unread
}

// writeExample writes a bundled recording to a file named after its title, because only files can
// be transcribed.
func writeExample(dir string, r spoken.Recording) (path string, err error) {
	path = filepath.Join(dir, r.Title+filepath.Ext(r.Name))
	sound := spoken.Sound(r.Name)
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(sound)) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if err := os.WriteFile(path+".new", sound, 0o600); err != nil {
		return "", err
	}
	return path, os.Rename(path+".new", path)
}
