// Package sources makes the sources of a reply fit to show: each page once, with an address that
// may be opened, and with the places in the text that lead to it. It fetches nothing.
package sources
