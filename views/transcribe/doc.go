// Package transcribe is the page where recordings become text: what there is and what is under way
// at the left; at the right what is asked before something is sent, how far it is, and the
// transcript itself, which somebody else shows (Page.SetView).
package transcribe
