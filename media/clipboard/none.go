//go:build darwin && !cgo

package clipboard

import "context"

func picture(context.Context, int) ([]byte, error) { return nil, ErrUnavailable }

func uriList(context.Context, int) ([]byte, error) { return nil, ErrUnavailable }
