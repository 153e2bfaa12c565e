// Package chat defines the data types of conversations: plain values without access to disk,
// network or window. All other packages of app use these types.
package chat
