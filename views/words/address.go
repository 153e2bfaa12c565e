package words

import (
	"net/url"
	"path"
)

// PictureAddress returns the file name and the host of the URL of a picture.
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
