// Package portal connects to the session bus and makes requests to the desktop portal
// (xdg-desktop-portal), which asks the user. It does nothing on Windows and macOS.
package portal
