//go:build darwin && !cgo

package clipboard

import "context"

func canSet() bool { return false }

func set(context.Context, []byte) error { return ErrUnavailable }
