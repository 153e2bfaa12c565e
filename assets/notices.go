package assets

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

//go:embed notices.txt.gz
var notices []byte

// Notices returns the licenses of the software that the program uses. Each call unpacks them.
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
