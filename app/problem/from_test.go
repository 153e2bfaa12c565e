package problem_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"net"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlando/app/problem"
	"parlando/client/failure"
)

var at = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)

// clientKinds reads the constants from the client's own source, so that a new kind cannot be
// forgotten here.
func clientKinds(t *testing.T) []failure.Kind {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../client/failure/kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []failure.Kind
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			value := spec.(*ast.ValueSpec)
			if name, ok := value.Type.(*ast.Ident); !ok || name.Name != "Kind" {
				continue
			}
			text, err := strconv.Unquote(value.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, failure.Kind(text))
		}
	}
	if len(kinds) < 20 {
		t.Fatalf("only %d kinds found", len(kinds))
	}
	return kinds
}

func TestEveryKindOfTheClientHasItsOwnProblem(t *testing.T) {
	want := map[failure.Kind]problem.Kind{
		failure.Auth:               problem.KeyRejected,
		failure.Credit:             problem.NoCredit,
		failure.Quota:              problem.NoCredit,
		failure.Forbidden:          problem.Forbidden,
		failure.NotFound:           problem.NoSuchModel,
		failure.WrongAddress:       problem.WrongAddress,
		failure.NoModelList:        problem.WrongAddress,
		failure.BadRequest:         problem.BadRequest,
		failure.UnsupportedParam:   problem.BadRequest,
		failure.TooLong:            problem.TooLong,
		failure.TooLarge:           problem.TooLarge,
		failure.ContentFilter:      problem.Filtered,
		failure.RateLimit:          problem.Busy,
		failure.Timeout:            problem.Timeout,
		failure.Server:             problem.ServerError,
		failure.Network:            problem.Offline,
		failure.TLS:                problem.Insecure,
		failure.Restarting:         problem.Restarting,
		failure.Loading:            problem.Loading,
		failure.Template:           problem.Template,
		failure.Proxy:              problem.Proxy,
		failure.ProxyLogin:         problem.ProxyLogin,
		failure.ProxyUnreachable:   problem.ProxyUnreachable,
		failure.ProxyInvalid:       problem.ProxyInvalid,
		failure.ProxyCannotConnect: problem.ProxyCannotConnect,
		failure.Truncated:          problem.CutOff,
		failure.ReplyTooLong:       problem.ReplyTooLong,
		failure.NoData:             problem.Silent,
		failure.EmptyReply:         problem.Empty,
		failure.BadReply:           problem.NotUnderstood,
		failure.BadToolCall:        problem.NotUnderstood,
		failure.NoVision:           problem.CannotSee,
		failure.NoDocument:         problem.CannotRead,
		failure.BadPicture:         problem.BadPicture,
	}
	for _, kind := range clientKinds(t) {
		expected, ok := want[kind]
		if !ok {
			t.Errorf("no trouble is chosen for the client's %q", kind)
			continue
		}
		if got := problem.From(&failure.Error{Kind: kind}, "", at).Kind; got != expected {
			t.Errorf("%q became %q, want %q", kind, got, expected)
		}
	}
}

func TestFromKeepsWhatSupportAsksFor(t *testing.T) {
	err := fmt.Errorf("chat: %w", &failure.Error{
		Kind: failure.RateLimit, Status: 429, Host: "api.example.org", RequestID: "req-7",
		Detail: "slow down", RetryAfter: 20 * time.Second, MayBeBilled: true,
	})
	want := problem.Problem{
		Kind: problem.Busy, Status: 429, Host: "api.example.org", RequestID: "req-7", Detail: "slow down",
		RetryAfter: 20 * time.Second, MayHaveArrived: true, At: at,
	}
	if got := problem.From(err, "elsewhere", at); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAMovedServiceIsToldWithItsAddress(t *testing.T) {
	const to = "https://api.example.org/v1/chat/completions/"
	p := problem.From(&failure.Error{Kind: failure.WrongAddress, Status: 308, MovedTo: to}, "h", at)
	if p.Kind != problem.WrongAddress || p.MovedTo != to {
		t.Errorf("got %+v", p)
	}
}

func TestALostAnswerIsCutOffAndNotOffline(t *testing.T) {
	p := problem.From(&failure.Error{Kind: failure.Network, Status: 200}, "h", at)
	if p.Kind != problem.CutOff || p.Host != "h" {
		t.Errorf("got %+v", p)
	}
}

type selfTold struct{}

func (selfTold) Error() string             { return "locked" }
func (selfTold) ProblemKind() problem.Kind { return problem.NoKey }

type sqliteError int

func (sqliteError) Error() string { return "SQL logic" }
func (e sqliteError) Code() int   { return int(e) }

func TestOtherErrorsFindTheirProblem(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want problem.Kind
	}{
		"no such host":       {&url.Error{Op: "Post", URL: "https://x", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}, problem.Offline},
		"refused":            {&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, problem.Offline},
		"slow name":          {&url.Error{Op: "Post", Err: &net.DNSError{IsTimeout: true}}, problem.Timeout},
		"deadline":           {context.DeadlineExceeded, problem.Timeout},
		"canceled":           {context.Canceled, problem.Interrupted},
		"reset":              {&net.OpError{Op: "read", Err: syscall.ECONNRESET}, problem.CutOff},
		"half":               {io.ErrUnexpectedEOF, problem.CutOff},
		"certificate":        {&url.Error{Err: x509.UnknownAuthorityError{}}, problem.Insecure},
		"full disk":          {&fs.PathError{Op: "write", Err: syscall.ENOSPC}, problem.Storage},
		"read-only disk":     {fmt.Errorf("save: %w", syscall.EROFS), problem.Storage},
		"read-only library":  {fmt.Errorf("save: %w", problem.New(problem.Storage, "read-only")), problem.Storage},
		"sqlite full":        {sqliteError(13), problem.Storage},
		"sqlite extended":    {sqliteError(8 | 3<<8), problem.Storage},
		"sqlite other":       {sqliteError(1), problem.NotUnderstood},
		"says it itself":     {fmt.Errorf("keyring: %w", selfTold{}), problem.NoKey},
		"whatever":           {errors.New("surprise"), problem.NotUnderstood},
		"is already trouble": {fmt.Errorf("x: %w", problem.Problem{Kind: problem.TooLarge}), problem.TooLarge},
	} {
		p := problem.From(c.err, "host", at)
		if p.Kind != c.want || p.Host != "host" || !p.At.Equal(at) {
			t.Errorf("%s: got %+v, want kind %q", name, p, c.want)
		}
	}
}

func TestDetailIsBounded(t *testing.T) {
	p := problem.From(errors.New(strings.Repeat("ä", 5000)), "", at)
	if n := len([]rune(p.Detail)); n != 2000 {
		t.Errorf("detail has %d characters", n)
	}
}

func TestNoErrorIsNoProblem(t *testing.T) {
	if p := problem.From(nil, "host", at); p != (problem.Problem{}) {
		t.Errorf("got %+v", p)
	}
}

func TestAProblemShowsNoKeyOfOthers(t *testing.T) {
	said := errors.New("helper: curl -H 'Authorization: Bearer 9fK2mQ7xV4bN1cT8' failed for 550e8400-e29b-41d4-a716-446655440000")
	got := problem.From(fmt.Errorf("speak: %w", said), "", at).Detail
	if strings.Contains(got, "9fK2") || !strings.Contains(got, "550e8400-e29b-41d4-a716-446655440000") {
		t.Error(got)
	}
}
