//go:build !windows && !darwin

package desktop

import (
	"context"
	"errors"
	"fmt"

	"github.com/godbus/dbus/v5"

	"parlando/media/fileuri"
	"parlando/media/portal"
)

const fileChooserInterface = "org.freedesktop.portal.FileChooser"

// The kinds of a portalRule.
const (
	globRule = 0
	mimeRule = 1
)

// portalFilter is a FileFilter in the D-Bus type (sa(us)).
type portalFilter struct {
	Label string
	Rules []portalRule
}

type portalRule struct {
	Kind uint32
	Text string
}

func (c FileChooser) open(ctx context.Context) ([]string, error) {
	options := c.options()
	options["multiple"] = dbus.MakeVariant(c.Multiple)
	options["directory"] = dbus.MakeVariant(c.Directory)
	return c.ask(ctx, "OpenFile", options)
}

func (c FileChooser) save(ctx context.Context) (string, error) {
	options := c.options()
	if c.Name != "" {
		options["current_name"] = dbus.MakeVariant(busText(c.Name))
	}
	paths, err := c.ask(ctx, "SaveFile", options)
	if err != nil {
		return "", err
	}
	return paths[0], nil
}

// options returns the options that both dialogs share.
func (c FileChooser) options() map[string]dbus.Variant {
	options := map[string]dbus.Variant{"modal": dbus.MakeVariant(true)}
	if c.Accept != "" {
		options["accept_label"] = dbus.MakeVariant(busText(c.Accept))
	}
	if c.Folder != "" {
		options["current_folder"] = dbus.MakeVariant(append([]byte(c.Folder), 0))
	}
	var filters []portalFilter
	for _, f := range c.Filters {
		filter := portalFilter{Label: busText(f.Label)}
		for _, pattern := range f.Patterns {
			filter.Rules = append(filter.Rules, portalRule{globRule, busText(foldCase(pattern))})
		}
		for _, mime := range f.MIMETypes {
			filter.Rules = append(filter.Rules, portalRule{mimeRule, busText(mime)})
		}
		filters = append(filters, filter)
	}
	if len(filters) > 0 {
		options["filters"] = dbus.MakeVariant(filters)
	}
	return options
}

// parent returns the window's identifier for the portal.
func (c FileChooser) parent() string {
	if c.Parent == 0 {
		return ""
	}
	return fmt.Sprintf("x11:%x", c.Parent)
}

func (c FileChooser) ask(ctx context.Context, method string, options map[string]dbus.Variant) ([]string, error) {
	results, err := portal.Request{
		Method:        fileChooserInterface + "." + method,
		Arguments:     []any{c.parent(), busText(c.Title)},
		Options:       options,
		AcceptTimeout: callTimeout,
	}.Do(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, portal.ErrCanceled):
		return nil, ErrCanceled
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	uris, _ := results["uris"].Value().([]string)
	if len(uris) == 0 {
		return nil, fmt.Errorf("%w: the portal named no file", ErrNone)
	}
	paths := make([]string, len(uris))
	for i, uri := range uris {
		if paths[i], err = fileuri.Path(uri); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNone, err)
		}
	}
	return paths, nil
}
