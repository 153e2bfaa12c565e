//go:build windows || (darwin && cgo)

package clipboard

import (
	"context"

	system "golang.design/x/clipboard"
)

func picture(ctx context.Context, most int) ([]byte, error) {
	read := make(chan []byte, 1)
	go func() {
		if system.Init() != nil {
			read <- nil
			return
		}
		read <- system.Read(system.FmtImage)
	}()
	select {
	case data := <-read:
		switch {
		case len(data) > most:
			return nil, ErrTooLarge
		case !isPicture(data):
			return nil, ErrNoPicture
		}
		return data, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// uriList is not supported: Windows and macOS store copied files in another format.
func uriList(context.Context, int) ([]byte, error) { return nil, ErrUnavailable }
