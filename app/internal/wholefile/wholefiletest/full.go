// Package wholefiletest lets files not grow any more, as on a full disk, for tests.
package wholefiletest
