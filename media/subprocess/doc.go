// Package subprocess starts other programs. On Windows, they open no console window and end with
// this program.
package subprocess
