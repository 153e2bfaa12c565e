package assets

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

//go:embed notices.txt.gz
var notices []byte

// Notices are the licenses of what the program stands on. They are unpacked each time.
func Notices() string {
	packed, err := gzip.NewReader(bytes.NewReader(notices))
	if err != nil {
		return ""
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		return ""
	}
	return string(text)
}
