package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	// tokens is the number of text deltas in the recorded reply.
	tokens = 20_000
	// extraChunks are the role at the start, and the finish reason and token count at the end.
	extraChunks = 3
)

var words = strings.Fields("the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you " +
	"were all her she there would their we him been has when who will no more if out so said what up its about than into them can only other " +
	"time new some could these two may first then do any like my now over such our man me even most made after also did many off before must " +
	"well back through years much where your way down should because long each just state people those too good little world größer naïve façade 東京 данные")

// record returns a recorded stream of n tokens of Markdown as gateways send it, and its text. It is
// deterministic. padded adds a field of random letters to every chunk, as some services do to hide
// word lengths from eavesdroppers.
func record(n int, padded bool) (body []byte, text string) {
	dice := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	var all strings.Builder
	chunk := func(delta, finish string) {
		padding := ""
		if padded {
			padding = fmt.Sprintf(`,"obfuscation":"%x"`, dice.Uint64()>>(4*dice.IntN(16)))
		}
		fmt.Fprintf(&b, "data: {\"id\":\"chatcmpl-bench1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,\"model\":\"demo-model\","+
			"\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]%s}\n\n", delta, finish, padding)
	}
	chunk(`{"role":"assistant","content":""}`, "null")
	for range n {
		token := word(dice)
		all.WriteString(token)
		quoted, err := json.Marshal(token)
		if err != nil {
			panic(err) // cannot happen: encoding a string cannot fail
		}
		chunk(`{"content":`+string(quoted)+`}`, "null")
	}
	chunk("{}", `"stop"`)
	b.WriteString("data: {\"id\":\"chatcmpl-bench1\",\"object\":\"chat.completion.chunk\",\"created\":1760000000,\"model\":\"demo-model\",\"choices\":[]," +
		"\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20000,\"total_tokens\":20100}}\n\ndata: [DONE]\n\n")
	return b.Bytes(), all.String()
}

// word returns the next token: mostly words, some Markdown syntax.
func word(dice *rand.Rand) string {
	w := words[dice.IntN(len(words))]
	switch dice.IntN(60) {
	case 0:
		return ".\n\n## " + w
	case 1:
		return ",\n- " + w
	case 2:
		return " **" + w + "**"
	case 3:
		return " `" + w + "()`"
	case 4:
		return " \"" + w + "\""
	case 5:
		return " <" + w + ">"
	case 6:
		return w
	}
	return " " + w
}
