// Package dataexport writes a whole library into one zip archive of JSON files and originals, which
// other programs can read, and makes a library out of such an archive again. docs/export.md
// describes the format.
//
// The JSON has the rows of the library as they are: each column is a member, unless it has its
// default. Rows that belong to another one are an array in it. So a column that is added to the
// library is exported without any change here.
package dataexport
