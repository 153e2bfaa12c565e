// Package form builds pages of controls from values (Form), and keeps what the user types in them
// until it is used or discarded, so that closing a page loses no word (Draft).
package form
