package words

import (
	"net/url"
	"path"
)

// PictureAddress returns the name of the picture at a URL, and its host.
func PictureAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	if file := path.Base(u.Path); file != "." && file != "/" {
		return file + " · " + u.Host
	}
	return u.Host
}
