// Package fileuri parses file URIs.
package fileuri

import (
	"fmt"
	"net/url"
)

// Path returns the path of a file URI on this computer. It returns an error of url.Parse, or one
// that says that the URI is not a local file URI.
func Path(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", err
	}
	if u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" {
		return "", fmt.Errorf("%q is not a local file", uri)
	}
	return u.Path, nil
}
