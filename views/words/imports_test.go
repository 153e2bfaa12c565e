package words

import (
	"testing"

	"parlando/app/imports"
)

func TestALackOfDiskSpaceIsSaidWithTheSpaceNeeded(t *testing.T) {
	want := "Reading this export needs 1.2 GB of free disk space. Make room, then try again."
	if got := ImportFailed(&imports.SpaceError{Needed: 1_200_000_000}); got != want {
		t.Errorf("said is %q", got)
	}
}
