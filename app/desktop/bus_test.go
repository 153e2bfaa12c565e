//go:build !windows && !darwin

package desktop

import (
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"go.uber.org/goleak"

	"parlando/media/portal"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// strange is a file name that is easily spoiled on its way through a URI.
const strange = "/tmp/100% + #1 ä 空?.mp3"

const strangeURI = "file:///tmp/100%25%20+%20%231%20%C3%A4%20%E7%A9%BA%3F.mp3"

// hasty has calls of services time out soon, for tests in which one never answers.
func hasty(t *testing.T) {
	before := callTimeout
	callTimeout = 100 * time.Millisecond
	t.Cleanup(func() { callTimeout = before })
}

// hang is a method of a service that answers only when the test ends.
func hang(t *testing.T) (wait func()) {
	ended := make(chan struct{})
	t.Cleanup(func() { close(ended) })
	return func() { <-ended }
}

// requestPath returns where the portal puts a request of sender.
func requestPath(sender dbus.Sender, token string) dbus.ObjectPath {
	name := strings.ReplaceAll(strings.TrimPrefix(string(sender), ":"), ".", "_")
	return portal.Path + dbus.ObjectPath("/request/"+name+"/"+token)
}

func refusal(name string) *dbus.Error { return dbus.NewError(name, nil) }
