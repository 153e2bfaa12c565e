// Package chatgpt reads conversations of ChatGPT's exports: a tree of nodes, of which only some are
// shown. It reads values only; the files are found by package archive.
package chatgpt
