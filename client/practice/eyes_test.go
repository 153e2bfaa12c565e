package practice

import (
	"image/color"
	"testing"
)

func TestColorsHaveTheWordsThatPeopleUse(t *testing.T) {
	for want, c := range map[string]color.NRGBA{
		"black": {R: 12, G: 10, B: 11}, "gray": {R: 128, G: 128, B: 128}, "light gray": {R: 205, G: 204, B: 200}, "white": {R: 250, G: 250, B: 252},
		"blue": {R: 150, G: 180, B: 215}, "light blue": {R: 200, G: 220, B: 250}, "green": {R: 110, G: 150, B: 80}, "dark green": {R: 20, G: 70, B: 25},
		"orange": {R: 240, G: 160, B: 90}, "light orange": {R: 240, G: 210, B: 170}, "brown": {R: 70, G: 45, B: 25}, "pink": {R: 245, G: 175, B: 185},
		"olive": {R: 95, G: 100, B: 20}, "teal": {R: 10, G: 90, B: 90}, "red": {R: 220, G: 30, B: 30}, "violet": {R: 130, G: 80, B: 200},
	} {
		if got := colorName(c); got != want {
			t.Errorf("%v is called %s, not %s", c, got, want)
		}
	}
}
