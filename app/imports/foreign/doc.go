// Package foreign describes conversations of other programs, between the packages that read their
// exports and the import into the library. It reads nothing itself.
package foreign
