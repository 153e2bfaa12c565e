// Package client speaks to an OpenAI-compatible model gateway (docs/gateway.md) and survives what
// real ones send (docs/wire.md). A Client asks for four things: Chat, Speech, Transcribe and
// Models; every failure is a *failure.Error. It stands on net/http and the standard library alone
// and knows nothing of the program around it.
package client
