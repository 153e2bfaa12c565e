package updates

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Updater names the one who installs a later version.
type Updater uint8

// The updaters.
const (
	// User means that the user downloads the later version and installs it.
	User Updater = iota
	// System means that the system does, since the user has added our repository to it.
	System
	// Winget means that "winget upgrade" does.
	Winget
)

// place is the folder of the program, in a file system.
type place struct {
	// program is the path of the program below root, with slashes.
	program string
	root    fs.FS
}

// sources are the folders in which systems list their repositories.
var sources = []string{"etc/apt/sources.list.d", "etc/yum.repos.d", "etc/zypp/repos.d"}

// packaged is the program of our packages, wingetMark the file that the installer leaves beside the
// program if winget runs it (.ci/windows/installer.nsi).
const (
	packaged   = "usr/lib/parlando/parlando"
	wingetMark = "winget"
)

// thisPlace returns the place of the running program.
func thisPlace() place {
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if err != nil {
		return place{root: os.DirFS("/")}
	}
	volume := filepath.VolumeName(program) + string(filepath.Separator)
	return place{program: filepath.ToSlash(strings.TrimPrefix(program, volume)), root: os.DirFS(volume)}
}

// updater returns the Updater of the program, given the address of our repositories.
func (p place) updater(repository string) Updater {
	if p.program == packaged && repository != "" {
		for _, folder := range sources {
			if p.names(folder, repository) {
				return System
			}
		}
	}
	if strings.HasSuffix(p.program, ".exe") {
		folder := p.program[:strings.LastIndex(p.program, "/")+1]
		if _, err := fs.Stat(p.root, folder+wingetMark); err == nil {
			return Winget
		}
	}
	return User
}

// names reports whether a file in folder names the address, other than in a comment.
func (p place) names(folder, address string) bool {
	files, _ := fs.ReadDir(p.root, folder) // a folder of another system is not there
	for _, f := range files {
		content, _ := fs.ReadFile(p.root, folder+"/"+f.Name())
		for line := range strings.Lines(string(content)) {
			if !strings.HasPrefix(line, "#") && strings.Contains(line, address) {
				return true
			}
		}
	}
	return false
}
