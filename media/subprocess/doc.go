// Package subprocess starts other programs: without the console window that would flash on Windows,
// and so that they end with this one there.
package subprocess
