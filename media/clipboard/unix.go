//go:build !windows && !darwin

package clipboard

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"
)

// How long the program that owns the clipboard may take.
const (
	// stall is the longest it may do nothing at all.
	stall = 5 * time.Second
	// longest is for the whole picture, however it comes.
	longest = time.Minute
)

// kinds are the names of the pictures that are wanted, the best first: most programs offer one
// picture under several.
var kinds = []string{
	"image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif", "image/bmp", "image/x-bmp", "image/x-ms-bmp", "image/x-MS-bmp", "image/tiff",
}

// query asks for data under one of several names, the best first; is reports whether it came.
type query struct {
	kinds []string
	is    func(data []byte) bool
}

func picture(ctx context.Context, most int) ([]byte, error) {
	return read(ctx, query{kinds, isPicture}, most)
}

func uriList(ctx context.Context, most int) ([]byte, error) {
	return read(ctx, query{[]string{"text/uri-list"}, func(data []byte) bool { return len(data) > 0 }}, most)
}

func read(ctx context.Context, q query, most int) ([]byte, error) {
	bounded, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	data, err := fromSession(bounded, q, most)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case bounded.Err() != nil:
		return nil, ErrCutOff
	}
	return data, err
}

// fromSession asks Wayland, where this is Wayland, and then X11.
func fromSession(ctx context.Context, q query, most int) ([]byte, error) {
	wayland := ErrUnreachable
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		data, err := fromWayland(ctx, q, most)
		if err == nil || !errors.Is(err, ErrNoPicture) && !errors.Is(err, ErrUnreachable) {
			return data, err
		}
		wayland = err
	}
	if os.Getenv("DISPLAY") == "" {
		return nil, wayland
	}
	data, err := fromX11(ctx, q, most, stall)
	if errors.Is(err, ErrUnreachable) {
		err = wayland
	}
	return data, err
}

// of are those of the kinds that are offered, the best first.
func (q query) of(offered []string) []string {
	return slices.DeleteFunc(slices.Clone(q.kinds), func(kind string) bool {
		return !slices.ContainsFunc(offered, func(o string) bool { return strings.TrimSpace(o) == kind })
	})
}
