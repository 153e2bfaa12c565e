package core_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"regexp"
	"strings"
	"testing"

	"parlando/app/core"
	"parlando/client"
	"parlando/client/practice"
)

func TestOtherProgramsReachThePracticeGateway(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- core.ServePractice(ctx, "127.0.0.1:0", core.Options{Practice: practice.Options{TokenInterval: -1}}, in)
		_ = in.Close()
	}()
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`(http://127\.0\.0\.1:\d+/v1) .*(sk-\S+) `).FindStringSubmatch(line)
	if said == nil {
		t.Fatalf("it prints %q", line)
	}
	address, err := client.ParseAddress(said[1])
	if err != nil {
		t.Fatal(err)
	}
	line, err = lines.ReadString('\n')
	paths := regexp.MustCompile(`/\S+/v1`).FindAllString(line, -1)
	if err != nil || len(paths) != len(practice.Scenes())-1 {
		t.Errorf("the paths of the scenes: %q, %v", line, err)
	}
	for _, path := range paths {
		there, err := client.ParseAddress(strings.TrimSuffix(said[1], "/v1") + path)
		if err != nil {
			t.Fatal(err)
		}
		if models, err := client.New(client.Options{Address: there, Key: said[2]}).Models(t.Context()); (err != nil || len(models) == 0) != (path == "/literal/v1") {
			t.Errorf("%s: %v, %v", path, models, err)
		}
	}
	c := client.New(client.Options{Address: address, Key: said[2]})
	if models, err := c.Models(t.Context()); err != nil || len(models) == 0 {
		t.Errorf("%v, %v", models, err)
	}
	// A reply that never ends must not hold it back.
	s, err := c.Chat(t.Context(), client.ChatRequest{
		Model: practice.FailingModel, Messages: []client.Message{{Role: "user", Content: []client.ContentPart{{Text: "silent"}}}},
	})
	if err != nil || !s.Next() {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	interrupt()
	if err := <-ended; err != nil {
		t.Errorf("interrupted, it says %v", err)
	}
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
		t.Errorf("it also printed %q, %v", rest, err)
	}
}

func TestThePracticeGatewayServesThisComputerOnly(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	for addr, says := range map[string]string{
		"0.0.0.0:0":               "not a loopback address",
		":8080":                   "not a loopback address",
		"192.168.1.2:80":          "not a loopback address",
		"example.org:80":          "not a loopback address",
		"127.0.0.1":               "an address with a port",
		"":                        "an address with a port",
		"127.0.0.1:99999":         "cannot listen",
		taken.Addr().String():     "cannot listen",
		"[::ffff:192.168.1.2]:80": "not a loopback address",
	} {
		var out strings.Builder
		err := core.ServePractice(t.Context(), addr, core.Options{}, &out)
		if err == nil || !strings.Contains(err.Error(), says) || out.Len() > 0 {
			t.Errorf("%q: %v, printed %q", addr, err, out.String())
		}
	}
}
