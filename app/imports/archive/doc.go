// Package archive opens the exports of other programs as the user drops them: zips, zips in a zip,
// unpacked folders and single files. It finds the JSON files by their content, reads them object by
// object, and finds the files that a conversation names. It believes no name and no size, and
// writes nothing but temporary files.
package archive
