// Package welcome implements onboarding: the user enters a key for a service, or chooses a program
// on this computer or the built-in practice service. Its form for an address and a key is also used
// wherever else Parlando asks for a key.
package welcome
