//go:build !windows && !darwin

package clipboard_test

import (
	"slices"
	"testing"

	"parlando/media/clipboard"
	"parlando/media/virtualscreen"
)

func TestTheFilesOnTheClipboardAreRead(t *testing.T) {
	virtualscreen.ForTest(t, "64x64x24")
	list := "# copied\r\nfile:///home/ana/Our%20garden.jpg\r\nhttps://example.org/a\r\nfile://localhost/tmp/b.txt\r\n"
	owns(t, map[string]offer{"text/uri-list": {whole: []byte(list)}})
	paths, err := clipboard.ReadFiles(t.Context())
	if err != nil || !slices.Equal(paths, []string{"/home/ana/Our garden.jpg", "/tmp/b.txt"}) {
		t.Errorf("%q, %v", paths, err)
	}
}

func TestATextIsNoFile(t *testing.T) {
	withTool(t, "[ $1 = --list-types ] && echo text/plain")
	if paths, err := clipboard.ReadFiles(t.Context()); err == nil || paths != nil {
		t.Errorf("%q, %v", paths, err)
	}
}

func TestOnWaylandTheToolIsAskedForFiles(t *testing.T) {
	withTool(t, `case "$*" in
--list-types) echo text/uri-list;;
*uri-list) echo file:///tmp/a;;
esac`)
	if paths, err := clipboard.ReadFiles(t.Context()); err != nil || !slices.Equal(paths, []string{"/tmp/a"}) {
		t.Errorf("%q, %v", paths, err)
	}
}
