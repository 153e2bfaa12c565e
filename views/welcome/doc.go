// Package welcome implements onboarding: the user tries the built-in practice service, enters a key
// for a service, or chooses a program on this computer. Its form for an address and a key is also
// used wherever else Parlando asks for a key.
package welcome
