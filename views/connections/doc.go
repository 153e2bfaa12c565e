// Package connections is the pages of the ways to services: all of them with what is wrong, one of
// them with what it can do, how requests leave this computer, and how one is added.
package connections
