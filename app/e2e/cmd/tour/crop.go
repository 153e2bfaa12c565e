package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"

	"parlando/app/e2e"
)

// crop is a part of the window that ends between what the window shows, never within it. The zero
// value is everything below the bar.
type crop struct {
	// from and to are the names of its first and of its last element; "" is the top of the page.
	from, to string
	// most is its maximum height without to, in pixels.
	most int
	// sheet reports that it is a part of a sheet.
	sheet bool
}

const (
	// barHeight is the height of the bar at the top of the window.
	barHeight = 52
	// pageEdge and sheetEdge are the width at each side of a page or a sheet in a narrow window
	// that has no content. The scroll bar of a sheet is there. pageMargin and sheetMargin are added
	// to the space that is left beside the content, so that the margin is the same at all sides.
	pageEdge, pageMargin   = 12, 4
	sheetEdge, sheetMargin = 32, 12
	// lineGap is the largest gap between the lines of a text.
	lineGap = 9
	// lineHeight is the largest height of a line between two rows.
	lineHeight = 2
	// partMargin is the margin above and below what the part shows.
	partMargin = 16
)

// save writes the part of a screenshot as a picture of its own.
func (c crop) save(window *e2e.Program, screenshot, to string) error {
	img, err := readPNG(screenshot)
	if err != nil {
		return err
	}
	top, bottom := barHeight, 0
	for name, edge := range map[string]*int{c.from: &top, c.to: &bottom} {
		if name == "" {
			continue
		}
		r, ok, err := window.Where(name)
		if err != nil {
			return err
		}
		if !ok {
			texts, _ := window.Texts()
			return fmt.Errorf("%q is not in the window, which shows %s", name, texts)
		}
		*edge = r.Y + r.Height/2
	}
	return e2e.WritePNG(to, c.of(img, top, bottom))
}

func readPNG(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return png.Decode(f)
}

// of returns the part of a picture from what is at the row top to what is at the row bottom, with
// an even margin.
func (c crop) of(img image.Image, top, bottom int) image.Image {
	edge, sides, corner := pageEdge, pageMargin, image.Pt(pageEdge/2, barHeight)
	if c.sheet {
		edge, sides, corner = sheetEdge, sheetMargin, image.Pt(sheetEdge-1, top)
	}
	column := image.Rect(edge, barHeight, img.Bounds().Dx()-edge, img.Bounds().Dy())
	ground := color.RGBAModel.Convert(img.At(corner.X, corner.Y))
	if c == (crop{}) {
		return frame(img, column, ground, sides, 0)
	}
	var box image.Rectangle
	for _, r := range things(img, column, ground) {
		if c.to != "" && r.Min.Y > bottom || c.to == "" && !box.Empty() && r.Max.Y > box.Min.Y+c.most {
			break
		}
		// A line is between two things.
		if r.Max.Y >= top && r.Dy() > lineHeight {
			box = box.Union(r)
		}
	}
	box.Min.X, box.Max.X = column.Min.X, column.Max.X
	return frame(img, box, ground, sides, partMargin)
}

// things returns what is on the ground of a picture, from the top to the bottom.
func things(img image.Image, inside image.Rectangle, ground color.Color) []image.Rectangle {
	var all []image.Rectangle
	for y := inside.Min.Y; y < inside.Max.Y; y++ {
		row := image.Rectangle{}
		for x := inside.Min.X; x < inside.Max.X; x++ {
			if color.RGBAModel.Convert(img.At(x, y)) != ground {
				row = row.Union(image.Rect(x, y, x+1, y+1))
			}
		}
		if n := len(all); row.Empty() {
			continue
		} else if n > 0 && y-all[n-1].Max.Y <= lineGap {
			all[n-1] = all[n-1].Union(row)
		} else {
			all = append(all, row)
		}
	}
	return all
}

// frame returns a box of a picture with a margin of the ground around it: sides at the left and the
// right, ends above and below.
func frame(img image.Image, box image.Rectangle, ground color.Color, sides, ends int) image.Image {
	framed := image.NewRGBA(image.Rect(0, 0, box.Dx()+2*sides, box.Dy()+2*ends))
	draw.Draw(framed, framed.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	draw.Draw(framed, box.Sub(box.Min).Add(image.Pt(sides, ends)), img, box.Min, draw.Src)
	return framed
}
