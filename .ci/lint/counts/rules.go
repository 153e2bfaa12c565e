package main

import (
	"regexp"
	"strings"
	"unicode"
)

// rules are the names of the faults that are counted.
//
//   - riddle: a comment that defines a thing by a question word, such as "… is what …"
//   - trouble: that word in names and comments; the house term is problem or error
//   - type: a type that is named by a bare participle or by a noun that many packages share
//   - word: a declared name with a word for which there is a better one
//   - complex: a function with a cyclomatic complexity above maxComplexity
//   - inline: a comment inside a function that begins with a word that stands for another ("it",
//     "what", "this"), or has words of the old dialect ("any more", "is told")
//   - field: the name of a request field as a literal, instead of its constant in client/fieldname
//   - unknown: a name in a comment or a document that exists nowhere in the code
var rules = []string{"riddle", "trouble", "type", "word", "complex", "unknown", "inline", "field"}

var (
	riddle  = regexp.MustCompile(`\b(is|are|says?|tells?) (what|when|how|where|who|whom|why|whether)\b`)
	inline  = regexp.MustCompile(`^(?i:it|its|what|one|who|whom|of|this|that|they)\b|\b(any more|stands?|(is|are) (told|said|there)|somebody|anew)\b`)
	trouble = regexp.MustCompile(`(?i)\btroubles?\b`)
)

// fieldNames are the names of request fields that mean nothing else in the code.
var fieldNames = set(`top_p frequency_penalty presence_penalty max_tokens max_completion_tokens
	response_format tool_choice stream_options parallel_tool_calls voice_id chunking_strategy
	timestamp_granularities`)

// readsRequests matches the folders that may name fields themselves: the constants, and the other
// side of the wire.
var readsRequests = regexp.MustCompile(`^(client/(fieldname|practice|bench|conformance|faults)|app/e2e)/`)

// housed are words for which the glossary has a better term.
var housed = set(`person somebody whoever seam heir usual heed turnstile hider gate flight launch
	settle held carried aside stage narration manuscript following returner bury scribe mishap
	hands ear dial talk pace piece looking farewell glimpse apart worked`)

// vague are nouns that too many packages use as the name of a type, and participles not ending in
// "ed" or "ing".
var vague = set(`part line piece state item thing work job one step row work heard said shown kept
	left made read known found told held drawn written spoken given taken sent`)

// vagueType reports whether the name of a type is a single word that is vague or a participle.
func vagueType(name string) bool {
	words := wordsOf(name)
	if len(words) != 1 {
		return false
	}
	w := words[0]
	return vague[w] || len(w) > 4 && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing")) && !nouns[w]
}

// nouns are words that end like participles but are nouns.
var nouns = set(`heading setting settings reading recording padding string ring encoding embedding
	meaning greeting warning feed speed thread spring`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// wordsOf splits a name at its capitals, and returns its words in lower case. A single capital
// before a word is a word of its own: "APart" is "a", "part", "HTTPServer" is "http", "server".
func wordsOf(name string) (words []string) {
	start := 0
	runes := []rune(name)
	for i := 1; i <= len(runes); i++ {
		if i == len(runes) || unicode.IsUpper(runes[i]) &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			words = append(words, strings.ToLower(strings.Trim(string(runes[start:i]), "_")))
			start = i
		}
	}
	return words
}
