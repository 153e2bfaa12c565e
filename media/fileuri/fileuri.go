// Package fileuri reads the URIs that desktops write for files.
package fileuri

import (
	"fmt"
	"net/url"
)

// Path returns the path in a file URI of this computer. The error is that of url.Parse, or says
// that it is no such URI.
func Path(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", err
	}
	if u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" {
		return "", fmt.Errorf("%q is no file of this computer", uri)
	}
	return u.Path, nil
}
