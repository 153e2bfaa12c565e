// Package mediakeys lets the media keys of a keyboard, a headset and the desktop control reading
// aloud. On Linux it provides a media player on the session bus (MPRIS 2.2,
// https://specifications.freedesktop.org/mpris-spec/2.2/), to which desktops send their media keys,
// from the first reading until the player is closed. Without a session bus it does nothing; it
// never starts one.
//
// On Windows and macOS the package does nothing yet.
package mediakeys
