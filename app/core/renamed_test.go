package core_test

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/settings"
)

// library-of-november.tar.gz holds the folders of the program from before it had this name, which a
// user copies to the new place.
func TestALibraryFromBeforeTheNewNameOpens(t *testing.T) {
	h := newHome(t)
	h.unpack("library-of-november.tar.gz")
	p := h.start()
	hits, err := p.History.Search(t.Context(), "lighthouse", 10)
	if err != nil || len(hits) == 0 {
		t.Fatal(hits, err)
	}
	if read := p.reads(hits[0].Conversation.ID); len(read) != 2 || read[0] != "user: What is a lighthouse for?" {
		t.Errorf("%q", read)
	}
	if p.Settings.Get().Theme != settings.Dark || len(p.Connections.List()) != 1 {
		t.Errorf("%+v", p.Settings.Get())
	}
	p.quit()
}

// unpack puts the files of an archive of testdata into the folder of the library.
func (h *home) unpack(name string) {
	h.t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		h.t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		h.t.Fatal(err)
	}
	for archive := tar.NewReader(unpacked); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			h.t.Fatal(err)
		}
		path := filepath.Join(h.dir, filepath.FromSlash(header.Name))
		if header.FileInfo().IsDir() {
			err = os.MkdirAll(path, 0o700)
		} else {
			var data []byte
			if data, err = io.ReadAll(archive); err == nil {
				err = os.WriteFile(path, data, 0o600)
			}
		}
		if err != nil {
			h.t.Fatal(err)
		}
	}
}
