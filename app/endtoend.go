//go:build e2e

package app

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/pprof"
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
	case "memory":
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		out = fmt.Sprintf("heap %d in use %d idle %d released %d objects %d sys %d collections %d",
			m.HeapAlloc>>20, m.HeapInuse>>20, m.HeapIdle>>20, m.HeapReleased>>20, m.HeapObjects, m.Sys>>20, m.NumGC)
		if name != "" {
			f, err := os.Create(name)
			if err != nil {
				return err.Error()
			}
			defer f.Close()
			if err := pprof.Lookup("heap").WriteTo(f, 0); err != nil {
				return err.Error()
			}
		}
	default:
		out = "unknown"
	}
	return out
}

// where looks through overlays first, then the page. What names itself wins over words that are only painted, and an exact
// name over one that only begins like it. With "=" before it, only what names itself exactly so is found.
func where(w fyne.Window, name string) string {
	name, exactly := strings.CutPrefix(name, "=")
	const kinds = 4
	var best [kinds]string
	scale := w.Canvas().Scale()
	found := func(rank int, at fyne.Position, size fyne.Size) {
		if best[rank] == "" {
			best[rank] = fmt.Sprintf("%d %d %d %d", int(at.X*scale), int(at.Y*scale), int(size.Width*scale), int(size.Height*scale))
		}
	}
	walk(w, func(o fyne.CanvasObject, at fyne.Position) {
		for rank, names := range [][]string{ownNames(o), painted(o)} {
			for _, n := range names {
				if exactly && (n != name || rank > 0) {
					continue
				}
				if n == name {
					found(rank, at, o.Size())
				} else if strings.HasPrefix(n, name) {
					found(rank+2, at, o.Size())
				}
			}
		}
		// The conversation paints its controls itself and knows where they are; the last one is the newest.
		c, ok := o.(interface {
			Where(name string, n int) (fyne.Position, bool)
		})
		for i := 0; ok && !exactly && i < 100; i++ {
			p, here := c.Where(name, i)
			if !here {
				break
			}
			best[0] = ""
			found(0, p.Add(at), fyne.NewSquareSize(1))
		}
	})
	for _, b := range best {
		if b != "" {
			return b
		}
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

// ownNames are what a control is called by screen readers.
func ownNames(o fyne.CanvasObject) []string {
	switch o := o.(type) {
	case fyne.Accessible:
		if !control(o) {
			return nil
		}
		return []string{o.AccessibilityLabel()}
	case *widget.Entry:
		return []string{o.PlaceHolder}
	}
	return nil
}

// control reports whether an object does something, unlike a label of the same name.
func control(o any) bool {
	switch o.(type) {
	case fyne.Focusable, fyne.Tappable:
		return true
	}
	return false
}

// painted are words that can be read but not pressed.
func painted(o fyne.CanvasObject) []string {
	if t, ok := o.(*canvas.Text); ok {
		return []string{t.Text}
	}
	return nil
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
