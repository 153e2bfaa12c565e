package words

import (
	"net/url"
	"path"
)

// PictureAddress is what the picture at an address is called, and where it is.
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
