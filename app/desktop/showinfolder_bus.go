//go:build !windows && !darwin

package desktop

import (
	"context"
	"net/url"
	"os/exec"
	"path/filepath"

	"parlando/media/portal"
)

const fileManagerName = "org.freedesktop.FileManager1"

func showInFolder(ctx context.Context, path string) error {
	if err := showItems(ctx, path); err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return runOpener(ctx, exec.Command("xdg-open", filepath.Dir(path))) //nolint:noctx // it may become the file manager
}

func showItems(ctx context.Context, path string) error {
	conn, err := portal.SessionBus(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	uri := (&url.URL{Scheme: "file", Path: path}).String()
	return conn.Object(fileManagerName, "/org/freedesktop/FileManager1").CallWithContext(ctx, fileManagerName+".ShowItems", 0, []string{uri}, "").Err
}
