package cards

import (
	"testing"

	"parlando/app/answers"
)

func TestACellThatDoesNotFitSaysWhy(t *testing.T) {
	faults := []answers.CellFault{{Row: 2, Column: 1, Reason: answers.NotADate}}
	table := shownTable{answers.Write(nil, answers.Table{Faults: faults}, 0)}
	if why, other := table.MisfitReason(2, 1), table.MisfitReason(1, 2); why != "This date doesn't exist." || other != "" {
		t.Errorf("it says %q, and of another cell %q", why, other)
	}
}
