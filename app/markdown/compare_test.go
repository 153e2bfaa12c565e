package markdown

import (
	"testing"

	"parlando/app/internal/fieldtest"
)

// A field of a block that is not compared would be shown as it was before.
func TestBlocksDifferInEveryField(t *testing.T) {
	fieldtest.Compared(t, func(a, b Block) bool { return same(&a, &b) })
	full, none := fieldtest.Full[Block](), fieldtest.Full[Block]()
	if none.Table = nil; same(&full, &none) || same(&none, &full) {
		t.Error("a table is the same as none")
	}
}
