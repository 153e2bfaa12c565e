package picture

import "testing"

// TakeForLarge makes pictures of more than so many pixels very large ones, until the test ends.
func TakeForLarge(t *testing.T, pixels int) {
	before := maxWhole
	maxWhole = pixels
	t.Cleanup(func() { maxWhole = before })
}
