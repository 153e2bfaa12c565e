// Package clips keeps the sound that services made of texts, one file for each request, so that
// hearing it again costs nothing and needs no network.
//
// A clip is found by what was asked for (What); the file is named after the hash of that, so that
// no text is in a name. A clip is there whole or not at all, whenever the program ends. The folder
// holds at most so many bytes: the clips that were not used for longest go first. Nothing here is
// needed: what is missing can be asked for again.
package clips
