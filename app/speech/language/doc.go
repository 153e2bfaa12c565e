// Package language decides in which language a text is read aloud by the voice of this computer.
//
// A language is told by the whole text and not by its sentences, which are often too short. A
// paragraph in another language is recognized by itself, so that the voice never changes inside a
// paragraph. Where a text is too short to tell, the language is the last one of the chat, then that
// of the window, then the setting "Language you speak".
package language
