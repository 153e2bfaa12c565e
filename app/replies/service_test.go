package replies_test

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/owner"
	"parlando/app/replies"
	"parlando/client"
)

// service is a gateway in memory whose answers the test writes word by word.
type service struct {
	calls chan *call
	// answer, when set, answers instead.
	answer func(*http.Request) *http.Response
}

// call is one request the service got.
type call struct {
	t    *testing.T
	body []byte
	ctx  context.Context
	w    *io.PipeWriter
}

func newService() *service { return &service{calls: make(chan *call, 1000)} }

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	out, in := io.Pipe()
	context.AfterFunc(r.Context(), func() { _ = in.CloseWithError(r.Context().Err()) })
	s.calls <- &call{body: body, ctx: r.Context(), w: in}
	r.Body = io.NopCloser(bytes.NewReader(body)) // for answer
	if s.answer != nil {
		return s.answer(r), nil
	}
	return response(http.StatusOK, "text/event-stream", out), nil
}

func response(status int, kind string, body io.ReadCloser) *http.Response {
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {kind}, "X-Request-Id": {"req-1"}}, Body: body,
	}
}

func text(body string) io.ReadCloser { return io.NopCloser(bytes.NewReader([]byte(body))) }

// event writes one chunk; extra is added to the delta.
func (c *call) event(delta map[string]any, finish string) {
	choice := map[string]any{"index": 0, "delta": delta}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	data, err := json.Marshal(map[string]any{"id": "chatcmpl-7", "object": "chat.completion.chunk", "model": "served-1", "choices": []any{choice}})
	if err != nil {
		c.t.Fatal(err)
	}
	fmt.Fprintf(c.w, "data: %s\n\n", data)
}

func (c *call) say(words string) { c.event(map[string]any{"content": words}, "") }

func (c *call) think(words string) { c.event(map[string]any{"reasoning_content": words}, "") }

func (c *call) done() { c.finish("stop") }

func (c *call) finish(why string) {
	c.event(map[string]any{}, why)
	fmt.Fprint(c.w, `data: {"id":"chatcmpl-7","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}}`+"\n\n")
	fmt.Fprint(c.w, "data: [DONE]\n\n")
	_ = c.w.Close()
}

// cut loses the connection.
func (c *call) cut() { _ = c.w.CloseWithError(io.ErrUnexpectedEOF) }

// asked is the request as the service understands it.
func (c *call) asked() map[string]any {
	var out map[string]any
	if err := json.Unmarshal(c.body, &out); err != nil {
		c.t.Fatal(err)
	}
	return out
}

// turns are the messages of the request as "role: content".
func (c *call) turns() (out []string) {
	for _, m := range c.asked()["messages"].([]any) {
		m := m.(map[string]any)
		out = append(out, fmt.Sprintf("%v: %v", m["role"], m["content"]))
	}
	return out
}

// disk is the history, whose writes the test can make fail.
type disk struct {
	*history.Store
	mu   sync.Mutex
	fail error
	// noSpace means that the disk is full, though the database still has room of its own.
	noSpace atomic.Bool
	// reads counts how often messages were read.
	reads atomic.Int64
}

func (d *disk) Messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error) {
	d.reads.Add(1)
	return d.Store.Messages(ctx, ids)
}

func (d *disk) refuse(err error) {
	d.mu.Lock()
	d.fail = err
	d.mu.Unlock()
}

func (d *disk) refuses() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.fail
}

func (d *disk) BeginTurn(ctx context.Context, t history.Turn) error {
	if err := d.refuses(); err != nil {
		return err
	}
	return d.Store.BeginTurn(ctx, t)
}

func (d *disk) AppendTail(ctx context.Context, tails []history.Tail) error {
	if err := d.refuses(); err != nil {
		return err
	}
	return d.Store.AppendTail(ctx, tails)
}

