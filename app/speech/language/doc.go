// Package language chooses the language in which the voice of this computer reads a text aloud.
//
// The language is detected from the whole text, not from its sentences, which are often too short.
// A paragraph in another language is detected separately, so that the voice never changes within a
// paragraph. If a text is too short, the language is the last one of the chat, then the language of
// the window, then the setting "Language you speak".
package language
