// Package updates reads, when the user asks for it, what is new in later versions: from the list of
// changes (CHANGELOG.md) that each release publishes at the homepage. It also finds out what
// updates this program: the system, winget, or the user.
package updates
