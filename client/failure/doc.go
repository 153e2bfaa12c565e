// Package failure finds the reason why a request to a service has failed: its Kind, the words of
// the service, the wait it asks for, and the field it refused. It reads errors in the shapes and
// words of real services (GATEWAY.md 7), and takes keys out of all it keeps.
package failure
