// Package exportjson decodes the JSON of other programs' exports, and the content of messages in
// the form of the OpenAI API. A value of an unexpected type is left out instead of failing the
// whole, and hostile input is refused before it needs much memory.
package exportjson
