// Package portal joins the session bus and makes requests of the desktop portal
// (xdg-desktop-portal), which asks the user. It does nothing on Windows and macOS.
package portal
