// Package conformance asks the practice gateway from outside, with other people's clients, whether
// it keeps what docs/gateway.md says. The official Go SDK runs here and the official Node SDK in
// node/; both have one case for each line of cases.txt, against the real program's
// --practice-gateway. It is a module of its own, so that Parlando does not depend on an SDK.
package conformance
