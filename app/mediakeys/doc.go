// Package mediakeys lets the keys of a keyboard, a headset and the desktop's own player hold and
// move what is read aloud. On Linux it is a media player on the session bus (MPRIS 2.2,
// https://specifications.freedesktop.org/mpris-spec/2.2/), which desktops send their media keys to.
// It is there from the first sound that is read until the player is closed, and without a session
// bus it is nowhere: no bus is ever started for it.
//
// On Windows and macOS it does nothing yet.
package mediakeys
