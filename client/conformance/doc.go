// Package conformance tests with third-party clients whether the practice gateway conforms to
// docs/gateway.md. The official Go SDK runs here and the official Node SDK in node/; both have one
// case for each line of cases.txt and run against the real program's --practice-gateway. It is a
// separate module so that Parlando does not depend on an SDK.
package conformance