func (d *disk) NextRequest(ctx context.Context, message chat.ID, ended, next chat.Request) error {
	if err := d.refuses(); err != nil {
		return err
	}
	return d.Store.NextRequest(ctx, message, ended, next)
}

func (d *disk) CheckSpace() error {
	if d.noSpace.Load() {
		return errors.New("no space left on device")
	}
	return d.Store.CheckSpace()
}

func (d *disk) Finish(ctx context.Context, m chat.Message) error {
	if err := d.refuses(); err != nil {
		return err
	}
	return d.Store.Finish(ctx, m)
}

// desk is everything a story needs: a library on disk, a service, one conversation.
type desk struct {
	t       *testing.T
	dir     string
	disk    *disk
	marks   *changes.Marks
	service *service
	drafts  *drafts.Drafts
	replies *replies.Replies
	catalog interface {
		replies.Catalog
		ask.Knowledge
	}
	tools        *toolbox
	background   func(context.Context, chat.Conversation) (chat.Background, error)
	conversation chat.ID
	closed       bool
	// driver is the database's, nil for the usual one.
	driver driver.Driver
}

// services have one service.
type services struct {
	client *client.Client
	known  ask.Knowledge
}

func (s services) Resolve(id chat.ID) (chat.ID, string) { return id, "" }

func (s services) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	return &ask.Service{Connection: id, Gateway: ask.Client{Client: s.client}, Known: s.known}, nil
}

// story runs in virtual time with an open desk.
func story(t *testing.T, tell func(t *testing.T, d *desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{t: t, dir: t.TempDir(), service: newService()}
		d.open()
		d.conversation = chat.NewID()
		err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: d.conversation, Model: "asked-1"})
		if err != nil {
			t.Fatal(err)
		}
		tell(t, d)
		d.close()
	})
}

func (d *desk) open() {
	d.t.Helper()
	d.marks = changes.New()
	store, err := history.Open(d.t.Context(), d.dir, history.Options{Driver: d.driver, CommonOptions: owner.CommonOptions{Marks: d.marks}})
	if err != nil {
		d.t.Fatal(err)
	}
	d.disk = &disk{Store: store}
	d.drafts = drafts.New(drafts.Options{Store: d.disk, CommonOptions: owner.CommonOptions{Marks: d.marks}})
	o := replies.Options{
		History: d.disk, Queue: d.drafts, Services: services{d.client(d.service), d.catalog}, Catalog: d.catalog, CommonOptions: owner.CommonOptions{Marks: d.marks}, Background: d.background,
	}
	if d.tools != nil {
		o.Tools, o.Permission = d.tools, d.tools
	}
	d.replies = replies.New(o)
	d.closed = false
}

// learns reopens the desk with a catalog, and a chat of "asked-1" of "connection-1".
func (d *desk) learns() *catalog.Catalog {
	d.t.Helper()
	c := loadCatalog(d.t, d.marks)
	d.close()
	d.catalog = c
	d.open()
	if err := d.disk.SetModel(d.t.Context(), d.conversation, "connection-1", "asked-1"); err != nil {
		d.t.Fatal(err)
	}
	return c
}

// loadCatalog returns an empty catalog, which is closed when the test has ended.
func loadCatalog(t *testing.T, marks *changes.Marks) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Load(t.TempDir(), marks, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func (d *desk) client(transport http.RoundTripper) *client.Client {
	d.t.Helper()
	address, err := client.ParseAddress("https://api.example.org")
	if err != nil {
		d.t.Fatal(err)
	}
	return client.New(client.Options{Address: address, Key: "sk-test", Transport: transport})
}

func (d *desk) close() {
	d.t.Helper()
	if d.closed {
		return
	}
	d.closed = true
	if err := errors.Join(d.replies.Close(context.Background()), d.drafts.Close(), d.disk.Close()); err != nil {
		d.t.Error(err)
	}
}

// send sends words and returns the reply and the call that the service got for it.
func (d *desk) send(words string) (chat.ID, *call) {
	d.t.Helper()
	reply, queued, err := d.replies.Send(d.t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: words}), nil)
	if err != nil || queued {
		d.t.Fatalf("send %q: queued %v, %v", words, queued, err)
	}
	return reply, d.call()
}

