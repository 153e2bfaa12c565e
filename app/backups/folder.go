package backups

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"filippo.io/age"

	"parlando/app/internal/wholefile"
)

// folder is the folder of the backups of one library.
type folder struct {
	dir string
	// recipient encrypts what is stored; nil stores it as it is.
	recipient *age.X25519Recipient
}

// put stores what fill writes and reads the file back. It compresses it if the name ends in ".gz".
func (f folder) put(ctx context.Context, name string, fill func(io.Writer) error) (s StoredFile, err error) {
	s.Name = name
	if f.recipient != nil {
		s.Name += ageSuffix
	}
	path := filepath.Join(f.dir, filepath.FromSlash(s.Name))
	if err := f.makeFolder(path); err != nil {
		return s, err
	}
	var out *counter
	err = wholefile.Write(path, 0o600, func(file io.Writer) error {
		out = newCounter(file)
		return f.encode(out, strings.HasSuffix(name, ".gz"), fill)
	})
	if err != nil {
		return s, err
	}
	s = out.stored(s.Name)
	return s, check(ctx, os.DirFS(f.dir), s)
}

// makeFolder makes the folder of a stored file. It does not make the folder of the backups, since a
// folder that has vanished may be a drive that was disconnected.
func (f folder) makeFolder(path string) error {
	for _, dir := range []string{filepath.Join(f.dir, filesFolder), filepath.Dir(path)} {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// encode compresses and encrypts what fill writes.
func (f folder) encode(out io.Writer, compress bool, fill func(io.Writer) error) error {
	var closers []io.Closer // in the order in which they were opened
	if f.recipient != nil {
		sealed, err := age.Encrypt(out, f.recipient)
		if err != nil {
			return err
		}
		out, closers = sealed, append(closers, sealed)
	}
	if compress {
		z, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
		if err != nil {
			return err
		}
		out, closers = z, append(closers, z)
	}
	if err := fill(out); err != nil {
		return err
	}
	for _, c := range slices.Backward(closers) {
		if err := c.Close(); err != nil {
			return err
		}
	}
	return nil
}

// has reports whether a stored file exists with its size.
func (f folder) has(s StoredFile) bool {
	info, err := os.Stat(filepath.Join(f.dir, filepath.FromSlash(s.Name)))
	return err == nil && info.Size() == s.Size
}

// write writes the manifest, which completes a backup.
func (f folder) write(name string, m *Manifest) error {
	data, err := m.encode()
	if err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(f.dir, name+manifestSuffix), 0o600, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// freeName returns a name for a new backup: wanted, with a number appended if it is taken. Names
// sort by time.
func (f folder) freeName(wanted string) string {
	taken := func(name string) bool {
		return f.exists(name+manifestSuffix) || f.exists(name+librarySuffix) || f.exists(name+librarySuffix+ageSuffix)
	}
	name := wanted
	for n := 2; taken(name); n++ {
		name = fmt.Sprintf("%s_%d", wanted, n)
	}
	return name
}

func (f folder) exists(name string) bool {
	_, err := os.Lstat(filepath.Join(f.dir, name))
	return err == nil
}

// list returns the backups in the folder, the newest first. A missing folder has none.
func (f folder) list() (list []Backup, err error) {
	err = f.each(func(b Backup) bool {
		list = append(list, b)
		return true
	})
	newestFirst(list)
	return list, err
}

// each passes the backups in the folder to do, the last name first, until do returns false. Their
// manifests are long, so that those that nobody needs are not read.
func (f folder) each(do func(Backup) (more bool)) error {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range slices.Backward(entries) {
		if e.IsDir() || !strings.HasSuffix(e.Name(), manifestSuffix) || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if !do(readManifest(os.DirFS(f.dir), e.Name(), filepath.Join(f.dir, e.Name()))) {
			break
		}
	}
	return err
}

func newestFirst(list []Backup) {
	slices.SortStableFunc(list, func(a, b Backup) int { return b.Made.Compare(a.Made) })
}

// readManifest returns the backup with a manifest.
func readManifest(files fs.FS, name, path string) Backup {
	b := Backup{Path: path, files: files}
	data, err := fs.ReadFile(files, name)
	if err == nil {
		b.Manifest, err = decode(data)
	}
	b.Damaged = err
	return b
}

// remove removes the backups and the files that no other backup in the folder needs. It removes
// each manifest first, so that an interrupted removal leaves no incomplete backup. While a manifest
// cannot be read, shared files stay.
func (f folder) remove(list []Backup) error {
	for _, b := range list {
		if err := errors.Join(os.Remove(b.Path), f.removeStored(b.Library), f.removeStored(b.Contents)); err != nil {
			return err
		}
	}
	left, err := f.list()
	if err != nil {
		return err
	}
	needed := map[string]bool{}
	for _, b := range left {
		if b.Damaged != nil {
			return nil
		}
		for _, s := range b.Files {
			needed[s.Name] = true
		}
	}
	return filepath.WalkDir(filepath.Join(f.dir, filesFolder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return ignoreMissing(err)
		}
		relative, err := filepath.Rel(f.dir, path)
		if err == nil && !needed[filepath.ToSlash(relative)] {
			err = ignoreMissing(os.Remove(path))
		}
		return err
	})
}

// tidy removes what interrupted backups left: compressed files without a manifest, and temporary
// files. The backups of a folder are made one after the other.
func (f folder) tidy() error {
	entries, err := os.ReadDir(f.dir)
	for _, e := range entries {
		name := e.Name()
		backup, compressed := strings.CutSuffix(strings.TrimSuffix(name, ageSuffix), contentsSuffix)
		if !compressed {
			backup, compressed = strings.CutSuffix(strings.TrimSuffix(name, ageSuffix), librarySuffix)
		}
		if compressed && !f.exists(backup+manifestSuffix) || wholefile.IsTemporary(name) {
			err = errors.Join(err, ignoreMissing(os.Remove(filepath.Join(f.dir, name))))
		}
	}
	return err
}

func (f folder) removeStored(s StoredFile) error {
	return ignoreMissing(os.Remove(filepath.Join(f.dir, filepath.FromSlash(s.Name))))
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// counter counts and hashes what is written through it.
type counter struct {
	w    io.Writer
	hash hash.Hash
	n    int64
}

func newCounter(w io.Writer) *counter { return &counter{w: w, hash: sha256.New()} }

// stored describes what was written, as a file.
func (c *counter) stored(name string) StoredFile {
	return StoredFile{Name: name, Size: c.n, SHA256: hex.EncodeToString(c.hash.Sum(nil))}
}

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	_, _ = c.hash.Write(p[:n]) // a hash never fails
	return n, err
}
