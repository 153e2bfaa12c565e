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
	"time"
	_ "unsafe" // linkname requires this import

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/core"
	"parlando/client/practice"
	"parlando/views/i18n"
	"parlando/views/seen"
)

// socketVariable is the environment variable with the path of the Unix socket.
const socketVariable = "PARLANDO_E2E_SOCKET"

// listen answers questions about the window on the Unix socket named by the environment. It never
// controls the window: all input comes from mouse and keyboard.
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

// options makes the practice service repeat its replies exactly, so that the screenshots of two
// tours can be compared.
func options() core.Options {
	return core.Options{Practice: practice.Options{Repeatable: true}}
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
		// Run the event loop twice: work that the first run queued is painted in the second.
		fyne.DoAndWait(func() {})
		fyne.DoAndWait(func() {})
		out = "idle"
	case "repaint":
		paintAll(w, func() {})
		out = "repainted"
	case "age":
		age(w, false)
		out = "aged"
	case "suspend":
		age(w, true)
		out = "resumed"
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

// paintAll calls before, repaints everything and waits for the repaint.
func paintAll(w fyne.Window, before func()) {
	c := w.Canvas().(interface {
		fyne.Canvas
		CheckDirtyAndClear() bool
		SetDirty()
	})
	fyne.DoAndWait(func() {
		before()
		c.Refresh(c.Content())
	})
	for dirty := true; dirty; time.Sleep(time.Millisecond) {
		fyne.DoAndWait(func() {
			if dirty = c.CheckDirtyAndClear(); dirty {
				c.SetDirty()
			}
		})
	}
}

// Internals of Fyne: the clock of its cache, the time of the last cleaning, and the lifetime of
// entries.
var (
	//go:linkname cacheClock fyne.io/fyne/v2/internal/cache.timeNow
	cacheClock func() time.Time
	//go:linkname lastClean fyne.io/fyne/v2/internal/cache.lastClean
	lastClean time.Time
	//go:linkname mustClean fyne.io/fyne/v2/internal/cache.skippedCleanWithCanvasRefresh
	mustClean bool
	//go:linkname cacheLife fyne.io/fyne/v2/internal/cache.ValidDuration
	cacheLife time.Duration
)

// aged is the time by which the clock of Fyne's cache has been advanced.
var aged time.Duration

// age advances the clock of Fyne's cache by a minute without use, and cleans the cache after the
// next repaint, as after a minute of work. With asleep the event loop does not run in that minute,
// as while the computer sleeps.
func age(w fyne.Window, asleep bool) {
	pass := func() {
		cacheLife = time.Minute
		aged += cacheLife + time.Second
		cacheClock = func() time.Time { return time.Now().Add(aged) }
		lastClean, mustClean = cacheClock(), false
	}
	clean := func() { lastClean = time.Time{} }
	if asleep {
		paintAll(w, func() { pass(); clean() })
		return
	}
	fyne.DoAndWait(pass)
	time.Sleep(time.Second / 20) // at least one iteration of the event loop
	paintAll(w, clean)
}

// where returns the position of the element called name, in pixels of the window. name is in
// English or in the window's language; a leading "=" requires the exact name.
func where(w fyne.Window, name string) string {
	name, exactly := strings.CutPrefix(name, "=")
	find := func(name string) *seen.Rect {
		places := seen.Find(w.Canvas(), false, name)
		if exactly {
			return places.Control
		}
		return places.Best()
	}
	p := find(name)
	if p == nil {
		p = find(i18n.Text(name))
	}
	if p == nil {
		return "none"
	}
	scale := w.Canvas().Scale()
	return fmt.Sprintf("%d %d %d %d", int(p.Position.X*scale), int(p.Position.Y*scale), int(p.Size.Width*scale), int(p.Size.Height*scale))
}

func texts(w fyne.Window) string {
	all := seen.Texts(w.Canvas())
	seen.Walk(w.Canvas(), false, func(o fyne.CanvasObject, _ fyne.Position) {
		if e, ok := o.(*widget.Entry); ok {
			all = append(all, e.Text)
		}
	})
	return strconv.Quote(strings.Join(all, "\n"))
}
