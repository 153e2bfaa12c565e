package heif

import (
	"errors"
	"os"
	"testing"
)

func TestWithoutItsHelperNothingIsDecoded(t *testing.T) {
	inside = false // beside a test program there is none
	defer func() { inside = true }()
	data, err := os.ReadFile("testdata/odd.heic")
	if err != nil {
		t.Fatal(err)
	}
	h, err := ReadHeader(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(t.Context(), HEIC, data, h); !errors.Is(err, ErrUnavailable) {
		t.Errorf("%v", err)
	}
}
