package instance

import (
	"testing"

	"parlando/app/internal/fieldtest"
)

func TestARequestWithAnyFieldIsMoreThanShowingTheWindow(t *testing.T) {
	for name, r := range fieldtest.Each(fieldtest.Full[Request]()) {
		if r.IsZero() {
			t.Errorf("with %s it is zero", name)
		}
	}
	if !(Request{}).IsZero() {
		t.Error("an empty one is not")
	}
}
