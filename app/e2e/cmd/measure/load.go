package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// load is a gateway that sends a chosen amount of Markdown at a chosen rate, given by the model ID
// load-TOKENS-RATE; RATE 0 means as fast as possible.
type load struct {
	address   string
	lastWrite atomic.Int64 // UnixNano of the last chunk
	done      chan struct{}
	// asked receives the times of requests; a time that nobody has read is replaced.
	asked chan time.Time
}

func startLoad() *load {
	g := &load{done: make(chan struct{}, 16), asked: make(chan time.Time, 1)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", g.models)
	mux.HandleFunc("POST /v1/chat/completions", g.chat)
	g.address = httptest.NewServer(mux).URL
	return g
}

// waitDone waits at most most until a reply has been sent completely.
func (g *load) waitDone(most time.Duration) {
	select {
	case <-g.done:
	case <-time.After(most):
		check(errors.New("the reply did not end"))
	}
}

// warmUp is a short reply with all scripts of the long one, so that the system's fonts are loaded.
const warmUp = "load-200-0"

// short is a reply of two seconds.
const short = "load-200-100"

var loadModels = []string{"load-20000-200", "table-2000-50", "load-20000-2000", "load-20000-0", warmUp, short, endless, endlessBurst}

func (g *load) models(w http.ResponseWriter, _ *http.Request) {
	var list struct {
		Data []map[string]string `json:"data"`
	}
	for _, m := range loadModels {
		list.Data = append(list.Data, map[string]string{"id": m, "object": "model"})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(list)
}

func (g *load) chat(w http.ResponseWriter, r *http.Request) {
	select {
	case <-g.asked:
	default:
	}
	g.asked <- time.Now()
	var body struct {
		Model string `json:"model"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fields := strings.Split(body.Model, "-")
	if len(fields) != 3 {
		http.Error(w, `{"error":{"message":"no such model"}}`, http.StatusNotFound)
		return
	}
	tokens, _ := strconv.Atoi(fields[1])
	rate, _ := strconv.Atoi(fields[2])
	w.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(w)
	start := time.Now()
	var all []string
	switch fields[0] {
	case "table":
		all = tableRows(tokens)
	case "endless":
		all = slices.Repeat([]string{longText(1<<10, " ")}, tokens)
	default:
		all = pieces(markdown(tokens), tokens)
	}
	for i, piece := range all {
		if rate > 0 {
			time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		}
		text, _ := json.Marshal(piece)
		if _, err := fmt.Fprintf(w, "data: {\"id\":\"load\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%s},\"finish_reason\":null}]}\n\n", text); err != nil {
			return
		}
		if rate > 0 || i%64 == 0 {
			_ = flush.Flush()
		}
	}
	fmt.Fprint(w, "data: {\"id\":\"load\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	_ = flush.Flush()
	g.lastWrite.Store(time.Now().UnixNano())
	g.done <- struct{}{}
}

// tableRows returns a table of n rows, one chunk per row.
func tableRows(n int) []string {
	all := []string{`{"rows":[`}
	for i := range n {
		gap := ","
		if i == n-1 {
			gap = "]}"
		}
		all = append(all, fmt.Sprintf(`{"shop":"Mercado da Ribeira %d","date":"2026-11-%02d","total":"%d,80"}`, i, i%30+1, i)+gap)
	}
	return all
}

// markdown returns Markdown of about 4.2 bytes per token, the same in each run.
func markdown(tokens int) string {
	words := strings.Fields("the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so said what up its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years much where your way down should because long each just state people those too mister how little good world make very year still see work life become here old both between need mean call develop under last right move thing general school never same another begin while number part turn real leave might want point form child few small since against ask late home interest large person end open public follow during present without again hold govern around possible head consider word program problem however lead system set order eye plan run keep face fact group play stand increase early course change help line größer naïve façade 東京 данные")
	r := rand.New(rand.NewPCG(7, 7))
	phrase := func(n int) string {
		out := make([]string, n)
		for i := range out {
			w := words[r.IntN(len(words))]
			switch r.IntN(40) {
			case 0:
				w = "**" + w + "**"
			case 1:
				w = "*" + w + "*"
			case 2:
				w = "`" + w + "()`"
			case 3:
				w = "[" + w + "](https://example.org/x)"
			}
			out[i] = w
		}
		return strings.Join(out, " ")
	}
	para := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(phrase(8+r.IntN(18)) + ". ")
		}
		return b.String() + "\n\n"
	}
	var b strings.Builder
	for k := 0; b.Len() < tokens*42/10; k++ {
		switch k % 8 {
		case 0:
			b.WriteString(strings.Repeat("#", 1+r.IntN(3)) + " " + phrase(4) + "\n\n")
		case 1, 3:
			b.WriteString(para(2 + r.IntN(4)))
		case 2:
			for range 4 + r.IntN(5) {
				b.WriteString("- " + phrase(4+r.IntN(10)) + "\n")
				if r.IntN(4) == 0 {
					b.WriteString("  - " + phrase(5) + "\n  - " + phrase(6) + "\n")
				}
			}
			b.WriteString("\n")
		case 4:
			b.WriteString("```go\n")
			for i := range 6 + r.IntN(10) {
				fmt.Fprintf(&b, "func f%d(n int) string {\n\treturn %q // %s\n}\n", i, words[r.IntN(len(words))], words[r.IntN(len(words))])
			}
			b.WriteString("```\n\n")
		case 5:
			b.WriteString("| name | count | note |\n|---|---:|:---:|\n")
			for range 4 + r.IntN(6) {
				fmt.Fprintf(&b, "| %s | %d | %s |\n", words[r.IntN(len(words))], r.IntN(100000), phrase(3))
			}
			b.WriteString("\n")
		case 6:
			for i := range 3 + r.IntN(5) {
				fmt.Fprintf(&b, "%d. %s\n", i+1, phrase(6+r.IntN(8)))
			}
			b.WriteString("\n")
		case 7:
			b.WriteString("> " + para(2))
		}
	}
	return b.String() + "\n\n東京 данные größer **東京 данные** *東京 данные* `東京 данные`: the end mark."
}

// pieces splits text into n chunks at character boundaries.
func pieces(text string, n int) []string {
	runes := []rune(text)
	out := make([]string, 0, n)
	for i := range n {
		from, to := i*len(runes)/n, (i+1)*len(runes)/n
		if from < to {
			out = append(out, string(runes[from:to]))
		}
	}
	return out
}
