//go:build e2e

package app

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// socketVariable names the Unix socket to answer on.
const socketVariable = "PARLEY_E2E_SOCKET"

// listen answers questions about where things are on the Unix socket named by the environment. It only reads: whatever
// happens in the window comes from a mouse and a keyboard.
func listen(w fyne.Window) {
	path := os.Getenv(socketVariable)
	if path == "" {
		return
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				line, err := bufio.NewReader(conn).ReadString('\n')
				if err != nil {
					return
				}
				fmt.Fprintln(conn, answer(w, strings.TrimSuffix(line, "\n")))
			}()
		}
	}()
}

func answer(w fyne.Window, question string) string {
	verb, name, _ := strings.Cut(question, " ")
	out := ""
	switch verb {
	case "where":
		fyne.DoAndWait(func() { out = where(w, name) })
	case "texts":
		fyne.DoAndWait(func() { out = texts(w) })
	case "idle":
		// Two turns: what the first one queued has been painted by the second.
		fyne.DoAndWait(func() {})
		fyne.DoAndWait(func() {})
		out = "idle"
	default:
		out = "unknown"
	}
	return out
}

// where looks through overlays first, then the page; an exact name wins over one that only begins like it.
func where(w fyne.Window, name string) string {
	exact, prefix := "", ""
	scale := w.Canvas().Scale()
	walk(w, func(o fyne.CanvasObject, at fyne.Position) {
		for _, n := range names(o) {
			place := fmt.Sprintf("%d %d %d %d", int(at.X*scale), int(at.Y*scale), int(o.Size().Width*scale), int(o.Size().Height*scale))
			if n == name && exact == "" {
				exact = place
			}
			if strings.HasPrefix(n, name) && prefix == "" {
				prefix = place
			}
		}
		// The conversation paints its controls itself and knows where they are; the last one is the newest.
		if c, ok := o.(interface {
			Where(name string, n int) (fyne.Position, bool)
		}); ok {
			for i := range 100 {
				p, found := c.Where(name, i)
				if !found {
					break
				}
				p = p.Add(at)
				exact = fmt.Sprintf("%d %d 1 1", int(p.X*scale), int(p.Y*scale))
			}
		}
	})
	switch {
	case exact != "":
		return exact
	case prefix != "":
		return prefix
	}
	return "none"
}

func texts(w fyne.Window) string {
	var all []string
	walk(w, func(o fyne.CanvasObject, _ fyne.Position) {
		switch o := o.(type) {
		case *canvas.Text:
			all = append(all, o.Text)
		case *widget.Entry:
			all = append(all, o.Text)
		}
	})
	return strconv.Quote(strings.Join(all, "\n"))
}

// names are what a person could call an object: its accessible name or its words.
func names(o fyne.CanvasObject) []string {
	var out []string
	if a, ok := o.(fyne.Accessible); ok {
		out = append(out, a.AccessibilityLabel())
	}
	if p, ok := o.(interface{ Placeholder() string }); ok {
		out = append(out, p.Placeholder())
	}
	switch o := o.(type) {
	case *widget.Button:
		out = append(out, o.Text)
	case *widget.Label:
		out = append(out, o.Text)
	case *widget.Entry:
		out = append(out, o.PlaceHolder)
	case *canvas.Text:
		out = append(out, o.Text)
	}
	return out
}

// walk visits everything that can be seen, what lies on top first.
func walk(w fyne.Window, visit func(fyne.CanvasObject, fyne.Position)) {
	c := w.Canvas()
	size := c.Size()
	var in func(o fyne.CanvasObject, at fyne.Position)
	in = func(o fyne.CanvasObject, at fyne.Position) {
		if o == nil || !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		if at.X >= size.Width || at.Y >= size.Height || at.X+o.Size().Width <= 0 || at.Y+o.Size().Height <= 0 {
			return
		}
		visit(o, at)
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				in(child, at)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				in(child, at)
			}
		}
	}
	overlays := c.Overlays().List()
	for i := len(overlays) - 1; i >= 0; i-- {
		in(overlays[i], fyne.Position{})
	}
	in(c.Content(), fyne.Position{})
}
