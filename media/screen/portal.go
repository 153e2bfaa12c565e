//go:build !windows && !darwin

package screen

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// The desktop portal (xdg-desktop-portal, org.freedesktop.portal.Screenshot).
const (
	portalName = "org.freedesktop.portal.Desktop"
	portalPath = "/org/freedesktop/portal/desktop"
	// mostPixels is how large a picture of the desktop may be.
	mostPixels = 200e6
	mostFile   = 256 << 20
	// connectWithin is how long the bus may take to let Parlando in.
	connectWithin = 5 * time.Second
)

// fromPortal has the desktop ask the person what to take, and waits for the answer.
func fromPortal(ctx context.Context) (Picture, error) {
	// The connection outlives ctx, to take the question back.
	open, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	patience := time.AfterFunc(connectWithin, cancel)
	conn, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(open))
	if err == nil {
		defer conn.Close()
		err = errors.Join(conn.Auth(nil), conn.Hello())
	}
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	patience.Stop()

	token := "parlando" + strings.ToLower(rand.Text())
	sender := strings.ReplaceAll(strings.TrimPrefix(conn.Names()[0], ":"), ".", "_")
	request := dbus.ObjectPath(portalPath + "/request/" + sender + "/" + token)
	answers := make(chan *dbus.Signal, 16)
	conn.Signal(answers)
	// Whoever listens only once the desktop has named the request may miss the answer.
	if err := listen(ctx, conn, request); err != nil {
		return Picture{}, err
	}
	defer func() {
		if ctx.Err() != nil { // nobody waits for the answer
			conn.Object(portalName, request).Call("org.freedesktop.portal.Request.Close", dbus.FlagNoReplyExpected)
		}
	}()
	named, err := ask(ctx, conn, token)
	if err != nil {
		return Picture{}, err
	}
	if named != request { // a portal of before 2016
		request = named
		if err := listen(ctx, conn, request); err != nil {
			return Picture{}, err
		}
	}
	for {
		select {
		case answer, ok := <-answers:
			if !ok {
				return Picture{}, fmt.Errorf("%w: the session bus is gone", ErrUnsupported)
			}
			if answer.Path == request && answer.Name == "org.freedesktop.portal.Request.Response" {
				return read(answer.Body)
			}
		case <-ctx.Done():
			return Picture{}, ctx.Err()
		}
	}
}

func listen(ctx context.Context, conn *dbus.Conn, request dbus.ObjectPath) error {
	err := conn.AddMatchSignalContext(ctx, dbus.WithMatchObjectPath(request), dbus.WithMatchInterface("org.freedesktop.portal.Request"))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return nil
}

// ask begins the question and returns the name of the request.
func ask(ctx context.Context, conn *dbus.Conn, token string) (request dbus.ObjectPath, err error) {
	options := map[string]dbus.Variant{
		"handle_token": dbus.MakeVariant(token), "interactive": dbus.MakeVariant(true), "modal": dbus.MakeVariant(true),
	}
	err = conn.Object(portalName, portalPath).CallWithContext(ctx, "org.freedesktop.portal.Screenshot.Screenshot", 0, "", options).Store(&request)
	var refused dbus.Error
	switch {
	case err == nil:
		return request, nil
	case errors.As(err, &refused) && strings.HasSuffix(refused.Name, ".AccessDenied"):
		return "", fmt.Errorf("%w: %w", ErrNoPermission, err)
	}
	return "", fmt.Errorf("%w: %w", ErrUnsupported, err)
}

// read reads the answer: how it ended, and where the picture is.
func read(body []any) (Picture, error) {
	var ended uint32
	var results map[string]dbus.Variant
	if err := dbus.Store(body, &ended, &results); err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	switch ended {
	case 0:
	case 1:
		return Picture{}, ErrCanceled
	default:
		return Picture{}, ErrNoPermission
	}
	var address string
	if err := results["uri"].Store(&address); err != nil {
		return Picture{}, fmt.Errorf("%w: the desktop gave no picture", ErrUnsupported)
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return Picture{}, fmt.Errorf("%w: the desktop gave no file", ErrUnsupported)
	}
	img, err := decode(u.Path)
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrNoPermission, err)
	}
	if isPassing(u.Path) {
		os.Remove(u.Path) //nolint:errcheck // what is left of it goes with the session
	}
	return Picture{Image: img, Screens: []image.Rectangle{img.Bounds()}, Chosen: true}, nil
}

// decode reads the file, which the desktop writes as PNG.
func decode(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size, err := png.DecodeConfig(io.LimitReader(file, mostFile))
	if err != nil {
		return nil, err
	}
	if float64(size.Width)*float64(size.Height) > mostPixels {
		return nil, fmt.Errorf("a picture of %d by %d", size.Width, size.Height)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return png.Decode(io.LimitReader(file, mostFile))
}

// isPassing tells files that only pass a picture on from those that the desktop keeps for the
// person.
func isPassing(path string) bool {
	for _, dir := range []string{os.TempDir(), os.Getenv("XDG_RUNTIME_DIR")} {
		if dir != "" && strings.HasPrefix(filepath.Clean(path), filepath.Clean(dir)+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
