//go:build darwin && !cgo

package clipboard

import "context"

func picture(context.Context, int) ([]byte, error) { return nil, ErrUnreachable }

func uriList(context.Context, int) ([]byte, error) { return nil, ErrUnreachable }
