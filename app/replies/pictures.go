package replies

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"net/url"
	"strings"

	_ "image/gif" // for the width and height of the formats in GATEWAY.md 4.1.3
	_ "image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/webp"

	"parlando/app/chat"
	"parlando/media/picture"
)

// Limits of a picture inside a reply, whose size the model chose and not the user.
const (
	maxPictureBytes  = 32 << 20
	maxPicturePixels = 40_000_000
)

// errNoPicture reports a data: URL without data.
var errNoPicture = errors.New("the reply contains a picture without data")

// errUndecoded reports a data: URL that is incomplete or too large.
var errUndecoded = errors.New("the data of a picture cannot be decoded")

func isDataURL(address string) bool {
	return len(address) >= 5 && strings.EqualFold(address[:5], "data:")
}

// unknownMIME is the type of data that cannot be shown. The data is kept, because the user has paid
// for it and can save it.
const unknownMIME = "application/octet-stream"

// storePicture stores the data of a data: URL for a conversation. The data, not the URL, determines
// the type. A picture that cannot be shown has no width; a URL that cannot be decoded is stored as
// received. An error other than errNoPicture is a disk error and may be temporary.
func storePicture(ctx context.Context, blobs Blobs, conversation chat.ID, address string) (chat.Blob, error) {
	data, err := decodeDataURL(address)
	if err != nil {
		data = []byte(address)
	}
	mime := picture.DetectFormat(data).MIME()
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if mime == "" || err != nil || size.Width <= 0 || size.Height <= 0 || size.Width > maxPicturePixels/size.Height {
		if len(data) == 0 {
			return chat.Blob{}, errNoPicture
		}
		mime, size = unknownMIME, image.Config{}
	}
	blob, err := blobs.PutBlob(ctx, conversation, data, mime, size.Width, size.Height)
	if err != nil {
		return chat.Blob{}, fmt.Errorf("store a picture of the reply: %w", err)
	}
	return blob, nil
}

// decodeDataURL returns the bytes of a data: URL, in any base64 alphabet or percent-encoded (RFC
// 2397). The error is errUndecoded.
func decodeDataURL(address string) ([]byte, error) {
	head, body, ok := strings.Cut(address, ",")
	if !ok || !isDataURL(head) || len(body) > maxPictureBytes/3*4+4 {
		return nil, errUndecoded
	}
	if strings.Contains(body, "%") {
		plain, err := url.PathUnescape(body)
		if err != nil {
			return nil, errUndecoded
		}
		body = plain
	}
	if !strings.HasSuffix(strings.ToLower(strings.TrimSpace(head)), ";base64") {
		return []byte(body), nil
	}
	// Services differ in padding, alphabet and line breaks.
	body = strings.NewReplacer("-", "+", "_", "/", "\n", "", "\r", "", " ", "").Replace(body)
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(body, "="))
	if err != nil {
		return nil, errUndecoded
	}
	return data, nil
}
