// Package welcome implements onboarding: a key for a service, a program on this computer, or the
// built-in practice service. Its form for an address and a key is also used wherever else a key is
// asked for.
package welcome
