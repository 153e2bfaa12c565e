// Package wholefiletest stops files from growing, as on a full disk, for tests.
package wholefiletest
