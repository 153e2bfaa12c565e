// Package adjust is the panel of a chat's parameters. Each is empty at first, which means that the
// model decides and nothing is sent.
package adjust
