// Package adjust implements the panel for the parameters of a chat. An empty parameter is not sent,
// so the model decides.
package adjust
