package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	stampField  = `"content":"`
	stampLength = len("1763704000123456789")

	chunkHead  = `data: {"id":"chatcmpl-bench1","object":"chat.completion.chunk","created":1760000000,"model":"demo-model","choices":[{"index":0,"delta":{`
	firstTail  = `"},"finish_reason":null}]}` + "\n\n"
	lastChunks = chunkHead + `},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"
	answerHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
)

const (
	// stampsInReply is the number of texts in a reply.
	stampsInReply = 5
	// pause is the delay before each text, so that every reader is waiting for it.
	pause = 2 * time.Millisecond
)

// service is another process of this program that responds to requests.
type service struct {
	web, raw string // addresses for HTTP and for plain sockets
	command  *exec.Cmd
	input    io.Closer
}

// startService starts the service and waits until it accepts requests.
func startService(ctx context.Context) (*service, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s := &service{command: exec.CommandContext(ctx, program)}
	s.command.Env, s.command.Stderr = append(os.Environ(), roleVariable+"=service"), os.Stderr
	if s.input, err = s.command.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	if _, err := fmt.Fscanln(output, &s.web, &s.raw); err != nil {
		s.stop()
		return nil, fmt.Errorf("starting the service: %w", err)
	}
	return s, nil
}

// stop ends the service by closing its standard input.
func (s *service) stop() {
	_ = s.input.Close()
	_ = s.command.Wait()
}

// serve runs the service. It writes to the connection directly, so that nothing comes between
// reading the clock and the write.
func serve() error {
	var listen net.ListenConfig
	web, err := listen.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	raw, err := listen.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go accept(web, answer)
	go accept(raw, answerRaw)
	fmt.Println(web.Addr(), raw.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// accept calls talk for every connection, again and again until talk fails.
func accept(l net.Listener, talk func(net.Conn, *bufio.Reader) error) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			r := bufio.NewReader(conn)
			for talk(conn, r) == nil {
			}
		}()
	}
}

// answer responds to one request with a stream.
func answer(conn net.Conn, r *bufio.Reader) error {
	request, err := http.ReadRequest(r)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, request.Body); err != nil {
		return err
	}
	if _, err := io.WriteString(conn, answerHead); err != nil {
		return err
	}
	return writeStamps(conn,
		func(s string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(s), s) },
		fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(lastChunks), lastChunks))
}

// answerRaw responds to a line.
func answerRaw(conn net.Conn, r *bufio.Reader) error {
	if _, err := r.ReadBytes('\n'); err != nil {
		return err
	}
	return writeStamps(conn, func(s string) string { return s }, "")
}

// writeStamps writes chunks with the current time as their text, then the rest.
func writeStamps(conn net.Conn, framed func(string) string, rest string) error {
	frame := []byte(framed(chunkHead + stampField + strings.Repeat("0", stampLength) + firstTail))
	place := strings.Index(string(frame), stampField) + len(stampField)
	for range stampsInReply {
		time.Sleep(pause)
		copy(frame[place:], fmt.Sprint(time.Now().UnixNano()))
		if _, err := conn.Write(frame); err != nil {
			return err
		}
	}
	time.Sleep(pause)
	_, err := io.WriteString(conn, rest)
	return err
}