// queue sends words while a reply is still being written.
func (d *desk) queue(words string) {
	d.t.Helper()
	_, queued, err := d.replies.Send(d.t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: words}), nil)
	if err != nil || !queued {
		d.t.Fatalf("send %q: queued %v, %v", words, queued, err)
	}
}

// unsent is the stored text of a conversation's draft.
func (d *desk) unsent() string {
	d.t.Helper()
	if err := d.drafts.Flush(); err != nil {
		d.t.Fatal(err)
	}
	u, err := d.disk.Unsent(d.t.Context(), d.conversation)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, a := range u.Additions {
		u.Draft = u.Draft.Append(a.Draft)
	}
	return u.Draft.Text
}

// box is a message box that shows the conversation.
func (d *desk) box() (*drafts.MessageBox, drafts.Snapshot) {
	d.t.Helper()
	if err := d.drafts.Read(d.t.Context(), d.conversation); err != nil {
		d.t.Fatal(err)
	}
	return d.drafts.Open(d.conversation)
}

// draft returns the draft that a message box shows.
func (d *desk) draft() drafts.Snapshot {
	d.t.Helper()
	_, v := d.box()
	return v
}

// types changes what stands in the message box.
func (d *desk) types(words string) {
	d.t.Helper()
	box, _ := d.box()
	box.Set(chat.Draft{Text: words})
}

// call is the next request the service gets.
func (d *desk) call() *call {
	d.t.Helper()
	select {
	case c := <-d.service.calls:
		c.t = d.t
		return c
	case <-time.After(time.Minute):
		d.t.Fatal("the service was not asked")
		return nil
	}
}

// answered sends words and lets the service answer them whole.
func (d *desk) answered(words, answer string) chat.ID {
	d.t.Helper()
	reply, c := d.send(words)
	c.say(answer)
	c.done()
	return d.ended(reply, chat.Done).ID
}

// shown is a message as the window would read it: from memory, else from the disk.
func (d *desk) shown(id chat.ID) chat.Message {
	d.t.Helper()
	if s, ok := d.replies.Snapshot(id); ok {
		return s.Message
	}
	return d.kept(id)
}

// kept is a message as the disk has it.
func (d *desk) kept(id chat.ID) chat.Message {
	d.t.Helper()
	all, err := d.disk.Messages(d.t.Context(), []chat.ID{id})
	if err != nil || len(all) != 1 {
		d.t.Fatalf("message %q: %v, %v", id, all, err)
	}
	return all[0]
}

// ended lets everything settle and returns the message from disk, which must be in the state.
func (d *desk) ended(id chat.ID, state chat.State) chat.Message {
	d.t.Helper()
	synctest.Wait()
	if _, ok := d.replies.Snapshot(id); ok {
		d.t.Fatalf("the reply is still in memory: %+v", d.shown(id))
	}
	m := d.kept(id)
	if m.State != state {
		d.t.Fatalf("the reply is %q, want %q: %+v, trouble %+v", m.State, state, m, m.Request.Problem)
	}
	return m
}

// thread is the shown branch as "role: text".
func (d *desk) thread() (out []string) {
	d.t.Helper()
	heads, err := d.disk.Thread(d.t.Context(), d.conversation)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, h := range heads {
		out = append(out, fmt.Sprintf("%s: %s", h.Role, d.shown(h.ID).Text()))
	}
	return out
}

// marked takes the marks and reports whether one is among them.
func (d *desk) marked(topic changes.Topic, id chat.ID) bool {
	found := false
	for _, c := range d.marks.Take() {
		found = found || c == changes.Change{Topic: topic, ID: string(id)}
	}
	return found
}
