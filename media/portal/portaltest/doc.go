// Package portaltest starts a private session bus for a test and exports services on it.
package portaltest
