package practice_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parlando/client/practice"
)

// A sender that writes its whole body before it reads learns that the body is too large: nothing
// cuts it off in the middle.
func TestABodyThatIsTooLargeIsReadToItsEnd(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	for _, path := range []string{"/v1/audio/speech", "/v1/chat/completions"} {
		t.Run(path, func(t *testing.T) {
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			const size = 80 << 20
			head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: practice\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
				path, practice.Key, size)
			if _, err := io.Copy(conn, io.MultiReader(strings.NewReader(head), io.LimitReader(spaces{}, size))); err != nil {
				t.Fatalf("sending: %v", err)
			}
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = response.Body.Close() }()
			if response.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("the answer is %s", response.Status)
			}
		})
	}
}

// spaces reads as blanks without end.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
