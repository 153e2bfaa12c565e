package desktop

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"
	"unsafe"

	"golang.org/x/sys/windows"
)

var sendMessage = user32.NewProc("SendMessageW")

func TestAClickOnANotificationNamesItsSubject(t *testing.T) {
	n := NewNotifications()
	clicked := make(chan string, 8)
	n.OnAction(func(subject, _ string) { clicked <- subject })
	for _, note := range []Notification{
		{Subject: "chat", Title: "Reply ready", Body: strings.Repeat("long ", 100), Action: "Open"},
		{Subject: "transcript", Title: "Transcribed", Action: "Open"},
		{Subject: "chat", Title: "Another reply", Body: "Hello", Action: "Open"},
	} {
		if err := n.Show(t.Context(), note); errors.Is(err, ErrNone) {
			t.Skip("there is no notification area: ", err)
		} else if err != nil {
			t.Fatal(err)
		}
	}
	event := func(subject string, event uintptr) {
		_, _, _ = sendMessage.Call(n.window, trayMessage, uintptr(n.ids[subject]), event)
	}
	event("transcript", ninTimedOut)
	event("chat", ninClicked)
	if got := <-clicked; got != "chat" {
		t.Errorf("%q was clicked", got)
	}
	if len(n.ids) != 0 {
		t.Errorf("left: %v", n.ids)
	}
	if err := n.Show(t.Context(), Notification{Subject: "chat", Title: "One more"}); err != nil {
		t.Fatal(err)
	}
	if err := n.Withdraw(t.Context(), "chat"); err != nil || len(n.ids) != 0 {
		t.Errorf("%v, left: %v", err, n.ids)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := n.Show(t.Context(), Notification{Subject: "chat", Title: "Too late"}); err == nil {
		t.Error("shown after Close")
	}
	if len(clicked) != 0 {
		t.Errorf("%d clicks too many", len(clicked))
	}
}

func TestANotificationFitsItsStructure(t *testing.T) {
	if got := unsafe.Sizeof(trayIcon{}); got != 976 {
		t.Errorf("NOTIFYICONDATAW has 976 bytes, not %d", got)
	}
	if got := unsafe.Sizeof(windowClass{}); got != 80 {
		t.Errorf("WNDCLASSEXW has 80 bytes, not %d", got)
	}
	var field [8]uint16
	for text, want := range map[string]string{"": "", "seven77": "seven77", "eight888": "eight8…"} {
		putText(field[:], text)
		if got := windows.UTF16ToString(field[:]); got != want || len(utf16.Encode([]rune(got))) > 7 {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
