// Package form builds columns of controls from values (Form), and stores what the user types until
// it is used or discarded, so that closing a page loses no text (Draft).
package form
