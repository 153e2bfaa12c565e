// Package console starts programs that write to a console without opening its window, which would
// flash on Windows.
package console
