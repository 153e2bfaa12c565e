// Package client implements a client of OpenAI-compatible model gateways (docs/gateway.md) that
// tolerates the deviations of real ones (docs/wire.md). A Client has four operations: Chat, Speech,
// Transcribe and Models; every failure is a *failure.Error. It uses only the standard library and
// is independent of the rest of the program.
package client
