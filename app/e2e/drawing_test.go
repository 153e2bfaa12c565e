//go:build e2e

package e2e_test

import (
	"path/filepath"
	"testing"
	"time"

	"parlando/app/e2e"
)

// observer is a user who checks that every change is drawn.
type observer struct {
	user
	screen *e2e.FrameBuffer
}

// drawn checks that all that the window shows is on the screen 100 ms after the last input:
// painting everything anew must not change the picture.
func (o observer) drawn(what string) {
	o.Helper()
	o.waits(100 * time.Millisecond)
	before := o.screen.Sum()
	o.do("repaint", o.program.Repaint())
	o.waits(50 * time.Millisecond) // for the display
	if o.screen.Sum() != before {
		o.Errorf("%s: it is not drawn", what)
	}
}

func (o observer) waits(d time.Duration) {
	select {
	case <-time.After(d):
	case <-o.ctx.Done():
	}
}

// Every change is drawn at once, without the mouse being moved, also where Fyne could have
// forgotten what it has painted.
func TestEndToEndEveryChangeIsDrawnAtOnce(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	p := begin(t, ctx, screen, "--data-dir", filepath.Join(screen.Dir, "library"), "--practice")
	pixels, err := e2e.OpenFrameBuffer(screen.FrameBuffer)
	p.do("open the framebuffer", err)
	defer pixels.Close()
	o := observer{p, pixels}

	p.click("Write a message…")
	p.typ("Tell me about plum jam.")
	p.key("Return")
	p.readsToTheEnd()
	p.do("age", p.program.Age())
	p.key("Tab")
	o.drawn("the ring after Tab")
	p.do("age", p.program.Age())
	p.key("ctrl+k")
	o.drawn("the caret in the search")
	p.typ("plum")
	p.sees("3 matches")
	p.do("age", p.program.Age())
	p.key("Escape")
	o.drawn("the chats after Escape in the search")
	p.do("age", p.program.Age())
	p.click("=Search")
	p.typ("jam")
	p.sees("3 matches") // what is typed elsewhere goes into the message
	p.key("Escape")

	p.key("ctrl+shift+t")
	p.click("=The old pear tree")
	p.click("=Start")
	p.click("Save as…")
	p.click("Plain text (.txt)")
	p.click("=Save")
	p.sees("Show in folder")
	o.drawn("that it was saved")
	p.seesNoMore("Show in folder")
	o.drawn("that the notice has gone")
	p.do("let the computer sleep", p.program.Suspend())
	o.waits(3 * time.Second) // the program looks every two
	p.key("Tab")
	o.drawn("the ring after a sleep")
	p.do("quit", p.program.Quit(ctx))
}
