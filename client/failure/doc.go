// Package failure classifies failed requests to a service: the Kind of error, the service's
// message, the wait it requests, and the field it refused. It parses the error formats and messages
// of real services (GATEWAY.md 7), and masks keys in everything it stores.
package failure
