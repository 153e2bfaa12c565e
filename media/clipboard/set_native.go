//go:build windows || (darwin && cgo)

package clipboard

import (
	"context"

	system "golang.design/x/clipboard"
)

func canSet() bool { return true }

func set(_ context.Context, png []byte) error {
	if system.Init() != nil {
		return ErrUnavailable
	}
	system.Write(system.FmtImage, png)
	return nil
}
