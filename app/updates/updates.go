package updates

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
	"unicode/utf8"
)

const (
	// maxListBytes bounds the list of changes, which grows by about 30 KB a year.
	maxListBytes = 1 << 20
	// maxChanges bounds the changes that are returned.
	maxChanges = 300
	// timeout bounds a check, so that the user is not left waiting.
	timeout = 30 * time.Second
	// maxRedirects is the number of redirects that are followed.
	maxRedirects = 5
)

var (
	// ErrNotReached means that the homepage could not be reached, or did not respond in time.
	ErrNotReached = errors.New("updates: the homepage was not reached")
	// ErrNoList means that the homepage sent something other than a list of changes.
	ErrNoList = errors.New("updates: this is not a list of changes")
)

// Options are the dependencies of Updates.
type Options struct {
	// Homepage is the public address of the project, Version that of this program.
	Homepage, Version string
	// Repository is the address of the package repositories, "" for none.
	Repository string
	Transport  http.RoundTripper
}

// Updates is safe from any goroutine. It sends nothing until Check.
type Updates struct {
	options Options
	client  *http.Client
	// here is the place of this program.
	here place
}

// News is the outcome of a check.
type News struct {
	// Later are the versions after this one, newest first; none if this is the newest.
	Later []Version
	// More means that Later is shortened.
	More bool
	// By installs a later version.
	By Updater
}

// New returns the Updates of this program, nil if the build names no homepage.
func New(o Options) *Updates {
	if o.Homepage == "" {
		return nil
	}
	return &Updates{options: o, here: thisPlace(), client: &http.Client{Transport: o.Transport, CheckRedirect: checkRedirect}}
}

// checkRedirect follows a redirect to another host, as release pages use them for files, but never
// from an encrypted address to one that is not.
func checkRedirect(r *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects || via[0].URL.Scheme == "https" && r.URL.Scheme != "https" {
		return http.ErrUseLastResponse
	}
	return nil
}

// Page returns the address of the page with all versions.
func (u *Updates) Page() string { return u.options.Homepage + "/releases" }

// Version returns the version of this program.
func (u *Updates) Version() string { return u.options.Version }

// Check reads the list of changes from the homepage. The error is ErrNotReached or ErrNoList, with
// its cause, or that of ctx.
func (u *Updates) Check(ctx context.Context) (News, error) {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	list, err := u.read(limited)
	if ctx.Err() != nil {
		return News{}, ctx.Err()
	}
	if err != nil {
		return News{}, err
	}
	all := parse(list)
	if len(all) == 0 {
		return News{}, fmt.Errorf("%w: no version in %d bytes", ErrNoList, len(list))
	}
	n := News{Later: later(all, u.options.Version), By: u.here.updater(u.options.Repository)}
	room := maxChanges
	for i, v := range n.Later {
		if len(v.Changes) > room {
			n.Later[i].Changes = v.Changes[:room]
			n.Later, n.More = n.Later[:i+1], true
			break
		}
		room -= len(v.Changes)
	}
	return n, nil
}

func (u *Updates) read(ctx context.Context) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.Page()+"/latest/download/CHANGELOG.md", http.NoBody)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNotReached, err)
	}
	r.Header.Set("User-Agent", "Parlando")
	resp, err := u.client.Do(r)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNotReached, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= http.StatusInternalServerError, resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode == http.StatusProxyAuthRequired:
		return "", fmt.Errorf("%w: %s", ErrNotReached, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%w: %s", ErrNoList, resp.Status)
	}
	list, err := io.ReadAll(io.LimitReader(resp.Body, maxListBytes+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %w", ErrNotReached, err)
	case len(list) > maxListBytes:
		return "", fmt.Errorf("%w: more than %d bytes", ErrNoList, maxListBytes)
	case !utf8.Valid(list):
		return "", fmt.Errorf("%w: not UTF-8", ErrNoList)
	}
	return string(list), nil
}
