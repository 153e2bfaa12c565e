// Package openwebui reads the chats that Open WebUI exports, also those of older versions.
package openwebui
