// Package portaltest starts a session bus of a test's own and puts services on it.
package portaltest
