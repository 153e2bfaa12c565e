package replies_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/owner"
	"parlando/app/replies"
	"parlando/app/tools"
	"parlando/client"
)

// roundsOfBenchmark is below the number after which the user is asked whether to go on.
const roundsOfBenchmark = 9

// calculates is a service in memory that calls the calculator in so many rounds, and then answers.
type calculates struct{}

func (calculates) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	events := `data: {"choices":[{"index":0,"delta":{"content":"That is all."},"finish_reason":"stop"}]}`
	if done := strings.Count(string(body), `"role":"tool"`); done < roundsOfBenchmark {
		events = fmt.Sprintf(`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"%d","type":"function","function":{"name":"calculator",`+
			`"arguments":"{\"expression\":\"17 %% of 24%d\"}"}}]},"finish_reason":"tool_calls"}]}`, done, done)
	}
	return response(http.StatusOK, "text/event-stream", text(events+"\n\ndata: [DONE]\n\n")), nil
}

// BenchmarkToolRound measures a round, from one request to the next, with all that is stored: a
// call of the calculator, one of 20 tools.
func BenchmarkToolRound(b *testing.B) {
	ctx, marks := context.Background(), changes.New()
	store, err := history.Open(ctx, b.TempDir(), history.Options{CommonOptions: owner.CommonOptions{Marks: marks}})
	if err != nil {
		b.Fatal(err)
	}
	all, err := tools.New(tools.Options{Dir: b.TempDir(), CommonOptions: owner.CommonOptions{Marks: marks}})
	if err != nil {
		b.Fatal(err)
	}
	offered := []string{tools.DateAndTime, tools.Calculator}
	for _, name := range strings.Fields("weather trains buses flights hotels recipes prices news sports music films books parks museums schools doctors taxes rivers") {
		own := tools.OwnTool{Name: name, Description: "Looks something up.", Parameters: `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`}
		if err := all.Save(own, ""); err != nil {
			b.Fatal(err)
		}
		offered = append(offered, name)
	}
	if n := len(all.Definitions(offered)); n != 20 {
		b.Fatalf("%d tools", n)
	}
	address, err := client.ParseAddress("https://api.example.org")
	if err != nil {
		b.Fatal(err)
	}
	waiting := drafts.New(drafts.Options{Store: store, CommonOptions: owner.CommonOptions{Marks: marks}})
	r := replies.New(replies.Options{
		History: store, Queue: waiting, Services: services{client: client.New(client.Options{Address: address, Key: "sk-test", Transport: calculates{}})},
		Tools: all, Permission: all, CommonOptions: owner.CommonOptions{Marks: marks},
	})
	news := marks.Fork(changes.Conversations)
	var took time.Duration
	for b.Loop() {
		id := chat.NewID()
		if err := historytest.Add(ctx, store, chat.Conversation{ID: id, Model: "m", Params: chat.Parameters{Tools: offered}}); err != nil {
			b.Fatal(err)
		}
		began := time.Now()
		reply, _, err := r.Send(ctx, waiting.TakeNew(id, chat.Draft{Text: "What is 17 % of 240?"}), nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, writing := r.Active(id); writing; _, writing = r.Active(id) {
			<-news.Ready()
			news.Take()
		}
		took += time.Since(began)
		if s, ok := r.Snapshot(reply); ok && s.Text() != "That is all." {
			b.Fatalf("%s: %+v", s.State, s.Parts)
		}
	}
	b.ReportMetric(float64(took.Microseconds())/1000/float64(b.N*roundsOfBenchmark), "ms/round")
	if err := r.Close(ctx); err != nil {
		b.Error(err)
	}
	if err := waiting.Close(); err != nil {
		b.Error(err)
	}
	if err := store.Close(); err != nil {
		b.Error(err)
	}
}
