package main

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"slices"
)

// twoColors is the color of a pixel in the light and in the dark picture: red, green and blue of
// each.
type twoColors [6]int

func (c twoColors) distance(to twoColors) (d int) {
	for i := range c {
		d += (c[i] - to[i]) * (c[i] - to[i])
	}
	return d
}

// light and dark return one of the two colors.
func (c twoColors) light() color.RGBA { return color.RGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 255} }

func (c twoColors) dark() color.RGBA { return color.RGBA{uint8(c[3]), uint8(c[4]), uint8(c[5]), 255} }

// twoPalettes packs a light and a dark picture of the same things into one with two palettes: shown
// is the light picture in size colors, and colors has them in its first row, with those of the dark
// picture below.
func twoPalettes(light, dark image.Image, size int) (shown, colors image.Image, err error) {
	r := light.Bounds()
	if r != dark.Bounds() {
		return nil, nil, fmt.Errorf("the light picture has %v, the dark one %v", r, dark.Bounds())
	}
	at := func(x, y int) (c twoColors) {
		for i, img := range []image.Image{light, dark} {
			p := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) //nolint:forcetypeassert // as the model says
			c[3*i], c[3*i+1], c[3*i+2] = int(p.R), int(p.G), int(p.B)
		}
		return c
	}
	counts := map[twoColors]int{}
	for y := range r.Dy() {
		for x := range r.Dx() {
			counts[at(x, y)]++
		}
	}
	palette := paletteOf(counts, size)
	places := map[twoColors]int{}
	for c := range counts {
		places[c] = nearest(palette, c)
	}
	distinct(palette)
	picture := image.NewRGBA(r)
	for y := range r.Dy() {
		for x := range r.Dx() {
			picture.SetRGBA(x, y, palette[places[at(x, y)]].light())
		}
	}
	table := image.NewRGBA(image.Rect(0, 0, len(palette), 2))
	for i, c := range palette {
		table.SetRGBA(i, 0, c.light())
		table.SetRGBA(i, 1, c.dark())
	}
	return picture, table, nil
}

// paletteOf returns size colors that stand for all others. It begins with the most frequent one,
// adds the one that is missed most, and then moves each to the middle of those that it stands for.
// The frequent ones, such as grounds, stay as they are.
func paletteOf(counts map[twoColors]int, size int) []twoColors {
	all := make([]twoColors, 0, len(counts))
	for c := range counts {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b twoColors) int { return cmp.Or(counts[b]-counts[a], slices.Compare(a[:], b[:])) })
	palette := []twoColors{all[0]}
	missed := make([]int, len(all))
	for i, c := range all {
		missed[i] = c.distance(all[0])
	}
	for len(palette) < min(size, len(all)) {
		worst, most := 0, -1
		for i, c := range all {
			if m := missed[i] * counts[c]; m > most {
				worst, most = i, m
			}
		}
		palette = append(palette, all[worst])
		for i, c := range all {
			missed[i] = min(missed[i], c.distance(all[worst]))
		}
	}
	const frequent = 1500 // pixels
	for range 8 {
		sums, pixels := make([]twoColors, len(palette)), make([]int, len(palette))
		for _, c := range all {
			n := nearest(palette, c)
			for i := range c {
				sums[n][i] += c[i] * counts[c]
			}
			pixels[n] += counts[c]
		}
		for n, p := range palette {
			if counts[p] >= frequent || pixels[n] == 0 {
				continue
			}
			for i := range p {
				palette[n][i] = (sums[n][i] + pixels[n]/2) / pixels[n]
			}
		}
	}
	return palette
}

// nearest returns the place in the palette of the color that is most like c.
func nearest(palette []twoColors, c twoColors) int {
	best := 0
	for i, p := range palette {
		if p.distance(c) < palette[best].distance(c) {
			best = i
		}
	}
	return best
}

// distinct changes light colors that are the same a little, so that each has one dark color.
func distinct(palette []twoColors) {
	used := map[color.RGBA]bool{}
	for i := range palette {
		for step := 1 - palette[i][2]/128*2; used[palette[i].light()]; {
			palette[i][2] += step
		}
		used[palette[i].light()] = true
	}
}
