// Package cards lays out messages: each message, at one width, becomes rows of positioned text,
// boxes and clickable areas. It has no canvas objects; clicks call the column that contains the
// message.
package cards
